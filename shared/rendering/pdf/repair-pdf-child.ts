/** The process of `repairPdf`: writes a new PDF that prints the pages of the one read. It may be killed. */
import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDict, PDFDocument } from 'pdf-lib';
import type { Paper } from '../../domain/paper.ts';
import { takeOut } from './inspect/active-content.ts';
import { fitOnSheets, misfitOf, savePdf } from './inspect/fit-sheets.ts';
import { walkPages } from './inspect/walk-pages.ts';
import { openRaster, redrawnPart, resizedPart } from './raster.ts';
import type { RepairFinding } from './repair-pdf.ts';

const paper: Paper = JSON.parse(process.argv[2] ?? '');
const input = await buffer(process.stdin);
const opened = input.includes('/Encrypt') ? await unlock(input) : undefined;
const document = await PDFDocument.load(opened ?? input, {
  updateMetadata: false,
  parseSpeed: Number.POSITIVE_INFINITY,
});
const finding = await repair();
if (finding !== undefined) process.stdout.write(`${JSON.stringify(finding)}\n`);

async function repair(): Promise<RepairFinding | undefined> {
  const { context, catalog } = document;
  const walked = walkPages(context, catalog, (_, node, attributes) => ({
    node,
    misfit: misfitOf(paper, context, node, attributes),
  }));
  // The inspector stopped at its first problem, which may be repairable, and could not see the pages of a protected file.
  if ('problem' in walked) return { problem: walked.problem, details: walked.details };
  if (!(catalog instanceof PDFDict)) return undefined;
  const taken = takeOut(
    context,
    catalog,
    walked.pages.map(({ node }) => node),
  );
  const protection = opened !== undefined;
  const isChanged = protection || taken.links || taken.files || taken.scripts;
  if (isChanged) {
    // The same number of pages, each with its size and its look, as far as there is time to draw them.
    const [before, after] = [await openRaster(input), await openRaster(await savePdf(document, false))];
    const isSame = resizedPart([before], after) === undefined && (await redrawnPart([before], after)) === undefined;
    if (!isSame) return undefined;
  }
  const sheets = await fitOnSheets(
    document,
    walked.pages.map(({ misfit }) => misfit),
    paper,
  );
  if (sheets.problem !== undefined) return { problem: sheets.problem, details: sheets.details };
  if (!isChanged && sheets.turned.length + sheets.fitted.length + sheets.shrunk.length === 0) return undefined;
  return { ...sheets, ...taken, protection, pdf: Buffer.from(await savePdf(document, true)).toString('base64') };
}

/** The wrapper's private parts: it cannot save a file. */
interface SavingModule {
  readonly _FPDF_GetSecurityHandlerRevision: (...args: number[]) => number;
  readonly _FPDF_SaveAsCopy: (...args: number[]) => number;
  readonly wasmExports: {
    malloc(bytes: number): number;
    readonly __indirect_function_table: { set(place: number, call: unknown): void };
  };
  readonly HEAPU8: Uint8Array;
}

/** The PDF without protection against changes; `undefined` if it is not protected, has a password, or cannot be read. */
async function unlock(pdf: Uint8Array): Promise<Buffer | undefined> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf).catch(() => undefined);
  if (document === undefined) return undefined;
  const { module, documentIdx } = document as unknown as {
    readonly module: SavingModule;
    readonly documentIdx: number;
  };
  // Protected by no scheme at all.
  const notProtected = -1;
  if (module._FPDF_GetSecurityHandlerRevision(documentIdx) === notProtected) return undefined;
  const chunks: Buffer[] = [];
  const target = fileWriter(module, (at, length) => chunks.push(Buffer.from(module.HEAPU8.slice(at, at + length))));
  // FPDF_REMOVE_SECURITY.
  const removeSecurity = 3;
  const isSaved = module._FPDF_SaveAsCopy(documentIdx, target, removeSecurity) !== 0;
  return isSaved && chunks.length > 0 ? Buffer.concat(chunks) : undefined;
}

/** The address of an FPDF_FILEWRITE: a version, and the place of its function in the table. Place 0 is never used. */
function fileWriter({ wasmExports, HEAPU8 }: SavingModule, take: (at: number, length: number) => void): number {
  const write = (_: number, at: number, length: number) => {
    take(at, length);
    return 1;
  };
  const { WebAssembly: platform } = globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly f: unknown } };
    };
  };
  // A WebAssembly module with one function of three numbers that returns one: it passes them on to `e.f`. A table takes
  // no plain function of JavaScript.
  const passOn = new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f],
    ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
    ...[7, 5, 1, 1, 0x66, 0, 0],
  ]);
  const { exports } = new platform.Instance(new platform.Module(passOn), { e: { f: write } });
  wasmExports.__indirect_function_table.set(0, exports.f);
  const address = wasmExports.malloc(8);
  const view = new DataView(HEAPU8.buffer);
  view.setUint32(address, 1, true);
  view.setUint32(address + 4, 0, true);
  return address;
}
