/** Reads printed PDFs with a program other than the one that printed them. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import decodeQR from 'qr/decode.js';

const library = PDFiumLibrary.init();

/** The text of each page, as viewers select and search it. */
export async function textsOf(pdf: Uint8Array): Promise<string[]> {
  const document = await (await library).loadDocument(pdf);
  const texts = [...document.pages()].map((page) => page.getText());
  document.destroy();
  return texts;
}

/** The bounds of the ink on page `pageNumber`, in inches from the left and the top. Throws if the page is blank. */
export async function inkOf(pdf: Uint8Array, pageNumber: number) {
  const document = await (await library).loadDocument(pdf);
  const { width, height, data } = await document.getPage(pageNumber - 1).render({ scale: 1, colorSpace: 'Gray' });
  document.destroy();
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (const [at, gray] of data.entries()) {
    if (gray >= 200) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (right < 0) throw new Error(`page ${pageNumber} is blank`);
  // At scale 1 a pixel is a point.
  const [leftIn = 0, rightIn = 0, topIn = 0, bottomIn = 0] = [left, right, top, bottom].map((points) => points / 72);
  return { leftIn, rightIn, topIn, bottomIn, widthIn: width / 72, heightIn: height / 72 };
}

/** The names of the fonts in the file. */
export async function fontsOf(pdf: Uint8Array): Promise<string[]> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const dictionaries = context.enumerateIndirectObjects().map(([, object]) => object);
  const descriptors = dictionaries.filter(
    (object) => object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'),
  );
  return descriptors.map((descriptor) => String((descriptor as PDFDict).get(PDFName.of('FontName'))));
}

/** The shares of page `pageNumber`, from 0 to 1, that are colored, dark, and between dark and light. */
export async function colorsOf(pdf: Uint8Array, pageNumber: number) {
  const document = await (await library).loadDocument(pdf);
  const { width, height, data } = await document.getPage(pageNumber - 1).render({ scale: 2 });
  document.destroy();
  let [colored, dark, midtones] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 8) colored += 1;
    if (green < 64) dark += 1;
    else if (green < 245) midtones += 1;
  }
  const pixels = width * height;
  return { colored: colored / pixels, dark: dark / pixels, midtones: midtones / pixels };
}

/** The text that a phone reads from the QR code on page 1. */
export async function scanned(pdf: Uint8Array): Promise<string> {
  const document = await (await library).loadDocument(pdf);
  const { width, height, data } = await document.getPage(0).render({ scale: 4 });
  document.destroy();
  return decodeQR({ width, height, data });
}
