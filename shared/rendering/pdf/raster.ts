/**
 * Draws a stranger's PDF with pdfium, as a printer does, and compares what two PDFs show. Only child processes load it,
 * because a file may break it.
 */
import { PDFiumLibrary, type PDFiumPageRender } from '@hyzyla/pdfium';
import type { Box, Sheet } from './inspect/page.ts';
import type { PagesSeen } from './inspect-pdf.ts';

type RasterCall = (...args: number[]) => number;

/** The wrapper's private parts. Its public way to measure a page opens it, which would read all of its content. */
interface Module {
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
  _FPDF_RenderPageBitmap: RasterCall;
  readonly wasmExports: { malloc(bytes: number): number };
  readonly HEAPF32: Float32Array;
}

/** This reader's view of the file. */
export interface Raster {
  readonly isEncrypted: boolean;
  /** Every page's visible part as shown, or undefined for a page that cannot be found. */
  readonly sheets: readonly (Sheet | undefined)[];
  /** Draws a page (0 is the first) with what the paper will show: annotations and layers by their print flags. */
  draw(
    pageIndex: number,
    options: {
      /** Pixels for a point. */
      readonly scale: number;
      readonly colorSpace: 'Gray' | 'BGRA';
    },
  ): Promise<PDFiumPageRender>;
  /** The smallest box around everything drawn on a page with the box `page`; `undefined` if the page is blank. */
  inkOf(pageIndex: number, page: Box): Promise<Box | undefined>;
  /** The words of a page in the order of the file; empty if the page is a picture. */
  textOf(pageIndex: number): string;
  /** True if a page has words (three letters at least) of less than `leastPt` points. */
  hasSmallPrint(pageIndex: number, leastPt: number): boolean;
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
  const sheetOf = (pageIndex: number): Sheet | undefined => {
    const size = module.wasmExports.malloc(2 * Float32Array.BYTES_PER_ELEMENT);
    if (!module._FPDF_GetPageSizeByIndexF(documentIdx, pageIndex, size)) return undefined;
    const [width, height] = module.HEAPF32.subarray(size / Float32Array.BYTES_PER_ELEMENT);
    return width === undefined || height === undefined ? undefined : { width, height };
  };
  const draw: Raster['draw'] = async (pageIndex, options) => {
    const page = document.getPage(pageIndex);
    const { pageIdx } = page as unknown as { readonly pageIdx: number };
    // pdfium draws form fields in a step of its own, for the screen only. So fields take on what their print flag says.
    const form = document.initializeFormFields();
    // On screen, pdfium frames a check box or radio button whose state has no look with a gray line, for the mouse only.
    const isBoxWithoutLook = (annotation: number): boolean => {
      const [checkBox, radioButton] = [2, 3];
      const [normal, emptyBytes] = [0, 2];
      const type = module._FPDFAnnot_GetFormFieldType(form, annotation);
      if (type !== checkBox && type !== radioButton) return false;
      return module._FPDFAnnot_GetAP(annotation, normal, 0, 0) <= emptyBytes;
    };
    const widget = 20;
    const [isHidden, isPrinted, isNotViewed] = [2, 4, 32];
    // Finds fields that the page has and the form lacks.
    module._FORM_OnAfterLoadPage(pageIdx, form);
    for (let index = 0; index < module._FPDFPage_GetAnnotCount(pageIdx); index++) {
      const annotation = module._FPDFPage_GetAnnot(pageIdx, index);
      if (module._FPDFAnnot_GetSubtype(annotation) === widget) {
        const flags = module._FPDFAnnot_GetFlags(annotation);
        const isOnPaper = (flags & isPrinted) !== 0 && !isBoxWithoutLook(annotation);
        module._FPDFAnnot_SetFlags(annotation, isOnPaper ? flags & ~isNotViewed : flags | isHidden);
      }
      module._FPDFPage_CloseAnnot(annotation);
    }
    return page.render({ ...options, renderFormFields: true });
  };
  return {
    isEncrypted: module._FPDF_GetSecurityHandlerRevision(documentIdx) !== -1,
    sheets: Array.from({ length: document.getPageCount() }, (_, index) => sheetOf(index)),
    draw,
    inkOf: async (pageIndex, page) => inkIn(await draw(pageIndex, { scale: 1, colorSpace: 'Gray' }), page),
    textOf: (pageIndex) => document.getPage(pageIndex).getText(),
    hasSmallPrint(pageIndex, leastPt) {
      const { pageIdx } = document.getPage(pageIndex) as unknown as { readonly pageIdx: number };
      return hasSmallPrint(module, pageIdx, leastPt);
    },
  };
}

function inkIn({ width, height, data }: PDFiumPageRender, [left, , , top]: Box): Box | undefined {
  let [first, last, highest, lowest] = [width, -1, height, -1];
  const almostWhite = 245;
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    const from = row.findIndex((gray) => gray < almostWhite);
    if (from === -1) continue;
    const to = row.findLastIndex((gray) => gray < almostWhite);
    [first, last, highest, lowest] = [Math.min(first, from), Math.max(last, to), Math.min(highest, y), y];
  }
  return last === -1 ? undefined : [left + first, top - lowest - 1, left + last + 1, top - highest];
}

function hasSmallPrint(module: Module, page: number, leastPt: number): boolean {
  const [fewest, most] = [3, 20_000];
  const text = module._FPDFText_LoadPage(page);
  const matrix = module.wasmExports.malloc(6 * Float32Array.BYTES_PER_ELEMENT);
  let small = 0;
  for (let index = 0; index < Math.min(most, module._FPDFText_CountChars(text)) && small < fewest; index++) {
    if (module._FPDFText_GetUnicode(text, index) <= 32 || !module._FPDFText_GetMatrix(text, index, matrix)) continue;
    const [, , c = 0, d = 0] = module.HEAPF32.subarray(matrix / Float32Array.BYTES_PER_ELEMENT);
    if (module._FPDFText_GetFontSize(text, index) * Math.hypot(c, d) < leastPt) small += 1;
  }
  module._FPDFText_ClosePage(text);
  return small >= fewest;
}

/** Draws one page after the other. `report` gets a finding for each page; `look` gets its pixels. */
export async function drawPages(
  raster: Raster,
  report: (finding: PagesSeen) => void,
  look: (page: PDFiumPageRender, index: number) => void,
): Promise<void> {
  // The time for all pages of a document. A single page may take as long as its process lives.
  const drawingMs = 2_000;
  const isOver = timer(drawingMs);
  for (let index = 0; index < raster.sheets.length; index++) {
    if (index > 0 && isOver()) return report({ drawn: index, isStopped: true });
    const drawn = await raster.draw(index, { scale: 1, colorSpace: 'Gray' });
    look(drawn, index);
    report({ drawn: index + 1 });
  }
}

/** The first part that has a page of another size in the joined document, or another number of pages. */
export function resizedPart(
  parts: readonly Pick<Raster, 'sheets'>[],
  joined: Pick<Raster, 'sheets'>,
): number | undefined {
  let at = 0;
  for (const [part, { sheets }] of parts.entries()) {
    const near = (one = 0, other = 0) => Math.abs(one - other) < 1;
    const isSame = sheets.every((sheet, index) => {
      const other = joined.sheets[at + index];
      return other !== undefined && near(sheet?.width, other.width) && near(sheet?.height, other.height);
    });
    if (!isSame) return part;
    at += sheets.length;
  }
  return joined.sheets.length === at ? undefined : parts.length - 1;
}

/** The first part with a page that looks different in the joined document. */
export async function redrawnPart(
  parts: readonly Pick<Raster, 'sheets' | 'draw'>[],
  joined: Raster,
): Promise<number | undefined> {
  // The time for all pages. A page that takes long already did when its part was inspected.
  const drawingMs = 1_500;
  const isOver = timer(drawingMs);
  const drawn = async (raster: Pick<Raster, 'draw'>, page: number): Promise<Buffer> => {
    // Enough to see a line of text, and quick.
    const scale = 0.4;
    return Buffer.from((await raster.draw(page, { scale, colorSpace: 'Gray' })).data);
  };
  let at = 0;
  for (const [part, raster] of parts.entries()) {
    for (let index = 0; index < raster.sheets.length; index += 1, at += 1) {
      if (isOver()) return undefined;
      const [own, other] = [await drawn(raster, index), await drawn(joined, at)];
      if (!own.equals(other)) return part;
    }
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
