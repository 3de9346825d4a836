/** The files that lie beside a bundle because they cannot be in it: scripts of child processes, fonts, guides, a binary. */
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const require = createRequire(import.meta.url);

/** Adds to `folder` the files that a bundle of `inputs` opens at run time. */
export async function besideBundle(
  inputs: readonly string[],
  folder: string,
  options: BuildOptions & { readonly absWorkingDir: string },
): Promise<void> {
  const has = (part: string) => inputs.some((input) => input.includes(part));
  if (has('shared/web/docs/beside.ts')) await addDocs(folder, options.absWorkingDir);
  const readsPdfs = has('shared/rendering/process/read-in-child.ts');
  const printsHtml = has('shared/rendering/chromium/launch-chromium.ts');
  // The scripts of child processes, by the file that starts each of them.
  const children = {
    'shared/rendering/markdown/print-markdown.ts': 'to-html-child',
    'shared/rendering/pdf/inspect-pdf.ts': 'inspect-pdf-child',
    'shared/rendering/pdf/join-pdfs.ts': 'join-pdfs-child',
    'shared/rendering/pdf/repair-pdf.ts': 'repair-pdf-child',
    'shared/rendering/pdf/preview.ts': 'draw-child',
    'shared/rendering/receipt/add-pages.ts': 'add-pages-child',
    'shared/rendering/fax/fitness.ts': 'fitness-child',
    'shared/rendering/photo/photo.ts': 'photo-child',
  } as const;
  const started = Object.entries(children).filter(([starter]) => has(starter));
  const entryPoints = started.map(([starter, child]) => ({ in: join(dirname(starter), `${child}.ts`), out: child }));
  if (entryPoints.length > 0) await build({ ...options, outdir: folder, entryPoints });
  if (readsPdfs) await copyFile(require.resolve(`@hyzyla/pdfium/pdfium.wasm`), join(folder, 'pdfium.wasm'));
  // Copies files of a package into `node_modules`, so that a bundle resolves them like any other program.
  const addFiles = async (folder: string, name: string, files: readonly string[]): Promise<void> => {
    const from = dirname(require.resolve(`${name}/package.json`));
    const copied = ['package.json', ...files];
    await Promise.all(copied.map((file) => cp(join(from, file), join(folder, 'node_modules', name, file))));
  };
  if (has('shared/rendering/font/font-file.ts')) {
    const bold = has('shared/rendering/receipt/') ? ['700Bold'] : [];
    const faces = ['400Regular', ...(printsHtml ? ['400Regular_Italic', '700Bold', '700Bold_Italic'] : bold)];
    await addFiles(folder, '@expo-google-fonts/tinos', [
      'LICENSE_FONT',
      ...faces.map((face) => `${face}/Tinos_${face}.ttf`),
    ]);
  }
  if (printsHtml || has('shared/rendering/text/write-pdf.ts'))
    await addFiles(folder, '@fontsource/dejavu-sans', ['LICENSE', 'files/dejavu-sans-latin-400-normal.woff']);
}

async function addDocs(folder: string, root: string): Promise<void> {
  // The guides that shared/web/docs/library.ts reads; the OpenAPI document lies beside them.
  const guides = [
    ...['contract', 'content', 'configuration', 'webhooks', 'receipts', 'assistants'],
    ...['command-line', 'emails', 'payers', 'privacy', 'not-done'],
  ].map((name) => `docs/${name}.md`);
  await Promise.all([...guides, 'client/README.md'].map((file) => cp(join(root, file), join(folder, file))));
  const document = JSON.parse(await readFile(join(root, 'docs', 'openapi.json'), 'utf8'));
  await writeFile(join(folder, 'docs', 'openapi.json'), JSON.stringify(document));
}
