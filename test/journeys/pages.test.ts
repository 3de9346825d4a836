/** Every page in every state, from one service: in one browser, in changing windows, and in both languages. */
import type { Page } from 'puppeteer-core';
import { french, serviceTexts } from '../../shared/pages/french/french.ts';
import { type Answer, ada, grace } from '../support/e2e/client.ts';
import { usBank } from '../support/e2e/desk.ts';
import { running, startService } from '../support/e2e/service.ts';
import { encoded, faultsOf, inBrowser, type Look, looks, open, wearing } from '../support/pages/browsing.ts';
import { attribute, elements, textsOf } from '../support/pages/reading.ts';
import { type PageState, pageStates, shownOperator, standing } from '../support/pages/states.ts';
import { sample } from '../support/proofs.ts';

const service = running(() => startService({ ...standing, ...shownOperator }));
const browsing = inBrowser();

/** Each order is brought into its state once: the browser and both languages look at the same page. */
const urls = new Map<string, Promise<string>>();
function urlOf({ name, open: reach }: PageState): Promise<string> {
  const url = urls.get(name) ?? reach(service);
  urls.set(name, url);
  return url;
}

/** The browser's complaints about a page that breaks its own policy, or that cannot load what it names. */
function complaintsIn(tab: Page): string[] {
  const complaints: string[] = [];
  tab.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  tab.on('pageerror', (error) => void complaints.push(String(error)));
  return complaints;
}

/** Each page has one look, the next page the next: wide and narrow, in light and dark, with scripts and without. */
const lookOf = (at: number) => ({
  script: Math.floor(at / looks.length) % 2 === 0,
  look: looks[at % looks.length] as Look,
});

/** The most bytes of a page, and of its script. The developer's mailbox grows with its items. */
const mostBytes = 25_000;
/** The whole contract is one page. */
const mostBytesOfDocs = 80_000;

test.each(
  sample(
    pageStates.map((state, at) => ({ ...state, ...lookOf(at) })),
    40,
    'pages in a browser',
  ),
)('the page $name passes axe, fits its window, is small, and has no cookie and no browser error', async (state) => {
  const { name, posts, script, look } = state;
  const url = await urlOf(state);
  const tab = await browsing.tab({ script });
  const complaints = complaintsIn(tab);
  const beside: Promise<number>[] = [];
  tab.on('response', (response) => {
    if (/[?&](?:script|style)=/.test(response.url())) beside.push(response.buffer().then(({ length }) => length));
  });
  await wearing(tab, look);
  const markup = await open(tab, url, await posts?.(service));
  expect({ script, look, faults: await faultsOf(tab) }).toEqual({ script, look, faults: [] });
  const most = name.startsWith('docs') ? mostBytesOfDocs : mostBytes;
  if (!name.startsWith('mailbox')) expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(most);
  for (const bytes of await Promise.all(beside)) expect(bytes).toBeLessThanOrEqual(mostBytes);
  expect(await tab.cookies()).toEqual([]);
  // A busy machine draws a page later; the page says so in words.
  expect(complaints.filter((text) => !/favicon|status of (?:4\d\d|503)/.test(text))).toEqual([]);
  await tab.close();
});

/** Words that come from orders, settings and identifiers. No sentence of ours has only such words. */
const data = [
  ...Object.values(shownOperator),
  ...[ada, grace, usBank].flatMap((each) => Object.values<string>(each)),
  ...[
    'Marie Tremblay',
    '12 rue Exemple',
    'Toronto',
    'ON',
    'M5V 2T6',
    'Office rent',
    '1 TEST \\w+ ST',
    'Rent, December',
    // On the order form.
    'Dear Ada,|The engine works\\.|Rent',
    'Canada',
    'OpenAPI',
    // On a receipt: its number and the partner's, the order's, hashes, and where it is verified.
    '(?:rcpt|letter|cheque|fax)_\\w+',
    '\\b[0-9A-Z]{10}\\b',
    '\\b[0-9a-f]{64}\\b|\\b[0-9a-f]{32}\\b',
    'http://127\\.0\\.0\\.1:\\d+/v1/verify',
    'llms.txt',
  ],
  'Visa ···4242',
  // The drawn letter and its stamp on the first page.
  '12 Main St',
  'Albany NY 12207',
  '· CA$',
];

/** Hashes, ids, order numbers and addresses of the web. */
const identifiers = [
  /\b[0-9a-f]{64}\b/g,
  /\b[a-z]+(_test)?_[0-9a-z]{20,}\b/g,
  /\b[0-9A-Z]{10}\b/g,
  /\b(?:[0-9A-Z]{4}-){2}[0-9A-Z]{2}\b/g,
  /https?:\S+/g,
];

const isData = (text: string): boolean =>
  [...identifiers, ...data.map((pattern) => new RegExp(pattern, 'g'))]
    .reduce((left, pattern) => left.replaceAll(pattern, ''), text)
    .match(/\p{L}{2,}/u) === null;

/** The same word in both languages. */
const shared: ReadonlySet<string> = new Set([
  'UTC',
  ...Object.entries({ ...french, ...serviceTexts }).flatMap(([text, inFrench]) => (text === inFrench ? text : [])),
]);

/** The words that people read or hear: texts, and attributes that are read out. */
function saidBy(page: Answer): string[] {
  const shown = { headers: {}, body: page.text };
  const spoken = elements(shown).flatMap((element) =>
    ['alt', 'aria-label', 'title', 'placeholder'].flatMap((name) => attribute(element, name) ?? []),
  );
  return [...textsOf(shown), ...spoken].map((text) => text.replace(/\s+/g, ' ').trim());
}

/** The mailbox and the documentation are for developers, in English. */
const forPayers = pageStates.filter(({ name }) => !/^(?:mailbox|docs)/.test(name));

test.each(sample(forPayers, 8, 'pages in French'))(
  'the page $name has no English sentence in French',
  async (state) => {
    const { posts } = state;
    const url = await urlOf(state);
    const shownIn = async (language: string): Promise<Answer> => {
      const headers = { 'accept-language': language, accept: 'text/html' };
      if (posts === undefined) return service.get(url, headers);
      const { type, body } = await encoded(await posts(service));
      return service.post(url, body, { ...headers, 'content-type': type });
    };
    const english = new Set(saidBy(await shownIn('en')));
    const inFrench = saidBy(await shownIn('fr-CA'));
    expect(inFrench.filter((text) => english.has(text) && !shared.has(text) && !isData(text))).toEqual([]);
    expect(inFrench.some((text) => !english.has(text))).toBe(true);
  },
);
