/** Jobs in the table, findable by what is due, by what they wait for, by the partner's id, the pay page's code and the day of payment. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Job } from '../../core/product.ts';
import { paidOn, waiting } from '../../core/waiting.ts';
import type { Jobs } from '../../ports.ts';
import { collection, type IndexKeys, type Table } from './collection.ts';

/** The indexes are sparse: a job of which nothing is owed is not among those that are due. */
function indexed(job: Job): IndexKeys {
  const { dueAt, partner, payCode } = job;
  const wait = waiting(job);
  const dayPaid = paidOn(job);
  return {
    pay_code: payCode,
    ...(dueAt === undefined ? {} : { due: 'due', due_at: dueAt }),
    ...(wait === undefined ? {} : { waits_for: wait.for, waits_since: wait.since }),
    ...(dayPaid === undefined ? {} : { day_paid: dayPaid }),
    ...(partner === undefined ? {} : { partner_id: partner.id }),
  };
}

const jobsAPage = 1_000;

export function jobsIn(table: Table): Jobs {
  const idBy = async (index: string, key: string, value: string): Promise<string | undefined> => {
    const found = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: index,
        KeyConditionExpression: '#key = :value',
        ExpressionAttributeNames: { '#key': key },
        ExpressionAttributeValues: { ':value': value },
        Limit: 1,
      }),
    );
    return found.Items?.[0]?.id as string | undefined;
  };
  return {
    ...collection<Job>(table, indexed),
    idByPartnerId: (partnerId) => idBy('by_partner_id', 'partner_id', partnerId),
    idByPayCode: (payCode) => idBy('by_pay_code', 'pay_code', payCode),
    async due(before, limit) {
      const found = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'due',
          KeyConditionExpression: 'due = :due AND due_at < :before',
          ExpressionAttributeValues: { ':due': 'due', ':before': before },
          Limit: limit,
        }),
      );
      return (found.Items ?? []).map(({ id, due_at }) => ({ id: id as string, dueAt: due_at as number }));
    },
    async waiting(wait, limit) {
      const found = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'waiting',
          KeyConditionExpression: 'waits_for = :wait',
          ExpressionAttributeValues: { ':wait': wait },
          Limit: limit,
        }),
      );
      return (found.Items ?? []).map(({ id, waits_since }) => ({ id: id as string, since: waits_since as number }));
    },
    async paidOn(day, after) {
      const found = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'by_day_paid',
          KeyConditionExpression: 'day_paid = :day',
          ExpressionAttributeValues: { ':day': day },
          Limit: jobsAPage,
          ...(after === undefined ? {} : { ExclusiveStartKey: { id: after, day_paid: day } }),
        }),
      );
      const next = found.LastEvaluatedKey?.id as string | undefined;
      return { ids: (found.Items ?? []).map(({ id }) => id as string), ...(next === undefined ? {} : { next }) };
    },
  };
}
