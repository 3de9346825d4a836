/**
 * Draws an untrusted PDF with pdfium, as a printer would, and compares two PDFs. Only child processes load it, because a
 * file may crash it.
 */
import { PDFiumLibrary, type PDFiumPageRender } from '@hyzyla/pdfium';
import { annotationFlags, type Box, type Sheet } from './inspect/page.ts';
import type { PdfFinding } from './inspect-pdf.ts';

type RasterCall = (...args: number[]) => number;

/** pdfium's functions, which the wrapper keeps private. */
interface Module {
  /** The wrapper would read a page's whole content to measure it. */
  readonly _FPDF_GetPageSizeByIndexF: RasterCall;
  readonly _FPDF_GetSecurityHandlerRevision: RasterCall;
  readonly _FPDFText_LoadPage: RasterCall;
  readonly _FPDFText_ClosePage: RasterCall;
  readonly _FPDFText_CountChars: RasterCall;
  readonly _FPDFText_GetUnicode: RasterCall;
  readonly _FPDFText_GetFontSize: RasterCall;
  readonly _FPDFText_GetMatrix: RasterCall;
  readonly _FORM_OnAfterLoadPage: RasterCall;
  readonly _FPDFPage_GetAnnotCount: RasterCall;
  readonly _FPDFPage_GetAnnot: RasterCall;
  readonly _FPDFPage_CloseAnnot: RasterCall;
  readonly _FPDFAnnot_GetSubtype: RasterCall;
  readonly _FPDFAnnot_GetFlags: RasterCall;
  readonly _FPDFAnnot_SetFlags: RasterCall;
  readonly _FPDFAnnot_GetFormFieldType: RasterCall;
  readonly _FPDFAnnot_GetAP: RasterCall;
  readonly _FPDFPage_Flatten: RasterCall;
  _FPDF_RenderPageBitmap: RasterCall;
  /** Nothing is freed, because the child process ends after one document. */
  readonly wasmExports: { malloc(bytes: number): number };
  readonly HEAPF32: Float32Array;
}

/** This gray and paler ones count as white. */
export const minWhite = 245;

/** The file as pdfium reads it. */
export interface Raster {
  readonly isEncrypted: boolean;
  /** The visible part of every page; undefined for a page that cannot be found. */
  readonly sheets: readonly (Sheet | undefined)[];
  /** Draws a page (0 is the first) as it prints: annotations and layers by their print flags. */
  draw(
    pageIndex: number,
    options: {
      /** Pixels per point. */
      readonly scale: number;
      /** For BGRA, the wrapper returns the bytes of a pixel as RGBA. */
      readonly colorSpace: 'Gray' | 'BGRA';
    },
  ): Promise<PDFiumPageRender>;
  /** The bounding box of everything drawn on a page whose box is `page`; `undefined` if the page is blank. */
  inkOf(pageIndex: number, page: Box): Promise<Box | undefined>;
  /** The text of a page in the order of the file; empty if the page is a picture. */
  textOf(pageIndex: number): string;
  /** The first of these pages (from 1) with a field for which pdfium draws other text than its saved appearance has. */
  pageWithRedrawnField(pages: readonly number[]): Promise<number | undefined>;
  /** True if a page has at least three letters that are smaller than `minPt` points. */
  hasSmallPrint(pageIndex: number, minPt: number): boolean;
}

/** Throws if the file cannot be read. */
export async function openRaster(pdf: Uint8Array): Promise<Raster> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const { module, documentIdx } = document as unknown as { readonly module: Module; readonly documentIdx: number };
  // Adds FPDF_PRINTING, which the wrapper cannot set. Without it, annotations and layers are drawn as on a screen.
  const printing = 0x800;
  const render = module._FPDF_RenderPageBitmap;
  module._FPDF_RenderPageBitmap = (...args) => render(...args.slice(0, -1), (args.at(-1) ?? 0) | printing);
  const handleOf = (page: unknown) => (page as { readonly pageIdx: number }).pageIdx;
  const sheetOf = (pageIndex: number): Sheet | undefined => {
    const size = module.wasmExports.malloc(2 * Float32Array.BYTES_PER_ELEMENT);
    if (!module._FPDF_GetPageSizeByIndexF(documentIdx, pageIndex, size)) return undefined;
    const [width, height] = module.HEAPF32.subarray(size / Float32Array.BYTES_PER_ELEMENT);
    return width === undefined || height === undefined ? undefined : { width, height };
  };
  const draw: Raster['draw'] = async (pageIndex, options) => {
    const page = document.getPage(pageIndex);
    showPrintedFields(module, document.initializeFormFields(), handleOf(page));
    return page.render({ ...options, renderFormFields: true });
  };
  return {
    isEncrypted: module._FPDF_GetSecurityHandlerRevision(documentIdx) !== -1,
    sheets: Array.from({ length: document.getPageCount() }, (_, index) => sheetOf(index)),
    draw,
    inkOf: async (pageIndex, page) => inkIn(await draw(pageIndex, { scale: 1, colorSpace: 'Gray' }), page),
    textOf: (pageIndex) => document.getPage(pageIndex).getText(),
    async pageWithRedrawnField(pages) {
      if (pages.length === 0) return undefined;
      const textsOf = async (isDrawn: boolean) => {
        // A separate copy of the document, because flattening makes the fields part of its pages.
        const copy = await library.loadDocument(pdf);
        return pages.map((page) => {
          const handle = handleOf(copy.getPage(page - 1));
          if (isDrawn) module._FORM_OnAfterLoadPage(handle, copy.initializeFormFields());
          const forPrint = 1;
          module._FPDFPage_Flatten(handle, forPrint);
          // Programs may break a field's lines in different places.
          const text = copy.getPage(page - 1).getText();
          return text.replaceAll(/\s/g, '');
        });
      };
      const [drawn, saved] = [await textsOf(true), await textsOf(false)];
      return pages.find((_, index) => drawn[index] !== saved[index]);
    },
    hasSmallPrint: (pageIndex, minPt) => hasSmallPrint(module, handleOf(document.getPage(pageIndex)), minPt),
  };
}

/** Sets the view flags of form fields to their print flags, because pdfium always draws fields as on a screen. */
function showPrintedFields(module: Module, form: number, page: number): void {
  // On screen, pdfium draws a gray frame around a check box or radio button whose state has no appearance stream.
  const lacksAppearance = (annotation: number): boolean => {
    const fieldTypes = { checkBox: 2, radioButton: 3 };
    const type = module._FPDFAnnot_GetFormFieldType(form, annotation);
    if (type !== fieldTypes.checkBox && type !== fieldTypes.radioButton) return false;
    const normal = 0;
    const emptyBytes = 2;
    return module._FPDFAnnot_GetAP(annotation, normal, 0, 0) <= emptyBytes;
  };
  const widget = 20;
  const { hidden, print, noView } = annotationFlags;
  // Finds fields on the page that are not in the form.
  module._FORM_OnAfterLoadPage(page, form);
  for (let index = 0; index < module._FPDFPage_GetAnnotCount(page); index++) {
    const annotation = module._FPDFPage_GetAnnot(page, index);
    if (module._FPDFAnnot_GetSubtype(annotation) === widget) {
      const flags = module._FPDFAnnot_GetFlags(annotation);
      const isOnPaper = (flags & print) !== 0 && !lacksAppearance(annotation);
      module._FPDFAnnot_SetFlags(annotation, isOnPaper ? flags & ~noView : flags | hidden);
    }
    module._FPDFPage_CloseAnnot(annotation);
  }
}

function inkIn({ width, height, data }: PDFiumPageRender, [left, , , top]: Box): Box | undefined {
  let [first, last, highest, lowest] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const from = row.findIndex((gray) => gray < minWhite);
    if (from === -1) continue;
    const to = row.findLastIndex((gray) => gray < minWhite);
    [first, last, highest, lowest] = [Math.min(first, from), Math.max(last, to), Math.min(highest, y), y];
  }
  return last === -1 ? undefined : [left + first, top - lowest - 1, left + last + 1, top - highest];
}

function hasSmallPrint(module: Module, page: number, minPt: number): boolean {
  const minLetters = 3;
  const maxCharacters = 20_000;
  const space = 0x20;
  const text = module._FPDFText_LoadPage(page);
  const characters = Math.min(maxCharacters, module._FPDFText_CountChars(text));
  const matrix = module.wasmExports.malloc(6 * Float32Array.BYTES_PER_ELEMENT);
  let small = 0;
  for (let index = 0; index < characters && small < minLetters; index++) {
    if (module._FPDFText_GetUnicode(text, index) <= space || !module._FPDFText_GetMatrix(text, index, matrix)) continue;
    const [, , c = 0, d = 0] = module.HEAPF32.subarray(matrix / Float32Array.BYTES_PER_ELEMENT);
    if (module._FPDFText_GetFontSize(text, index) * Math.hypot(c, d) < minPt) small += 1;
  }
  module._FPDFText_ClosePage(text);
  return small >= minLetters;
}

/** Draws one page after the other. `report` gets a finding for each page; `inspect` gets its pixels. */
export async function drawPages(
  raster: Raster,
  report: (finding: PdfFinding) => void,
  inspect: (page: PDFiumPageRender, index: number) => void,
): Promise<void> {
  // The time for all pages. It isn't checked while a page is drawn: if that never ends, the parent kills this process.
  const isOver = timer(2_000);
  for (let index = 0; index < raster.sheets.length; index++) {
    if (index > 0 && isOver()) return report({ drawn: index, isStopped: true });
    const drawn = await raster.draw(index, { scale: 1, colorSpace: 'Gray' });
    inspect(drawn, index);
    report({ drawn: index + 1 });
  }
}

/** The index of the first part whose pages have another size or number in the joined PDF; undefined if all agree. */
export function resizedPart(
  parts: readonly Pick<Raster, 'sheets'>[],
  joined: Pick<Raster, 'sheets'>,
): number | undefined {
  const isNear = (a = 0, b = 0) => Math.abs(a - b) < 1;
  let at = 0;
  for (const [part, { sheets }] of parts.entries()) {
    const isSame = sheets.every((sheet, index) => {
      const other = joined.sheets[at + index];
      return other !== undefined && isNear(sheet?.width, other.width) && isNear(sheet?.height, other.height);
    });
    if (!isSame) return part;
    at += sheets.length;
  }
  return joined.sheets.length === at ? undefined : parts.length - 1;
}

/** The index of the first part with a page that looks different in the joined PDF; undefined if none is found in time. */
export async function redrawnPart(
  parts: readonly Pick<Raster, 'sheets' | 'draw'>[],
  joined: Pick<Raster, 'draw'>,
): Promise<number | undefined> {
  // The time for all pages. A slow page needs no warning here: the inspection of its part gave one.
  const isOver = timer(1_500);
  // pdfium draws a form field, and the stamp that replaces it, by different code that rounds differently.
  const maxRounding = 8;
  // At this scale a page is quick to draw, and still shows a line of text.
  const scale = 0.4;
  const drawn = async (raster: Pick<Raster, 'draw'>, page: number): Promise<Buffer> =>
    Buffer.from((await raster.draw(page, { scale, colorSpace: 'Gray' })).data);
  let at = 0;
  for (const [part, raster] of parts.entries())
    for (let index = 0; index < raster.sheets.length; index += 1, at += 1) {
      if (isOver()) return undefined;
      const [before, after] = [await drawn(raster, index), await drawn(joined, at)];
      const isSame = before.every((gray, pixel) => Math.abs(gray - (after[pixel] ?? Number.NaN)) <= maxRounding);
      if (!isSame || before.length !== after.length) return part;
    }
  return undefined;
}

/** Returns a function that says whether this process has used `ms` of CPU time since this call. */
function timer(ms: number): () => boolean {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 > ms;
  };
}
