/** Refuses a document that no partner of its product could take, before anybody pays for it. */
import type { Paper } from '../../domain/paper.ts';
import { Refusal } from '../../domain/refusal.ts';

const megabytes = (bytes: number): string => `${(Math.ceil(bytes / 100_000) / 10).toFixed(1)} MB`;

/** `field`: the path of the file in the request. `most`: the bytes that the partner takes; missing without a limit. */
export function mustFit(pdf: Uint8Array, most: number | undefined, { noun }: Paper, field: string): void {
  if (most === undefined || pdf.length <= most) return;
  throw new Refusal(
    'content_refused',
    `${field}: the ${noun} has ${megabytes(pdf.length)}, and its partner takes at most ${megabytes(most)} from here. Send a smaller PDF, for instance with pictures of a lower resolution.`,
    { field },
  );
}
