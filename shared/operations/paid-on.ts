/** The jobs that were paid on a day, slice after slice, as one list of pages. */
import { slices } from '../core/ids.ts';
import type { Jobs } from '../ports.ts';

/** The cursor is the place of a slice, and the cursor within it. */
export async function paidOnDay(
  jobs: Pick<Jobs, 'paidOn'>,
  day: string,
  after?: string,
): Promise<{ readonly ids: readonly string[]; readonly next: string | undefined }> {
  const [place = '0', within] = after?.split(' ') ?? [];
  const at = Number(place);
  const slice = slices[at];
  if (slice === undefined) return { ids: [], next: undefined };
  const { ids, next } = await jobs.paidOn(day, slice, within);
  if (next !== undefined) return { ids, next: `${at} ${next}` };
  return { ids, next: at + 1 < slices.length ? `${at + 1}` : undefined };
}
