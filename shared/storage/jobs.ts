/** The jobs of the table, by their due time, wait, payment day, account, partner's id, pay code and order number. */

import type { Shard } from '../domain/ids.ts';
import type { Job, Wait } from '../domain/job/job.ts';
import type { Collection, Due, Overdue } from './table.ts';

export interface Jobs extends Collection<Job> {
  /** Longest-waiting first; all, or `limit`. Eventually consistent. */
  due(overdue: Overdue, limit?: number): Promise<readonly Due[]>;
  /** Ids of jobs with this wait and its start (Unix ms), longest-waiting first. Eventually consistent. */
  waiting(wait: Wait, limit: number): Promise<readonly { readonly id: string; readonly since: number }[]>;
  /** Jobs paid on a day in UTC, by shard (`shards` in `domain/ids.ts`). `next`: the next page. Eventually consistent. */
  paidOn(
    day: string,
    shard: Shard,
    after?: string,
  ): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /** Jobs whose check still needs this account, by our id of it. `next` gets the next page. Eventually consistent. */
  drawingOn(accountId: string, after?: string): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /** Eventually consistent. */
  idByPartnerId(partnerId: string): Promise<string | undefined>;
  /** Eventually consistent. */
  idByPayCode(payCode: string): Promise<string | undefined>;
  /** Several in rare cases, because the number is short. Eventually consistent. */
  idsByOrderNumber(orderNumber: string): Promise<readonly string[]>;
}
