/** The jobs that were paid on a day, shard after shard, as one list of pages. */
import { shards } from '../../domain/ids.ts';
import type { Jobs } from '../../storage/jobs.ts';

/** The cursor is the place of a shard, and the cursor within it. */
export async function paidOnDay(
  jobs: Pick<Jobs, 'paidOn'>,
  day: string,
  after?: string,
): Promise<{ readonly ids: readonly string[]; readonly next: string | undefined }> {
  const [place = '0', within] = after?.split(' ') ?? [];
  const at = Number(place);
  const shard = shards[at];
  if (shard === undefined) return { ids: [], next: undefined };
  const { ids, next } = await jobs.paidOn(day, shard, within);
  if (next !== undefined) return { ids, next: `${at} ${next}` };
  return { ids, next: at + 1 < shards.length ? `${at + 1}` : undefined };
}
