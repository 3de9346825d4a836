/**
 * `npm run pictures -- [FOLDER [WORD …]]` starts a service and draws every page in every state of every product as PNG,
 * in FOLDER or `.local/pictures`; with words, only the states whose names contain one of them.
 * `npm run pictures -- --docs` draws the pictures for `docs/`, each as large as the first screen.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Service, startService } from '../support/e2e/service.ts';
import { type Browsing, browse, emulateLook, looks, open } from '../support/pages/browsing.ts';
import { type DocPicture, docPictures, fingerprintOf } from '../support/pages/doc-pictures.ts';
import { type PageState, pageStates, settingsForPages, shownOperator } from '../support/pages/states.ts';

const picturesOf = ({ name }: PageState): DocPicture[] =>
  (['en', 'fr-CA'] as const).flatMap((language) =>
    looks.map((look) => {
      const parts = [name.replaceAll(',', '').replaceAll(' ', '-'), language.slice(0, 2), look.width, look.scheme];
      return { file: `${parts.join('.')}.png`, language, look };
    }),
  );

/** The fingerprint of the page in each picture, by the picture's file. */
const fingerprints: Record<string, string> = {};

async function draw(service: Service, browsing: Browsing, state: PageState, pictures: readonly DocPicture[]) {
  for (const language of new Set(pictures.map((picture) => picture.language))) {
    const tab = await browsing.tab({ language });
    // A new order for each language, because an order advances while its page is drawn.
    const markup = await open(tab, await state.open(service), await state.posts?.(service));
    if (isForDocs) for (const one of pictures) fingerprints[one.file] = fingerprintOf(markup, one);
    // Without this, images far down would load only when they scroll into view.
    await tab.$$eval('img', (images) => {
      for (const image of images) image.loading = 'eager';
      return Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    });
    for (const { file, look } of pictures.filter((picture) => picture.language === language)) {
      await emulateLook(tab, look);
      await writeFile(join(folder, file), await tab.screenshot({ fullPage: !isForDocs }));
    }
    await tab.close();
  }
  console.log(state.name);
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('npm run pictures needs Linux on x64: the Chromium that comes with the project runs nowhere else.');
  process.exit(1);
}
const [first = '.local/pictures', ...words] = process.argv.slice(2);
const isForDocs = first === '--docs';
const folder = isForDocs ? join(import.meta.dirname, '..', '..', 'docs', 'images') : first;
const isRequested = ({ name }: PageState): boolean =>
  isForDocs ? name in docPictures : words.length === 0 || words.some((word) => name.includes(word));

await mkdir(folder, { recursive: true });
const browsing = await browse();
const service = await startService({ ...settingsForPages, ...shownOperator });
try {
  for (const state of pageStates.filter(isRequested)) {
    const picture = isForDocs ? docPictures[state.name] : undefined;
    await draw(service, browsing, state, picture === undefined ? picturesOf(state) : [picture]);
  }
  if (isForDocs) await writeFile(join(folder, 'drawn-from.json'), `${JSON.stringify(fingerprints, null, 2)}\n`);
} finally {
  await service.stop();
  await browsing.close();
}
