/** Every page in every state, in both languages: whatever a French reader sees that stands in the English page is data. */
import { french, serviceTexts } from '../../shared/pages/french/french.ts';
import { type Answer, ada, grace } from '../support/e2e/client.ts';
import { usBank } from '../support/e2e/desk.ts';
import { running, startService } from '../support/e2e/service.ts';
import { encoded } from '../support/pages/browsing.ts';
import { attribute, elements, textsOf } from '../support/pages/reading.ts';
import { pageStates, shownOperator, standing } from '../support/pages/states.ts';
import { sample } from '../support/proofs.ts';

const service = running(() => startService({ ...standing, ...shownOperator }));

/** Words that orders, settings and the service's own identifiers bring. A sentence of ours is never made of them alone. */
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
    'Dear Ada,|the engine works\\.|Rent',
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
  [...identifiers, ...data.map((known) => new RegExp(known, 'g'))]
    .reduce((left, known) => left.replaceAll(known, ''), text)
    .match(/\p{L}{2,}/u) === null;

/** The same word in both languages. */
const shared: ReadonlySet<string> = new Set(
  Object.entries({ ...french, ...serviceTexts }).flatMap(([text, inFrench]) => (text === inFrench ? text : [])),
);

/** The words that people read or hear: texts, and the attributes that speak. */
function saidBy(page: Answer): string[] {
  const shown = { headers: {}, body: page.text };
  const spoken = elements(shown).flatMap((element) =>
    ['alt', 'aria-label', 'title', 'placeholder'].flatMap((name) => attribute(element, name) ?? []),
  );
  return [...textsOf(shown), ...spoken].map((text) => text.replace(/\s+/g, ' ').trim());
}

/** The mailbox and the documentation speak to developers. */
const forPayers = pageStates.filter(({ name }) => !/^(?:mailbox|docs)/.test(name));

test.each(sample(forPayers, 8, 'pages in French'))('$name', async (state) => {
  const { open, posts } = state;
  const url = await open(service);
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
});
