/** Decides where on a sheet a photograph is printed: upright, as large as its pixels and the margins allow. */
import type { FileUse } from '../../domain/paper.ts';
import { POINTS_PER_INCH } from '../layout.ts';
import type { Picture } from './picture.ts';

export function placeOnSheet(
  { widthPx, heightPx, orientation }: Picture,
  { paper, isAttachment }: Pick<FileUse, 'paper' | 'isAttachment'>,
): {
  /** Maps the unit square of the picture onto the sheet. */
  readonly matrix: readonly number[];
  readonly pixelsPerInch: number;
} {
  // Half of the paper's margin: a photographed page has margins of its own, and every printer reaches there.
  const marginShare = 0.5;
  const marginIn = marginShare * paper.marginIn;
  const zoneIn = isAttachment ? 0 : paper.addressZoneIn;
  // Between the addresses and the picture.
  const gapIn = 0.125;
  const topIn = zoneIn === 0 ? marginIn : zoneIn + gapIn;
  const [acrossPx, downPx] = orientation >= 5 ? [heightPx, widthPx] : [widthPx, heightPx];
  const [roomAcross, roomDown] = [paper.widthIn - 2 * marginIn, paper.heightIn - topIn - marginIn];
  // A small picture is not blown up further than this.
  const fewestPerInch = 100;
  const pixelsPerInch = Math.max(acrossPx / roomAcross, downPx / roomDown, fewestPerInch);
  const [w, h] = [acrossPx, downPx].map((px) => (px / pixelsPerInch) * POINTS_PER_INCH) as [number, number];
  const x = (paper.widthIn * POINTS_PER_INCH - w) / 2;
  const y = (paper.heightIn - topIn) * POINTS_PER_INCH - h;
  // Turned and mirrored as Exif says: 3 is upside down, 6 and 8 lie on a side, 2, 4, 5 and 7 are mirrored.
  const matrices: Readonly<Record<number, number[]>> = {
    2: [-w, 0, 0, h, x + w, y],
    3: [-w, 0, 0, -h, x + w, y + h],
    4: [w, 0, 0, -h, x, y + h],
    5: [0, -h, -w, 0, x + w, y + h],
    6: [0, -h, w, 0, x, y + h],
    7: [0, h, w, 0, x, y],
    8: [0, h, -w, 0, x + w, y],
  };
  return { matrix: matrices[orientation] ?? [w, 0, 0, h, x, y], pixelsPerInch };
}
