/** The jobs of the table, by whatever somebody can name. */

import type { Shard } from '../core/ids.ts';
import type { Job } from '../core/job/job.ts';
import type { Wait } from '../core/job/waiting.ts';
import type { Collection, Due, Overdue, Unread } from './table.ts';

export interface Jobs extends Collection<Job> {
  /**
   * Longest-waiting first. Eventually consistent. Throws if a shard cannot be read; with `unread`, which is told of it,
   * only if none can.
   */
  due(overdue: Overdue, limit: number, unread?: Unread): Promise<readonly Due[]>;
  /** Ids of jobs with this wait and its start (Unix ms), longest-waiting first. Eventually consistent. */
  waiting(wait: Wait, limit: number): Promise<readonly { readonly id: string; readonly since: number }[]>;
  /**
   * Jobs that were paid on a day in UTC, 2026-11-21, by their shard: `shards` in `core/ids.ts` are the whole day. `next`
   * gets the next page. Eventually consistent.
   */
  paidOn(
    day: string,
    shard: Shard,
    after?: string,
  ): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /**
   * Jobs whose check still needs this bank account, by our id of the account. `next` gets the next page. Eventually
   * consistent.
   */
  drawingOn(accountId: string, after?: string): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /** Eventually consistent. */
  idByPartnerId(partnerId: string): Promise<string | undefined>;
  /** Eventually consistent. */
  idByPayCode(payCode: string): Promise<string | undefined>;
  /** Eventually consistent. */
  idByOrderNumber(orderNumber: string): Promise<string | undefined>;
}
