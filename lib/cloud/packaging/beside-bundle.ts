/** What lies beside a bundle because it cannot be in it: scripts that run as processes of their own, a font, a binary. */
import { copyFile, cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const require = createRequire(import.meta.url);
const pdfium = '@hyzyla/pdfium';
const tinos = '@expo-google-fonts/tinos';

const allFaces = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'];

const readsPdfs = (input: string) => input.endsWith('shared/rendering/process/read-in-child.ts');
const drawsPdfs = (input: string) => input.includes(`node_modules/${pdfium}/`);
const writesPdfs = (input: string) => input.endsWith('shared/rendering/font/tinos.ts');
const printsHtml = (input: string) => input.endsWith('shared/rendering/chromium/launch-chromium.ts');

/** Copies and builds into `folder` what the code made of `inputs` looks for there. */
export async function besideBundle(
  inputs: readonly string[],
  folder: string,
  options: BuildOptions & { readonly absWorkingDir: string },
): Promise<void> {
  if (inputs.some(readsPdfs)) await addReaders(folder, options);
  if (inputs.some(readsPdfs) || inputs.some(drawsPdfs)) await addPdfium(folder);
  if (inputs.some(writesPdfs)) await addTinos(folder, inputs.some(printsHtml) ? allFaces : ['400Regular']);
}

async function addReaders(folder: string, options: BuildOptions): Promise<void> {
  const entryPoints = {
    'inspect-pdf-child': 'shared/rendering/pdf/inspect-pdf-child.ts',
    'fitness-child': 'shared/rendering/fax/fitness-child.ts',
  };
  await build({ ...options, outdir: folder, entryPoints });
}

const addPdfium = (folder: string) => copyFile(require.resolve(`${pdfium}/pdfium.wasm`), join(folder, 'pdfium.wasm'));

/** Where Node looks for a package, so that `tinos.ts` finds it as it does anywhere else. */
async function addTinos(folder: string, faces: readonly string[]): Promise<void> {
  const from = dirname(require.resolve(`${tinos}/package.json`));
  const files = ['package.json', 'LICENSE_FONT', ...faces.map((face) => `${face}/Tinos_${face}.ttf`)];
  await Promise.all(files.map((file) => cp(join(from, file), join(folder, 'node_modules', tinos, file))));
}
