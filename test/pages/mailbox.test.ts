/** The mailbox's page: how a job stands and who says so, its attempts, its links and buttons, and what is filtered. */

import type { CheckFace } from '../../shared/core/product.ts';
import type { Card } from '../../shared/pages/mailbox/card.ts';
import { type MailboxView, mailboxPage, noMailboxPage } from '../../shared/pages/mailbox/mailbox.ts';
import { attribute, elements, textOf, words } from '../support/pages/reading.ts';
import { mailboxCard, mailboxView, plainReader } from '../support/pages/views.ts';

const pageOf = (change: Partial<MailboxView> = {}) =>
  mailboxPage(mailboxView('Ada', { sought: {}, pages: 1, page: 1, says: undefined, ...change }), plainReader);
const withCard = (change: Partial<Card> = {}) => pageOf({ cards: [mailboxCard('Ada', { jobId: 'job_1', ...change })] });

type Drawn = ReturnType<typeof pageOf>;
const tags = (page: Drawn, tag: string) => elements(page).filter(({ tagName }) => tagName === tag);
const links = (page: Drawn) =>
  Object.fromEntries(tags(page, 'a').map((link) => [textOf(link), attribute(link, 'href')]));
const classes = (page: Drawn) => elements(page).flatMap((each) => attribute(each, 'class')?.split(' ') ?? []);
const attempt = (number: number, partnerStatus: string, reason?: string) => ({
  ...{ id: `fax_${number}`, number, partnerStatus, reason, createdAt: 0 },
  ...{ recordUrl: `/record/${number}`, documentUrl: null, documentSha256: null },
});

test('a card leads to the pay page, the status, the receipt, the partner’s record and the PDF', () => {
  expect(links(withCard())).toMatchObject({
    ...{ 'Pay page': '/pay', Status: '/status', Receipt: '/receipt', Record: '/record', PDF: '/document' },
  });
  const [image] = tags(withCard({ kind: 'fax', title: '+1 212-555-0147' }), 'img');
  expect([attribute(image, 'src'), attribute(image, 'alt')]).toEqual(['/preview', 'Page 1, fax to +1 212-555-0147']);
});

test('a job of which no partner has an order leads to no record and no PDF', () => {
  const page = withCard({ status: 'awaiting_payment', attempts: [], mailedAt: undefined });
  expect(Object.keys(links(page))).toEqual(expect.arrayContaining(['Pay page', 'Status', 'Receipt']));
  expect(links(page)).not.toHaveProperty('Record');
  expect(words(page)).not.toContain('partner:');
});

test('the API’s word stands first, and the partner’s own beside it only where it differs', () => {
  expect(words(withCard({ status: 'sent', attempts: [attempt(1, 'delivered')] }))).toContain('sent partner: delivered');
  expect(words(withCard({ status: 'failed', attempts: [attempt(1, 'failed')] }))).not.toContain('partner:');
});

test('the attempts of a fax are one card that says which came how far', () => {
  const busy = 'The receiving line was busy.';
  const page = withCard({ kind: 'fax', attempts: [attempt(2, 'failed', busy), attempt(1, 'failed', busy)] });
  expect(tags(page, 'article')).toHaveLength(1);
  expect(words(page)).toContain(`Attempt 2 of 4: ${busy}Attempt 1 of 4: ${busy}`);
  expect(links(page)).toMatchObject({ 'Attempt 1 of 4': '/record/1', 'Attempt 2 of 4': '/record/2' });
  expect(words(withCard({ attempts: [attempt(1, 'ready')] }))).not.toContain('Attempt');
});

test('only mail that has left is postmarked, with the time in UTC', () => {
  const [time] = tags(withCard(), 'time').filter((each) => attribute(each, 'class') === 'postmark');
  expect(time && textOf(time).replace(/\s+/g, ' ').trim()).toBe('Mar 14 2026 16:05 UTC');
  for (const status of ['in_production', 'cancelled', 'failed'])
    expect(classes(withCard({ status, mailedAt: undefined }))).not.toContain('postmark');
});

test('a fax has neither stamp nor postmark', () => {
  const page = withCard({ kind: 'fax', status: 'sent' });
  expect(classes(page)).toContain('of-fax');
  expect(classes(page).filter((name) => name === 'stamp' || name === 'postmark')).toEqual([]);
});

test('a check is drawn, void in a test, though it has no document', () => {
  const checkFace: CheckFace = {
    ...{ payTo: ['Ada Lovelace', '12 Analytical Way'], sender: ['Grace Hopper'], accountNickname: 'Household' },
    ...{
      amount: { cents: 125_000, currency: 'USD' as const },
      amountInWords: 'One thousand two hundred fifty and 00/100',
    },
    ...{ memo: 'Rent', number: 1_001 },
  };
  const card = mailboxCard('Ada', { kind: 'check', previewUrl: null, attempts: [], checkFace });
  const page = mailboxPage(mailboxView('Ada', { cards: [card] }), { ...plainReader, isTest: true });
  for (const said of ['$1,250.00', 'One thousand two hundred fifty', 'No. 1001', 'Rent', 'Household', 'VOID'])
    expect(words(page)).toContain(said);
  expect(words(page)).not.toContain('No document');
});

test('what has no picture says so', () => {
  expect(words(withCard({ previewUrl: null }))).toContain('No preview');
  expect(words(withCard({ previewUrl: null, attempts: [] }))).toContain('No document');
});

test('a card’s buttons are a form of its job that carries the secret and the way back', () => {
  const page = withCard({ actions: ['mail', 'remove'], notes: ['The partner will refuse it.'] });
  const form = tags(page, 'form').find((each) => attribute(each, 'action') === '/_mailbox/job_1');
  expect(attribute(form, 'method')).toBe('post');
  expect(tags(page, 'input').map((field) => [attribute(field, 'name'), attribute(field, 'value')])).toEqual(
    expect.arrayContaining([
      ['secret', 'secret'],
      ['back', ''],
    ]),
  );
  const buttons = tags(page, 'button').map((each) => [attribute(each, 'value'), textOf(each)]);
  expect(buttons).toEqual(
    expect.arrayContaining([
      ['mail', 'Mail it'],
      ['remove', 'Remove from this view'],
    ]),
  );
  expect(words(page)).toContain('The partner will refuse it.');
});

test('filters are links that keep one another, with how many each would show', () => {
  const page = pageOf({
    sought: { q: 'Ada', kind: 'fax' },
    kinds: [
      { name: 'letter', count: 3 },
      { name: 'fax', count: 2 },
    ],
    statuses: [{ name: 'sent', count: 2 }],
  });
  expect(links(page)).toMatchObject({
    'All kinds 5': '/_mailbox?q=Ada',
    'Letter 3': '/_mailbox?q=Ada&kind=letter',
    'sent 2': '/_mailbox?q=Ada&kind=fax&status=sent',
  });
  const current = tags(page, 'a').filter((each) => attribute(each, 'aria-current') === 'true');
  expect(current.map(textOf)).toEqual(['Fax 2', 'Any status 2']);
});

test('pages are turned with the filters in place', () => {
  const page = pageOf({ sought: { kind: 'fax' }, page: 2, pages: 3, found: 60 });
  expect(links(page)).toMatchObject({ Newer: '/_mailbox?kind=fax', Older: '/_mailbox?kind=fax&page=3' });
  expect(words(page)).toContain('60 jobs, newest first, page 2 of 3.');
  expect(links(pageOf())).not.toHaveProperty('Newer');
});

test('emptying says what it does not do, and what it removes where only some are shown', () => {
  expect(words(pageOf())).toContain('The simulated partners keep their orders, and no job changes.');
  expect(words(pageOf({ sought: { kind: 'fax' }, found: 2 }))).toContain('Remove 2 from this view');
});

test('a search that finds nothing leads back to everything', () => {
  const page = pageOf({ sought: { q: 'nobody' }, found: 0, cards: [] });
  expect(links(page)).toMatchObject({ 'Show all': '/_mailbox' });
});

test('an empty mailbox tells what to do, and has nothing to search', () => {
  const page = pageOf({ isEmpty: true });
  expect(words(page)).toContain('Ask for a quote and create a job with it.');
  expect(tags(page, 'form')).toEqual([]);
});

test('a service with real partners says that the mailbox has nothing, and offers no button', () => {
  const page = noMailboxPage(plainReader);
  expect(words(page)).toContain('works with real partners');
  expect([...tags(page, 'form'), ...tags(page, 'script')]).toEqual([]);
});
