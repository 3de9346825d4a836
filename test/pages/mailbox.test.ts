/** The page of the mailbox: the status of a job, its attempts, its links and its buttons. */
import { type Card, mailboxPage, noMailboxPage } from '../../shared/pages/mailbox.ts';
import { attribute, elements, textOf, words } from '../support/pages/reading.ts';
import { checkFace, mailboxCard, mailboxView, plainReader } from '../support/pages/views.ts';

const withCard = (change: Partial<Card> = {}) =>
  mailboxPage(mailboxView('Ada', [mailboxCard('Ada', { jobId: 'job_1', ...change })]), plainReader);

type Drawn = ReturnType<typeof withCard>;
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

test('a card shows the order’s number, amount and time, and its state in words (E4)', () => {
  const shown = withCard({ orderNumber: 'A02JKWNWFH', status: 'in_production' });
  expect(words(shown)).toMatch(/Letter In production .* A02JKWNWFH · \$2\.12 · Mar 14, 4:05\sPM Pay page/);
  expect(words(withCard({ status: 'cancelled' }))).toContain('Letter Canceled');
});

test('the card of a check has the drawn check in place of a document, void in test mode', () => {
  const card = mailboxCard('Ada', { kind: 'check', previewUrl: null, attempts: [], checkFace: checkFace('Ada') });
  const text = words(mailboxPage(mailboxView('Ada', [card]), { ...plainReader, isTest: true }));
  expect(text).toMatch(/Pay to the order of Ada .*\$1,250\.00.*VOID/);
  expect(text).not.toContain('No document');
});

test('a card’s buttons are a form of its job that carries the secret, and there is none without a button', () => {
  const page = withCard({ actions: ['mail', 'fail'], notes: ['The partner will refuse it.'] });
  const [form] = tags(page, 'form');
  expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', '/_mailbox/job_1']);
  expect(tags(page, 'input').map((field) => [attribute(field, 'name'), attribute(field, 'value')])).toEqual([
    ['secret', 'secret'],
  ]);
  expect(tags(page, 'button').map((each) => [attribute(each, 'value'), textOf(each)])).toEqual([
    ['mail', 'Mail it'],
    ['fail', 'Make it fail'],
  ]);
  expect(words(page)).toContain('The partner will refuse it.');
  expect(tags(withCard({ actions: [] }), 'form')).toEqual([]);
});

test('a service with real partners says that the mailbox has nothing, and offers no button', () => {
  const page = noMailboxPage(plainReader);
  expect(words(page)).toContain('uses real partners');
  expect([...tags(page, 'form'), ...tags(page, 'script')]).toEqual([]);
});
