/** The child process of `repairPdf`: writes a new PDF with the same pages, which can be printed. */
import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDict } from '#pdf-lib';
import type { Paper } from '../../domain/paper.ts';
import { removeActiveContent } from './inspect/active-content.ts';
import { fitOnSheets, misfitOf } from './inspect/fit-sheets.ts';
import { walkPages } from './inspect/walk-pages.ts';
import { loadPdf, savePdf } from './load-and-save.ts';
import { openRaster, redrawnPart, resizedPart } from './raster.ts';
import type { RepairFinding } from './repair-pdf.ts';

const paper: Paper = JSON.parse(process.argv[2] ?? '');
const input = await buffer(process.stdin);
const unlocked = input.includes('/Encrypt') ? await unlock(input) : undefined;
const document = await loadPdf(unlocked ?? input);
const finding = await repair();
if (finding !== undefined) process.stdout.write(`${JSON.stringify(finding)}\n`);

async function repair(): Promise<RepairFinding | undefined> {
  const { context, catalog } = document;
  const walked = walkPages(context, catalog, (node, attributes) => ({
    node,
    misfit: misfitOf(paper, context, node, attributes),
  }));
  // The inspector stopped at the first problem, and could not see the pages of a protected file.
  if ('problem' in walked) return { problem: walked.problem, details: walked.details };
  if (!(catalog instanceof PDFDict)) return undefined;
  const nodes = walked.pages.map(({ node }) => node);
  const removed = removeActiveContent(context, catalog, nodes);
  const wasProtected = unlocked !== undefined;
  const isChanged = wasProtected || removed.hadLinks || removed.hadFiles || removed.hadScripts;
  if (isChanged) {
    // Checks that the pages have the same number, size and look, as far as there is time to draw them.
    const before = await openRaster(input);
    const after = await openRaster(await savePdf(document, false));
    const isSame = resizedPart([before], after) === undefined && (await redrawnPart([before], after)) === undefined;
    if (!isSame) return undefined;
  }
  const misfits = walked.pages.map(({ misfit }) => misfit);
  const sheets = await fitOnSheets(document, misfits, paper);
  if ('problem' in sheets) return sheets;
  if (!isChanged && sheets.turned.length + sheets.fitted.length + sheets.shrunk.length === 0) return undefined;
  return { ...sheets, ...removed, wasProtected, pdf: Buffer.from(await savePdf(document, true)).toString('base64') };
}

/** pdfium's functions for saving a file, which the wrapper lacks. */
interface SavingModule {
  readonly _FPDF_GetSecurityHandlerRevision: (...args: number[]) => number;
  readonly _FPDF_SaveAsCopy: (...args: number[]) => number;
  readonly wasmExports: {
    malloc(bytes: number): number;
    readonly __indirect_function_table: { set(index: number, callback: unknown): void };
  };
  readonly HEAPU8: Uint8Array;
}

/** The PDF without protection against changes; `undefined` if it isn't protected, needs a password, or can't be read. */
async function unlock(pdf: Uint8Array): Promise<Buffer | undefined> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf).catch(() => undefined);
  if (document === undefined) return undefined;
  const { module, documentIdx } = document as unknown as {
    readonly module: SavingModule;
    readonly documentIdx: number;
  };
  const notProtected = -1;
  if (module._FPDF_GetSecurityHandlerRevision(documentIdx) === notProtected) return undefined;
  const chunks: Buffer[] = [];
  const target = fileWriter(module, (at, length) => chunks.push(Buffer.from(module.HEAPU8.slice(at, at + length))));
  // FPDF_REMOVE_SECURITY.
  const removeSecurity = 3;
  const isSaved = module._FPDF_SaveAsCopy(documentIdx, target, removeSecurity) !== 0;
  return isSaved && chunks.length > 0 ? Buffer.concat(chunks) : undefined;
}

/** The address of an FPDF_FILEWRITE: a version, and the index of its callback in the function table, where 0 is unused. */
function fileWriter(module: SavingModule, onData: (at: number, length: number) => void): number {
  const { wasmExports } = module;
  const write = (_: number, at: number, length: number) => {
    onData(at, length);
    return 1;
  };
  const { WebAssembly: wasm } = globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly f: unknown } };
    };
  };
  // The function table can't contain a JavaScript function. So this WebAssembly module exports `f`, which takes three
  // numbers, passes them to the imported `e.f` and returns its result.
  const sections = ['0061736d01000000', '01080160037f7f7f017f', '020701016501660000', '07050101660000'];
  const wrapper = Buffer.from(sections.join(''), 'hex');
  const { exports } = new wasm.Instance(new wasm.Module(wrapper), { e: { f: write } });
  wasmExports.__indirect_function_table.set(0, exports.f);
  const address = wasmExports.malloc(8);
  // The memory may have grown, and then has a new buffer.
  const view = new DataView(module.HEAPU8.buffer);
  view.setUint32(address, 1, true);
  view.setUint32(address + 4, 0, true);
  return address;
}
