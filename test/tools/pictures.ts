/**
 * `npm run pictures`: every page in every state of every product as PNG, from a service that it starts. The first word
 * after `--` is the folder, `.local/pictures` without it; further words pick the states whose names hold one of them.
 * `npm run pictures -- --docs` draws the seven for the pages in `docs/`, as large as the first screen.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openChat, pictureIn } from '../support/card/chat.ts';
import { type Host, openHost } from '../support/card/host.ts';
import { mcpUrl } from '../support/e2e/assistant.ts';
import { ada, grace } from '../support/e2e/client.ts';
import { type Service, startService } from '../support/e2e/service.ts';
import { type Browsing, browse, type Look, looks, open, type TabOptions, wearing } from '../support/pages/browsing.ts';
import { type PageState, pageStates, shownOperator, standing } from '../support/pages/states.ts';

type Language = NonNullable<TabOptions['language']>;

interface Picture {
  readonly file: string;
  readonly language: Language;
  readonly look: Look;
}

const [desktopByDay, , phoneByNight, phoneByDay] = looks as readonly [Look, Look, Look, Look];

/** By the names of states. */
const forDocs: Readonly<Record<string, Picture>> = {
  'letter, to pay': { file: 'review.png', language: 'en', look: desktopByDay },
  'check, to pay': { file: 'check.png', language: 'en', look: { ...desktopByDay, height: 1_330 } },
  'letter, with the partner': { file: 'progress.png', language: 'en', look: phoneByDay },
  'fax, to Canada with tax': { file: 'french.png', language: 'fr-CA', look: phoneByDay },
  'letter, receipt': { file: 'receipt.png', language: 'en', look: desktopByDay },
  'letter, cancel?': { file: 'cancel.png', language: 'en', look: phoneByNight },
};

const picturesOf = ({ name }: PageState): Picture[] =>
  (['en', 'fr-CA'] as const).flatMap((language) =>
    looks.map((look) => {
      const words = [name.replaceAll(',', '').replaceAll(' ', '-'), language.slice(0, 2), look.width, look.scheme];
      return { file: `${words.join('.')}.png`, language, look };
    }),
  );

async function draw(service: Service, browsing: Browsing, state: PageState, pictures: readonly Picture[]) {
  const url = await state.open(service);
  for (const language of new Set(pictures.map((picture) => picture.language))) {
    const tab = await browsing.tab({ language });
    await open(tab, url, await state.posts?.(service));
    // Pictures that are far down would be drawn when they come into view.
    await tab.$$eval('img', (images) => {
      for (const image of images) image.loading = 'eager';
      return Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    });
    for (const { file, look } of pictures.filter((picture) => picture.language === language)) {
      await wearing(tab, look);
      await writeFile(join(folder, file), await tab.screenshot({ fullPage: !isForDocs }));
    }
    await tab.close();
  }
  console.log(state.name);
}

const shownLetter = `Dear Ada,

thank you for your letter and for the drawings. The engine has been assembled, and it works: the first card was read on Monday, and the first table was printed on Tuesday.

Three of the wheels still stick when the room is cold. I have ordered new ones, in brass, and expect them within the month. Please send me the next set of cards whenever you are ready.

With my best regards to your mother,

Grace`;

/** The card of an order in a chat, by day and by night. */
async function drawCard(service: Service, browsing: Browsing, host: Host) {
  const { quote_id } = await service.quote({ text: shownLetter });
  const letter = { to: ada, from: grace, text: shownLetter };
  const { job_id } = await service.make('/jobs', { quote_id, letter });
  for (const look of isForDocs ? [desktopByDay] : looks) {
    const shown = { mcpUrl: mcpUrl(service), arguments: { job_id } };
    const { tab, card } = await openChat(browsing, host, shown, look);
    await pictureIn(card);
    const file = isForDocs ? 'card.png' : `card.en.${look.width}.${look.scheme}.png`;
    await writeFile(join(folder, file), await tab.screenshot({ fullPage: !isForDocs }));
    await tab.close();
  }
  console.log('card');
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('npm run pictures needs Linux on x64: the Chromium that comes with the project runs nowhere else.');
  process.exit(1);
}
const [first = '.local/pictures', ...wanted] = process.argv.slice(2);
const isForDocs = first === '--docs';
const folder = isForDocs ? join(import.meta.dirname, '..', '..', 'docs', 'images') : first;
const isWanted = ({ name }: PageState): boolean =>
  isForDocs ? name in forDocs : wanted.length === 0 || wanted.some((word) => name.includes(word));

await mkdir(folder, { recursive: true });
const browsing = await browse();
try {
  const host = await openHost();
  const service = await startService({ ...standing, ...shownOperator, MCP_ALLOWED_ORIGINS: host.origin });
  try {
    for (const state of pageStates.filter(isWanted)) {
      const picture = isForDocs ? forDocs[state.name] : undefined;
      await draw(service, browsing, state, picture === undefined ? picturesOf(state) : [picture]);
    }
    if (isForDocs || wanted.length === 0 || wanted.includes('card')) await drawCard(service, browsing, host);
  } finally {
    await service.stop();
    await host.close();
  }
} finally {
  await browsing.close();
}
