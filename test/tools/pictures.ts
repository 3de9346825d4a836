/**
 * `npm run pictures`: every page in every state of every product as PNG, from a service that it starts. The first word
 * after `--` is the folder, `.local/pictures` without it; further words pick the states whose names hold one of them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '../support/e2e/service.ts';
import { browse, type Look, looks, open, wearing } from '../support/pages/browsing.ts';
import { type PageState, pageStates, shownOperator, standing } from '../support/pages/states.ts';

const [folder = '.local/pictures', ...wanted] = process.argv.slice(2);
const states = pageStates.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
const languages = ['en', 'fr-CA'] as const;

const fileName = ({ name }: PageState, language: string, { width, scheme }: Look): string =>
  `${name.replaceAll(',', '').replaceAll(' ', '-')}.${language.slice(0, 2)}.${width}.${scheme}.png`;

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('npm run pictures needs Linux on x64: the Chromium that comes with the project runs nowhere else.');
  process.exit(1);
}
await mkdir(folder, { recursive: true });
const browsing = await browse();
try {
  const service = await startService({ ...standing, ...shownOperator });
  try {
    for (const state of states) {
      const url = await state.open(service);
      for (const language of languages) {
        const tab = await browsing.tab({ language });
        await open(tab, url, state.posts);
        // Pictures that are far down would be drawn when they come into view.
        await tab.$$eval('img', (images) => {
          for (const image of images) image.loading = 'eager';
          return Promise.all(images.map((image) => image.decode().catch(() => undefined)));
        });
        for (const look of looks) {
          await wearing(tab, look);
          await writeFile(join(folder, fileName(state, language, look)), await tab.screenshot({ fullPage: true }));
        }
        await tab.close();
      }
      console.log(state.name);
    }
  } finally {
    await service.stop();
  }
} finally {
  await browsing.close();
}
