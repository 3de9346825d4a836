/** The second reader of somebody's PDF: pdfium, which follows the file's own index and can draw its pages. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { addressZoneIn, page } from '../../layout.ts';
import type { Sheet } from './page.ts';

/** The wrapper's private parts. Its public way to measure a page opens it, which would read all of its content. */
interface Unwrapped {
  readonly module: {
    _FPDF_GetPageSizeByIndexF(document: number, pageIndex: number, size: number): number;
    _FPDF_GetSecurityHandlerRevision(document: number): number;
    readonly wasmExports: { malloc(bytes: number): number };
    readonly HEAPF32: Float32Array;
  };
  readonly documentIdx: number;
}

/** This reader's view of the file. */
export interface Raster {
  readonly isEncrypted: boolean;
  /** Every page's visible part as shown, or undefined for a page that cannot be found. */
  readonly sheets: readonly (Sheet | undefined)[];
  /** True if page 1 has ink, annotations or filled fields where the print partner stamps the addresses. */
  printsInAddressZone(): Promise<boolean>;
}

/** Throws if the file cannot be read. */
export async function openRaster(pdf: Uint8Array): Promise<Raster> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const { module, documentIdx } = document as unknown as Unwrapped;
  return {
    isEncrypted: module._FPDF_GetSecurityHandlerRevision(documentIdx) !== -1,
    sheets: Array.from({ length: document.getPageCount() }, (_, index) => sheetOf(module, documentIdx, index)),
    async printsInAddressZone() {
      const options = { scale: 1, colorSpace: 'Gray', renderFormFields: true } as const;
      const { width, height, data } = await document.getPage(0).render(options);
      const zone = data.subarray(0, width * Math.floor((height * addressZoneIn.letter) / page.heightIn));
      const almostWhite = 245;
      return zone.some((gray) => gray < almostWhite);
    },
  };
}

function sheetOf(module: Unwrapped['module'], document: number, pageIndex: number): Sheet | undefined {
  const size = module.wasmExports.malloc(2 * Float32Array.BYTES_PER_ELEMENT);
  if (!module._FPDF_GetPageSizeByIndexF(document, pageIndex, size)) return undefined;
  const [width, height] = module.HEAPF32.subarray(size / Float32Array.BYTES_PER_ELEMENT);
  return width === undefined || height === undefined ? undefined : { width, height };
}
