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

test('a card leads to the pay page, the status, the receipt, the partner’s record and the PDF', () => {
  expect(links(withCard())).toMatchObject({
    ...{ 'Pay page': '/pay', Status: '/status', Receipt: '/receipt', Record: '/record', PDF: '/document' },
  });
  const [image] = tags(withCard({ kind: 'fax', title: '+1 212-555-0147' }), 'img');
  expect([attribute(image, 'src'), attribute(image, 'alt')]).toEqual(['/preview', 'Page 1, fax to +1 212-555-0147']);
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
    'Sent 2': '/_mailbox?q=Ada&kind=fax&status=sent',
  });
  const current = tags(page, 'a').filter((each) => attribute(each, 'aria-current') === 'true');
  expect(current.map(textOf)).toEqual(['Fax 2', 'Any status 2']);
});

test('the list has a row for each job, and its links stay in the list', () => {
  const sought = { q: 'Ada', view: 'list' } as const;
  const page = pageOf({ sought, kinds: [{ name: 'fax', count: 2 }], cards: [mailboxCard('Ada')] });
  expect(elements(page).map((each) => attribute(each, 'class'))).toContain('envelopes rows');
  expect(links(page)).toMatchObject({ 'Fax 2': '/_mailbox?q=Ada&kind=fax&view=list', 'As cards': '/_mailbox?q=Ada' });
  expect(links(pageOf({ sought: { q: 'Ada' } }))).toMatchObject({ 'As a list': '/_mailbox?q=Ada&view=list' });
  expect(words(pageOf({ sought, found: 1 }))).toContain('Remove these');
  expect(words(pageOf({ sought: { view: 'list' }, found: 1 }))).not.toContain('Remove these');
});

test('a service with real partners says that the mailbox has nothing, and offers no button', () => {
  const page = noMailboxPage(plainReader);
  expect(words(page)).toContain('works with real partners');
  expect([...tags(page, 'form'), ...tags(page, 'script')]).toEqual([]);
});
