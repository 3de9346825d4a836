/** Jobs in the table, with indexes by due time, wait, partner's id, pay code, order number, day of payment and bank account. */
import { orderNumberOf } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { needsAccount, paidOn, waiting, wakesAt } from '../../domain/job/waiting.ts';
import type { Jobs } from '../jobs.ts';
import { collection, type DynamoTable, type IndexKeys, queried } from './collection.ts';
import { dueIn, dueKeys, earliest, partitionFor, partitionOf } from './shards.ts';

/** The indexes are sparse: a job with nothing to do has no entry in the index of due jobs. */
function indexed(job: Job): IndexKeys {
  const { partner, payCode } = job;
  const wait = waiting(job);
  return {
    pay_code: payCode,
    order_number: orderNumberOf(job.id),
    ...dueKeys('due', job.id, wakesAt(job)),
    waits_for: partitionFor(wait?.for, job.id),
    waits_since: wait?.since,
    day_paid: partitionFor(paidOn(job), job.id),
    partner_id: partner?.id,
    draws_on: needsAccount(job),
  };
}

export function jobsIn(table: DynamoTable): Jobs {
  const idsBy = async (index: string, key: string, value: string, limit: number): Promise<string[]> => {
    const { items } = await queried(table, { index, where: `${key} = :value`, values: { ':value': value }, limit });
    return items.map(({ id }) => id as string);
  };
  const idBy = async (index: string, key: string, value: string) => (await idsBy(index, key, value, 1))[0];
  /** The cursor is the id of the last job. */
  const pageOf = async (
    index: string,
    key: string,
    value: string,
    { limit, after }: { readonly limit: number; readonly after: string | undefined },
  ) => {
    const { items, last } = await queried(table, {
      index,
      where: `${key} = :value`,
      values: { ':value': value },
      limit,
      after: after === undefined ? undefined : { id: after, [key]: value },
    });
    return { ids: items.map(({ id }) => id as string), next: last?.id as string | undefined };
  };
  return {
    ...collection<Job>(table, indexed),
    idByPartnerId: (partnerId) => idBy('by_partner_id', 'partner_id', partnerId),
    idByPayCode: (payCode) => idBy('by_pay_code', 'pay_code', payCode),
    idsByOrderNumber: (number) => idsBy('by_order_number', 'order_number', number, 10),
    due: (...query) => dueIn(table, 'due', ...query),
    async waiting(wait, limit) {
      const sharded = { index: 'waiting', name: 'waits_for', at: 'waits_since' };
      return (await earliest(table, sharded, wait, {}, limit)).map(({ id, at }) => ({ id, since: at }));
    },
    paidOn: (day, shard, after) => pageOf('by_day_paid', 'day_paid', partitionOf(day, shard), { limit: 1_000, after }),
    drawingOn: (accountId, after) => pageOf('by_account', 'draws_on', accountId, { limit: 25, after }),
  };
}
