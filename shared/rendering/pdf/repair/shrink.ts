/** Draws a page of another size onto the sheet: shrunk if it is larger, never cut, with the comments on it. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, PDFStream } from 'pdf-lib';
import { type Box, boxOf, type PageFit } from '../inspect/page.ts';

/** The page becomes one drawing, so that nothing in it can undo the scale. Throws if the page cannot be read. */
export async function shrink(
  document: PDFDocument,
  index: number,
  visible: Box,
  { sheet, scale }: PageFit,
): Promise<void> {
  const page = document.getPage(index);
  const { node } = page;
  const [left, bottom, right, top] = visible;
  const [width, height] = [scale * (right - left), scale * (top - bottom)];
  const [x, y] = [(sheet[2] - width) / 2, (sheet[3] - height) / 2];
  if (node.Contents() !== undefined) {
    const drawn = await document.embedPage(page, { left, bottom, right, top });
    await drawn.embed();
    const group = node.get(PDFName.of('Group'));
    const stream = document.context.lookup(drawn.ref);
    if (group !== undefined && stream instanceof PDFStream) stream.dict.set(PDFName.of('Group'), group);
    node.delete(PDFName.of('Contents'));
    node.set(PDFName.of('Resources'), document.context.obj({ Font: {}, XObject: {}, ExtGState: {} }));
    page.drawPage(drawn, { x, y, width, height });
  }
  const marks = document.context.lookup(node.get(PDFName.of('Annots')));
  for (const mark of marks instanceof PDFArray ? marks.asArray() : []) {
    const dict = document.context.lookup(mark);
    const box = dict instanceof PDFDict ? boxOf(document.context, dict.get(PDFName.of('Rect'))) : undefined;
    if (!(dict instanceof PDFDict) || box === undefined) continue;
    const moved = box.map((at, side) => (side % 2 === 0 ? x + scale * (at - left) : y + scale * (at - bottom)));
    dict.set(PDFName.of('Rect'), document.context.obj(moved.map((at) => PDFNumber.of(at))));
  }
}
