/** Reads how a camera was held from the Exif data of a photograph. */

const orientationTag = 0x0112;

/** From 1 (upright) to 8; 1 if the data does not say, or is damaged. `tiff`: Exif data after its own mark. */
export function orientationIn(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + 12 * entry;
    if (at + 12 > tiff.length) return 1;
    if (short(at) !== orientationTag) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
