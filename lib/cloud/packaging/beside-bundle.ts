/** The files that lie beside a bundle because they cannot be in it: scripts of child processes, fonts, guides, a binary. */
import { copyFile, cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const require = createRequire(import.meta.url);
const pdfium = '@hyzyla/pdfium';
const tinos = '@expo-google-fonts/tinos';

/** The guides that shared/doors/docs/guides.ts reads. */
const guides = ['contract.md', 'configuration.md', 'receipts.md', 'assistants.md'];

const allFaces = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'];

/** Adds to `folder` the files that a bundle of `inputs` opens at run time. */
export async function besideBundle(
  inputs: readonly string[],
  folder: string,
  options: BuildOptions & { readonly absWorkingDir: string },
): Promise<void> {
  const has = (part: string) => inputs.some((input) => input.includes(part));
  if (has('shared/doors/docs/guides.ts')) await addGuides(folder, options.absWorkingDir);
  const readsPdfs = has('shared/rendering/process/read-in-child.ts');
  const printsHtml = has('shared/rendering/chromium/launch-chromium.ts');
  await addChildren(has, folder, options);
  if (readsPdfs) await copyFile(require.resolve(`${pdfium}/pdfium.wasm`), join(folder, 'pdfium.wasm'));
  const faces = has('shared/rendering/receipt/') ? ['400Regular', '700Bold'] : ['400Regular'];
  if (has('shared/rendering/font/tinos.ts')) await addTinos(folder, printsHtml ? allFaces : faces);
}

async function addGuides(folder: string, root: string): Promise<void> {
  await Promise.all(guides.map((file) => cp(join(root, 'docs', file), join(folder, 'docs', file))));
}

/** The scripts of child processes, by the file that starts each of them. */
const children = {
  'shared/rendering/markdown/write-html.ts': 'to-html-child',
  'shared/rendering/pdf/inspect-pdf.ts': 'inspect-pdf-child',
  'shared/rendering/pdf/mend-pdf.ts': 'mend-pdf-child',
  'shared/rendering/pdf/preview.ts': 'draw-child',
  'shared/rendering/fax/fitness.ts': 'fitness-child',
  'shared/rendering/photo/photo.ts': 'photo-child',
} as const;

async function addChildren(
  has: (part: string) => boolean,
  folder: string,
  options: BuildOptions & { readonly absWorkingDir: string },
): Promise<void> {
  const started = Object.entries(children).filter(([starter]) => has(starter));
  const entryPoints = started.map(([starter, child]) => ({ in: join(dirname(starter), `${child}.ts`), out: child }));
  if (entryPoints.length > 0) await build({ ...options, outdir: folder, entryPoints });
}

/** Copies the font into `node_modules`, so that `tinos.ts` resolves it in a package as it does elsewhere. */
async function addTinos(folder: string, faces: readonly string[]): Promise<void> {
  const from = dirname(require.resolve(`${tinos}/package.json`));
  const files = ['package.json', 'LICENSE_FONT', ...faces.map((face) => `${face}/Tinos_${face}.ttf`)];
  await Promise.all(files.map((file) => cp(join(from, file), join(folder, 'node_modules', tinos, file))));
}
