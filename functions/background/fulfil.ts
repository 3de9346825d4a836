/** Drains the queue of jobs. If one job fails by accident, only that job returns to the queue. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { depsFor } from '../../shared/app.ts';
import { advance } from '../../shared/fulfilment/advance.ts';

export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failed = await Promise.all(Records.map(failureOf));
  return { batchItemFailures: failed.filter((failure) => failure !== undefined) };
}

async function failureOf({ body, messageId }: SQSRecord) {
  const deps = depsFor({ function: 'fulfil', requestId: messageId });
  try {
    await advance(deps, body);
    return undefined;
  } catch (error) {
    deps.log.alarm('accident', { jobId: body, error });
    return { itemIdentifier: messageId };
  }
}
