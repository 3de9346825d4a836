/** Tells a picture of one color from edge to edge: a blank one, or what a reader draws for missing data. */

interface DrawnPixels {
  readonly width: number;
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

/** One byte a pixel. `box`: the picture's place in the drawing, in pixels; those that it fills in part are left out. */
export function isOneColor({ width, data }: DrawnPixels, { left, top, right, bottom }: DrawnBox): boolean {
  let [least, most] = [255, 0];
  for (let y = Math.ceil(top); y < Math.floor(bottom); y++)
    for (let x = Math.ceil(left); x < Math.floor(right); x++) {
      const value = data[y * width + x] ?? 0;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  return most - least <= noise;
}
