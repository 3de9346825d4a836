/** Every page in every state from one service: in a browser with changing window sizes, and in both languages. */
import type { Page } from 'puppeteer-core';
import { french, serviceTexts } from '../../shared/pages/french/french.ts';
import { type Answer, ada, grace } from '../support/e2e/client.ts';
import { usBank } from '../support/e2e/desk.ts';
import { running, startService } from '../support/e2e/service.ts';
import { emulateLook, encoded, faultsOf, inBrowser, type Look, looks, open } from '../support/pages/browsing.ts';
import { attribute, elements, textsOf } from '../support/pages/reading.ts';
import { type PageState, pageStates, settingsForPages, shownOperator } from '../support/pages/states.ts';
import { sample } from '../support/sampling.ts';

const service = running(() => startService({ ...settingsForPages, ...shownOperator }));
const browsing = inBrowser();

/** Kept, because bringing an order into a state takes long, and several tests open the same page. */
const urls = new Map<string, Promise<string>>();
function urlOf({ name, open: prepare }: PageState): Promise<string> {
  const url = urls.get(name) ?? prepare(service);
  urls.set(name, url);
  return url;
}

/** Collects the browser's errors, such as a violation of the page's policy or a resource that doesn't load. */
function browserErrorsIn(tab: Page): string[] {
  const errors: string[] = [];
  tab.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  tab.on('pageerror', (error) => void errors.push(String(error)));
  return errors;
}

/** How the page with this index is opened. All pages together cover every size and color scheme, both languages, and scripts on and off. */
const settingOf = (index: number) => ({
  script: Math.floor(index / looks.length) % 2 === 0,
  language: index % 3 === 0 ? ('fr-CA' as const) : ('en' as const),
  look: looks[index % looks.length] as Look,
});

/** For a page, and for its script. The developer's mailbox has no limit, because it grows with its items. */
const maxBytes = 25_000;
/** The API contract is a single long page. */
const maxBytesOfDocs = 80_000;

test.each(
  sample(
    pageStates.map((state, index) => ({ ...state, ...settingOf(index) })),
    40,
    'pages in a browser',
  ),
)('the page $name passes axe, fits its window, is small, and has no cookie and no browser error', async (state) => {
  const { name, posts, script, language, look } = state;
  const url = await urlOf(state);
  const tab = await browsing.tab({ script, language });
  const errors = browserErrorsIn(tab);
  const resourceSizes: Promise<number>[] = [];
  tab.on('response', (response) => {
    if (/[?&](?:script|style)=/.test(response.url()))
      resourceSizes.push(response.buffer().then(({ length }) => length));
  });
  await emulateLook(tab, look);
  const markup = await open(tab, url, await posts?.(service));
  expect({ script, language, look, faults: await faultsOf(tab) }).toEqual({ script, language, look, faults: [] });
  const limit = name.startsWith('docs') ? maxBytesOfDocs : maxBytes;
  if (!name.startsWith('mailbox')) expect(Buffer.byteLength(markup)).toBeLessThanOrEqual(limit);
  for (const bytes of await Promise.all(resourceSizes)) expect(bytes).toBeLessThanOrEqual(maxBytes);
  expect(await tab.cookies()).toEqual([]);
  // On a busy machine a picture may fail with 503, which the page explains.
  expect(errors.filter((text) => !/favicon|status of (?:4\d\d|503)/.test(text))).toEqual([]);
});

/** Patterns of words from orders and settings. None of our sentences consists only of such words. */
const dataPatterns = [
  ...Object.values(shownOperator),
  ...[ada, grace, usBank].flatMap((each) => Object.values<string>(each)),
  'Marie Tremblay|12 rue Exemple|Toronto|ON|M5V 2T6',
  'Office rent|1 TEST \\w+ ST|Rent, December',
  // On the order form and a receipt.
  'Dear Ada,|The engine works\\.|Rent',
  'Canada',
  'OpenAPI',
  '(?:rcpt|letter|cheque|fax)_\\w+',
  'Visa ···4242',
  // On the home page, with its drawing of a letter.
  'llms.txt',
  '12 Main St',
  'Albany NY 12207',
  '· CA$',
];

/** Hashes, ids, order numbers and URLs. */
const identifiers = [
  /\b(?:[0-9a-f]{32}){1,2}\b/g,
  /\b[a-z]+(_test)?_[0-9a-z]{20,}\b/g,
  /\b[0-9A-Z]{10}\b/g,
  /\b(?:[0-9A-Z]{4}-){2}[0-9A-Z]{2}\b/g,
  /https?:\S+/g,
];

/** Whether no word is left in the text without data and identifiers. */
function isData(text: string): boolean {
  let rest = text;
  for (const pattern of [...identifiers, ...dataPatterns.map((each) => new RegExp(each, 'g'))])
    rest = rest.replaceAll(pattern, '');
  return !/\p{L}{2,}/u.test(rest);
}

/** Texts that are the same in both languages. */
const sameInFrench: ReadonlySet<string> = new Set([
  'UTC',
  ...Object.entries({ ...french, ...serviceTexts }).flatMap(([text, inFrench]) => (text === inFrench ? text : [])),
]);

/** The texts that a screen reader reads out, including those in attributes. */
function spokenTexts({ text: body }: Answer): string[] {
  const page = { headers: {}, body };
  const inAttributes = elements(page).flatMap((element) =>
    ['alt', 'aria-label', 'title', 'placeholder'].flatMap((name) => attribute(element, name) ?? []),
  );
  return [...textsOf(page), ...inAttributes].map((text) => text.replace(/\s+/g, ' ').trim());
}

/** The mailbox and the documentation are for developers, in English. */
const forPayers = pageStates.filter(({ name }) => !/^(?:mailbox|docs)/.test(name));

test.each(sample(forPayers, 8, 'pages in French'))('the French page $name has no English sentence', async (state) => {
  const { posts } = state;
  const url = await urlOf(state);
  const pageIn = async (language: string): Promise<Answer> => {
    const headers = { 'accept-language': language, accept: 'text/html' };
    if (posts === undefined) return service.get(url, headers);
    const { type, body } = await encoded(await posts(service));
    return service.post(url, body, { ...headers, 'content-type': type });
  };
  const english = new Set(spokenTexts(await pageIn('en')));
  const inFrench = spokenTexts(await pageIn('fr-CA'));
  expect(inFrench.filter((text) => english.has(text) && !sameInFrench.has(text) && !isData(text))).toEqual([]);
  expect(inFrench.some((text) => !english.has(text))).toBe(true);
});
