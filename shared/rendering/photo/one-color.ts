/** Tells a picture of one color from edge to edge: a blank one, or what a reader draws for missing data. */

interface DrawnPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface DrawnBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The compression of a JPEG may change a color by so much. */
const noise = 4;

/**
 * `channels`: bytes a pixel, of which the fourth is ignored. `box`: the picture's place in the drawing, in pixels; those
 * that it fills in part are left out.
 */
export function isOneColor({ width, height, data }: DrawnPixels, channels: 1 | 4, box?: DrawnBox): boolean {
  const { left = 0, top = 0, right = width, bottom = height } = box ?? {};
  const [least, most] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  for (let y = Math.ceil(top); y < Math.floor(bottom); y++)
    for (let x = Math.ceil(left); x < Math.floor(right); x++)
      for (let channel = 0; channel < Math.min(channels, 3); channel++) {
        const value = data[(y * width + x) * channels + channel] ?? 0;
        least[channel] = Math.min(least[channel] ?? 0, value);
        most[channel] = Math.max(most[channel] ?? 0, value);
      }
  return most.every((value, channel) => value - (least[channel] ?? 0) <= noise);
}
