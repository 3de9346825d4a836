/** Carries over what the converter forgets of a picture: its size on paper and how it is cropped. */

/** English Metric Units. */
const emuPerPixel = 9_525;

/** Writes size and crop of each drawing where the converter looks for its description. */
export const withSizes = (xml: string): string =>
  xml.replaceAll(/<wp:(inline|anchor)\b[\s\S]*?<\/wp:\1>/g, (drawing) => {
    const [, across, down] = /<wp:extent\b[^>]*\bcx="(\d{1,9})"[^>]*\bcy="(\d{1,9})"/.exec(drawing) ?? [];
    if (across === undefined || down === undefined) return drawing;
    const sides = /<a:srcRect\b([^>]*)>/.exec(drawing)?.[1] ?? '';
    const crop = ['t', 'r', 'b', 'l'].map((side) => new RegExp(`\\b${side}="(\\d{1,6})"`).exec(sides)?.[1] ?? '0');
    const description = ` descr="${[across, down, ...crop].join(' ')}"`;
    return drawing.replace(/<wp:docPr\b([^>]*?)(\/?)>/, (_, others: string, end: string) => {
      const kept = others.replaceAll(/\s(?:descr|title)="[^"]*"/g, '');
      return `<wp:docPr${kept}${description}${end}>`;
    });
  });

/** The style of a picture with that description. */
export function pictureStyle(description: string | undefined): string | undefined {
  if (description === undefined || !/^\d+(?: \d+){5}$/.test(description)) return undefined;
  const [across = 0, down = 0, ...crop] = description.split(' ').map(Number);
  if (across === 0 || down === 0) return undefined;
  const width = `width:${Math.round(across / emuPerPixel)}px;max-width:100%;height:auto;aspect-ratio:${across}/${down}`;
  const percent = crop.map((thousandths) => `${thousandths / 1_000}%`).join(' ');
  return crop.every((side) => side === 0) ? width : `${width};object-view-box:inset(${percent})`;
}
