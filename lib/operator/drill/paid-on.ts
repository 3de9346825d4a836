/** The jobs that a table lists as paid on a day, as the daily audit reads them. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { jobsIn } from '../../../shared/adapters/dynamo/jobs.ts';
import { paidOnDay } from '../../../shared/operations/paid-on.ts';

export async function jobsPaidOn(
  client: DynamoDBDocumentClient,
  name: string,
  day: string,
  most: number,
): Promise<readonly string[]> {
  const jobs = jobsIn({ name, client });
  const listed: string[] = [];
  let after: string | undefined;
  do {
    const { ids, next } = await paidOnDay(jobs, day, after);
    listed.push(...ids);
    after = next;
  } while (after !== undefined && listed.length < most);
  return listed.slice(0, most);
}
