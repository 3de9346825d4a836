/** Draws a stranger's picture anew in a separate process, so that none of its bytes reach the PDF. */

import type { PreparedMarks, PreparedPicture } from '../../core/given/marks.ts';
import type { Paper, Rendered, Unprintable } from '../../core/paper.ts';
import { besideModule, readInChild } from '../process/read-in-child.ts';
import type { WorkLimits } from '../process/watchdog.ts';

export type PictureFinding = { readonly problem: string } | Omit<PreparedPicture, 'kind'>;

export const pictureLimits: WorkLimits = { timeMs: 5_000, memoryBytes: 600_000_000 };

/** The picture in its size on paper; unprintable if no sound PNG or JPEG of a fit size. Throws `MachineBusy`. */
export async function preparePicture(
  bytes: Uint8Array,
  use: keyof PreparedMarks,
  paper: Paper,
  { network = 'unknown', limits = pictureLimits }: { readonly network?: string; readonly limits?: WorkLimits } = {},
): Promise<Rendered<{ readonly picture: PreparedPicture }>> {
  if (!/^(?:\x89PNG|\xff\xd8\xff)/.test(Buffer.from(bytes.subarray(0, 4)).toString('latin1')))
    return refused('The picture is neither PNG nor JPEG. Save it as one of them; SVG and others are not taken.');
  const child = besideModule('picture-child', import.meta.url);
  const { findings, excess } = await readInChild<PictureFinding>(child, bytes, {
    limits,
    network,
    args: [use, JSON.stringify(paper)],
  });
  const [found] = findings;
  if (found === undefined) return refused(excess === undefined ? damaged : tooMuch);
  if ('problem' in found) return refused(found.problem);
  return { ok: true, warnings: [], picture: { kind: 'image', ...found } };
}

const damaged = 'The picture cannot be read: it is damaged. Save it anew as PNG or JPEG.';
const tooMuch = 'The picture takes too much time or memory to read. Send it smaller: 1,500 pixels across are enough.';

function refused(problem: string): Unprintable {
  return { ok: false, problem };
}
