/** Jobs in the table, with indexes by due time, wait, partner's id, pay code, order number, day of payment and account. */
import { orderNumberOf, type Shard } from '../domain/ids.ts';
import { type Job, neededAccountId, paidOn, type Wait, waitOf, wakesAt } from '../domain/job/job.ts';
import { collection, type DynamoTable, dueIn, dueKeys, earliest, partitionFor, queryPage } from './dynamo.ts';
import type { Collection, Due, Overdue } from './table.ts';

export interface Jobs extends Collection<Job> {
  /** Longest-waiting first, all of them or up to `limit`. Eventually consistent. */
  due(overdue: Overdue, limit?: number): Promise<readonly Due[]>;
  /** The ids of jobs with this wait, and when it began (Unix ms), longest-waiting first. Eventually consistent. */
  waiting(wait: Wait, limit: number): Promise<readonly { readonly id: string; readonly since: number }[]>;
  /** The jobs of one shard (`domain/ids.ts`) paid on a day in UTC. `next` gets the next page. Eventually consistent. */
  paidOn(
    day: string,
    shard: Shard,
    after?: string,
  ): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /** Jobs whose check still needs this bank account, by our id for it. `next` gets the next page. Eventually consistent. */
  drawingOn(accountId: string, after?: string): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /** Eventually consistent. */
  idByPartnerId(partnerId: string): Promise<string | undefined>;
  /** Eventually consistent. */
  idByPayCode(payCode: string): Promise<string | undefined>;
  /** Usually one. Order numbers are short, so two jobs can share one. Eventually consistent. */
  idsByOrderNumber(orderNumber: string): Promise<readonly string[]>;
}

export function jobsIn(table: DynamoTable): Jobs {
  /** One page of ids from an index, by its name and its key. The cursor is the id of the page's last job. */
  const pageOf = async ([index, key]: readonly [string, string], value: string, limit: number, after?: string) => {
    const { items, last } = await queryPage(table, {
      index,
      where: `${key} = :value`,
      values: { ':value': value },
      limit,
      after: after === undefined ? undefined : { id: after, [key]: value },
    });
    return { ids: items.map(({ id }) => id as string), next: last?.id as string | undefined };
  };
  return {
    // The indexes are sparse: a job with nothing to do isn't in the index of due jobs.
    ...collection<Job>(table, (job) => ({
      pay_code: job.payCode,
      order_number: orderNumberOf(job.id),
      ...dueKeys('due', job.id, wakesAt(job)),
      waits_for: partitionFor(waitOf(job)?.for, job.id),
      waits_since: waitOf(job)?.since,
      day_paid: partitionFor(paidOn(job), job.id),
      partner_id: job.partner?.id,
      draws_on: neededAccountId(job),
    })),
    idByPartnerId: async (partnerId) => (await pageOf(['by_partner_id', 'partner_id'], partnerId, 1)).ids[0],
    idByPayCode: async (payCode) => (await pageOf(['by_pay_code', 'pay_code'], payCode, 1)).ids[0],
    idsByOrderNumber: async (number) => (await pageOf(['by_order_number', 'order_number'], number, 10)).ids,
    due: (...query) => dueIn(table, 'due', ...query),
    async waiting(wait, limit) {
      const index = { index: 'waiting', key: 'waits_for', time: 'waits_since', partition: wait };
      return (await earliest(table, index, {}, limit)).map(({ id, at }) => ({ id, since: at }));
    },
    paidOn: (day, shard, after) => pageOf(['by_day_paid', 'day_paid'], `${day}#${shard}`, 1_000, after),
    drawingOn: (accountId, after) => pageOf(['by_account', 'draws_on'], accountId, 25, after),
  };
}
