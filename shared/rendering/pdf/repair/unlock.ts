/** Opens a PDF that is protected only against changes, and writes it again without that protection. */
import { PDFiumLibrary } from '@hyzyla/pdfium';

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

/** `undefined` if it is not protected, has a password, or cannot be read. */
export async function unlock(pdf: Uint8Array): Promise<Buffer | undefined> {
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
