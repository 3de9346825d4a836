/** The pay page: what it shows before and after payment, and when the order can be paid. */
import type { Page } from '../../shared/pages/page.ts';
import type { PayView } from '../../shared/pages/pay/bill.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { documentTextPage } from '../../shared/pages/views/show-preview.ts';
import { catalog } from '../../shared/products/index.ts';
import { everyWarning } from '../support/pages/every-warning.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText, textOf } from '../support/pages/reading.ts';
import { checkFace, moment, payView, plainReader, progressView, stamps } from '../support/pages/views.ts';

const order: PayView = {
  ...payView(),
  recipient: 'Ada Lovelace',
  country: 'CA',
  facts: [{ label: 'To', value: ['Ada Lovelace', '12 Analytical Way'] }],
  price: { currency: 'CAD', amountCents: 615, tax: { label: 'HST 13%', cents: 80 }, priceList: 'one' },
};

test('before the payment, the page says how long an order of its product can be canceled', () => {
  const textFor = (service: 'letter' | 'fax') => pageText(payPage({ ...order, service }, plainReader));
  expect(textFor('letter')).toContain('see its status. You can cancel until printing starts.');
  expect(textFor('fax')).toContain('see its status. You can cancel until our fax partner starts sending.');
});

test('the page says that the payer is charged only on the next page, and until when they can pay', () => {
  const page = payPage({ ...order, expiresAt: moment }, plainReader);
  expect(pageText(page)).toContain('You’re charged only when you pay on the next page.');
  expect(pageText(page)).toContain('You can pay until March 14, 2026 at 4:05 PM UTC.');
  expect(elements(page).map((element) => attribute(element, 'datetime'))).toContain('2026-03-14T16:05:00.000Z');
});

test('without a payment URL there is no Pay button, and no text about paying', () => {
  const unpayable = { ...order, payUrl: undefined, progress: progressView('1', { stage: 'preparing' }) };
  const text = pageText(payPage(unpayable, plainReader));
  expect(text).toContain('We’re preparing the payment page.');
  expect(text).not.toMatch(/CA\$6\.95Pay|before you pay/);
});

test('a paid or ended order cannot be paid, even if its view has a payment URL', () => {
  for (const status of ['paid', 'fulfilled', 'failed', 'cancelled'] as const)
    expect(payPage({ ...order, status }, plainReader).body).not.toContain(`${order.payUrl}`);
});

test('each line of the bill is only a name and an amount', () => {
  const untaxed: PayView = { ...order, price: { currency: 'USD', amountCents: 212, priceList: 'one' } };
  const facts = [{ label: 'Pages', value: '48, single-sided, black and white' }];
  const simple = pageText(payPage({ ...untaxed, facts, status: 'paid' }, plainReader));
  expect(simple).toMatch(/Price Printing and mailing a letterUS\$2\.12 TotalUS\$2\.12 Details/);
  const withCover = pageText(payPage({ ...untaxed, coverCents: 100 }, plainReader));
  expect(withCover).toMatch(/Printing and mailing a letterUS\$1\.12 Cover sheetUS\$1\.00/);
});

test('the page of a check says that its amount is not charged here, unless the order was canceled', () => {
  const check: PayView = { ...order, country: 'US', checkFace: checkFace('Operating') };
  expect(pageText(payPage(check, plainReader))).toContain(
    'We don’t charge the check’s $1,250.00 here. It comes out of your bank account “Operating” when the check is cashed.',
  );
  expect(pageText(payPage(check, quebec))).toMatch(/Date: le jour de l’impression.* débité du compte «.Operating.» /);
  expect(pageText(payPage({ ...check, status: 'cancelled' }, plainReader))).not.toContain('comes out of');
});

const quebec = readerFor({ acceptLanguage: 'fr-CA', operator: {}, isTest: false });
const pageWith = (change: Partial<PayView>, reader = plainReader) =>
  payPage({ ...order, heading: catalog[change.service ?? order.service].heading, ...change }, reader);
const previewOf = (pages: number) => ({ path: '/v1/pay/code', pages });
const pictures = (page: Page) => elements(page, 'img').map((image) => attribute(image, 'src'));
const pictureUrls = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `/v1/pay/code/pages/${first + index}`);
const folds = (page: Page) => elements(page, 'details').filter((each) => attribute(each, 'class') === 'fold');

test('every page of the document has a picture, loaded lazily after the first, and there is a link to the PDF', () => {
  const page = pageWith({ preview: previewOf(4) });
  expect(pictures(page)).toEqual(pictureUrls(1, 4));
  expect(folds(page)).toEqual([]);
  const images = elements(page, 'img');
  expect(images.map((image) => attribute(image, 'alt'))[3]).toBe('Page 4 of 4');
  expect(pageText(page)).toMatch(/Page 1 of 4.*Details.*Pages 2 to 4/);
  expect(images.map((image) => attribute(image, 'loading'))).toEqual([undefined, 'lazy', 'lazy', 'lazy']);
  expect(elements(page).map((element) => attribute(element, 'href'))).toContain('/v1/pay/code/proof.pdf');
});

test('more than four pages are folded, and a very long document has pictures of its first 61 pages', () => {
  const page = pageWith({ preview: previewOf(22) });
  expect(folds(page).map(textOf).join()).toMatch(/^\s*Pages 2 to 22/);
  expect(pictures(page)).toEqual(pictureUrls(1, 22));
  expect(pageText(page)).toContain('If a picture doesn’t load, save the PDF.');
  const long = pageWith({ preview: previewOf(200) });
  expect(pictures(long)).toEqual(pictureUrls(1, 61));
  const headings = /Page 1 of 200 .*Details.*Pages 2 to 61 of 200 ?These pictures show the first 61 pages\./;
  expect(pageText(long)).toMatch(headings);
});

/** More warnings than a real order has, each code only once. */
const longestWarnings = [...new Map(everyWarning.map((warning) => [warning.code, warning])).values()]
  .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)
  .slice(0, 12);

test('the page is smaller than 25 kB, even with the longest document and the twelve longest warnings', () => {
  const lines = ['Ada Lovelace', '12 Analytical Way, Building of the Engines', 'Unit 5', 'Springfield IL 62701'];
  const addressChoice: PayView['addressChoice'] = {
    kind: 'corrected',
    token: 'x'.repeat(26),
    mayTake: true,
    suggestion: { addressLine1: '12 Analytical Way', city: 'Springfield', countryCode: 'US' },
    country: 'US',
    what: ['addressLine1', 'city', 'provinceOrState', 'postalOrZip'],
    ordered: lines,
    suggested: lines.map((line) => `${line}.`),
  };
  const long = { preview: previewOf(200), stamps: stamps(), warnings: longestWarnings };
  const check = { ...long, preview: previewOf(1), checkFace: checkFace() };
  for (const reader of [plainReader, quebec])
    for (const longest of [long, { ...long, addressChoice }, { ...check, addressChoice }])
      expect(Buffer.byteLength(pageWith(longest, reader).body)).toBeLessThan(25_000);
});

test.each([
  [{}, 'stamps windows', 'The dashed lines are the windows of the envelope.'],
  [{ showsWindows: false }, 'stamps', 'In blue: the addresses, which our print partner adds.'],
  [{ showsWindows: false, isFlat: true }, 'stamps flat', 'the window of the large envelope.'],
])('only the first page shows the printed addresses, here with %j', (change, name, legend) => {
  const page = pageWith({ preview: previewOf(3), stamps: { ...stamps('Ada Lovelace'), ...change } });
  const stamped = elements(page).map((each) => attribute(each, 'class') ?? '');
  expect(stamped.filter((each) => each.startsWith('stamps'))).toEqual([name]);
  expect(pageText(page)).toContain(legend);
  expect(pageText(page).includes('windows of the envelope')).toBe(name === 'stamps windows');
});

test('the drawn check has payee, amount, date, memo, number and account, and is void in test mode', () => {
  const [recipient, facts] = ['Compilers Ltd', [{ label: 'Memo', value: 'Compilers Ltd' }]];
  const change = { service: 'check', recipient, checkFace: checkFace(recipient), facts } as const;
  const text = pageText(pageWith(change));
  expect(text).toMatch(
    /Check for US\$1,250\.00 to Compilers Ltd.*No\. 1001.*the day it’s printed.*Pay to the order of Compilers Ltd/,
  );
  expect(text).toMatch(/\$1,250\.00.*US dollars.*Drawn on Compilers Ltd Memo Compilers Ltd.*Details MemoCompilers Ltd/);
  expect(text).not.toContain('VOID');
  expect(pageText(pageWith({ ...change, isTest: true }))).toContain('VOID');
});

test('every amount in US dollars is named US$ if the recipient is in Canada', () => {
  const price = { currency: 'USD', amountCents: 200, tax: { label: 'HST 13%', cents: 26 }, priceList: 'one' } as const;
  const amounts = (change: Partial<PayView>) => new Set(pageText(pageWith(change)).match(/[A-Z]*\$\d[\d.,]*\d/g));
  expect(amounts({ service: 'fax', price })).toEqual(new Set(['US$2.00', 'US$0.26', 'US$2.26']));
  expect(amounts({ country: 'US', price })).toEqual(new Set(['$2.00', '$0.26', '$2.26']));
  expect(pageText(pageWith({ price }, quebec))).toContain('2,26 $ USPayer');
});

test.each([
  ['English', plainReader, 'Including 13% HST, the total is'],
  ['French', quebec, 'Avec la TVH de 13 %'],
])('in %s, a changed tax is named as part of a sentence', (_, reader, words) => {
  const warnings = everyWarning.filter(({ code }) => code === 'tax_changed');
  expect(pageText(pageWith({ warnings }, reader)).replaceAll('\u00A0', ' ')).toContain(words);
});

const days = { min: 2, max: 7, unit: 'business days' } as const;

test.each([
  [days, 'Usually 2 to 7 business days after payment (an estimate)'],
  [{ ...days, countsFromSendDate: true }, 'Usually 2 to 7 business days after that day (an estimate)'],
  [{ min: 1, max: 11, unit: 'minutes' }, 'Usually within 15 minutes of payment (an estimate)'],
  [{ min: 1, max: 209, unit: 'minutes' }, 'Usually within 4 hours of payment (an estimate)'],
] as const)('the page calls the usual time of arrival %j an estimate', (usualWait, sentence) => {
  expect(pageText(pageWith({ usualWait }))).toContain(sentence);
  expect(pageText(pageWith({ usualWait: undefined }))).not.toContain('Usually');
});

test('a fax number is in the heading only, without a line break after its country code', () => {
  const recipient = '+1 212-555-0101';
  const { body } = pageWith({ service: 'fax', recipient, facts: [{ label: 'To', value: recipient }] });
  expect(body).toContain('<h1>Fax to +1\u00A0212-555-0101</h1>');
  expect(body).not.toContain(recipient);
});

test('an order with a print date shows it in the reader’s format', () => {
  const sendOn = '2026-12-24';
  const facts = [{ label: 'Goes to print', value: sendOn, day: sendOn }];
  const cancelUntil = Date.UTC(2026, 11, 24, 4);
  const unpaid = { facts, cancelUntil, progress: progressView('1', { sendOn }) };
  expect(pageText(pageWith(unpaid))).toContain('Goes to printThursday, December 24, 2026');
  expect(pageText(pageWith(unpaid))).toMatch(
    /It goes to print on Thursday, December 24, 2026\. You can cancel until December 24, 2026.* for a full refund\./,
  );
  expect(pageText(pageWith(unpaid, quebec))).toContain(
    'L’impression aura lieu le jeudi 24 décembre 2026. Vous pouvez annuler jusqu’au',
  );
  const mailed = { facts, payUrl: undefined, progress: progressView('1', { sendOn, stage: 'mailed' }) };
  expect(pageText(pageWith({ ...mailed, status: 'fulfilled' }))).not.toContain('Scheduled for');
});

const letter = { ...order, preview: previewOf(3) };
const textWith = (change: Partial<PayView>, reader = plainReader) =>
  pageText(payPage({ ...letter, ...change }, reader));
const countOf = (page: Page, text: string) => pageText(page).split(text).length - 1;

test('an unpaid order has one total, next to one button, and neither a hash nor the order time', () => {
  const page = payPage({ ...letter, emails: { token: 'abc', isChecked: false, to: [] } }, plainReader);
  expect(countOf(page, 'CA$6.95')).toBe(1);
  expect(elements(page).filter((each) => attribute(each, 'class') === 'button')).toHaveLength(1);
  expect(pageText(page)).toMatch(/Total CA\$6\.95Pay/);
  expect(pageText(page)).not.toMatch(/SHA-256|Ordered/);
});

test.each([
  ['failed', 'We couldn’t mail your letter.'],
  ['cancelled', 'Canceled.'],
] as const)('the bill of a %s order says what was refunded and what that leaves', (stage, status) => {
  const progress = progressView('1', { stage, service: 'letter', refund: 'issued' });
  const refunded = { status: stage, payUrl: undefined, progress, refundedCents: 695 } as const;
  expect(textWith(refunded)).toMatch(/TotalCA\$6\.95 Refunded−CA\$6\.95 ?Total after refundCA\$0\.00/);
  expect(textWith(refunded)).toContain(status);
  const part = textWith({ ...refunded, refundedCents: 100 }, quebec);
  expect(part).toMatch(/Remboursement−1,00.\$.CA ?Total après remboursement5,95.\$.CA/);
  expect(textWith({ ...refunded, refundedCents: undefined })).not.toContain('after refund');
});

test('a note has no advice; a doubt says what to do if something is wrong', () => {
  const noteOnly = pageText(payPage({ ...letter, warnings: [{ code: 'flat_envelope', sheets: 12 }] }, plainReader));
  expect(noteOnly).toContain('mailed flat in a large envelope');
  expect(noteOnly).not.toMatch(/Before you pay|don’t pay/);
  const both = { ...letter, warnings: [{ code: 'flat_envelope', sheets: 12 }, { code: 'address_zone_used' }] } as const;
  const [doubts = '', rest = ''] = pageText(payPage(both, plainReader)).split('If something is wrong, don’t pay.');
  expect(doubts).toContain('Before you pay Something is printed at the top of page 1');
  expect(doubts).not.toContain('large envelope');
  expect(rest).toMatch(/large envelope.+CA\$6\.95Pay/);
});

test('the first page picture comes before the details, and the other pages after them', () => {
  const { body } = payPage({ ...letter, warnings: [] }, plainReader);
  expect(body).toMatch(/<h1>.+pages\/1".+<h2>Details.+pages\/2".+pages\/3"/s);
  const check = payPage({ ...letter, checkFace: checkFace('Ada') }, plainReader).body;
  expect(check).toMatch(/class="check".+<h2>Details/s);
});

test('the document can be deleted with a button that explains the consequences, and the page then says when', () => {
  const mailed = { ...letter, payUrl: undefined, progress: progressView('1', { stage: 'mailed' }) };
  expect(textWith(mailed)).not.toContain('Delete');
  const offered = payPage({ ...mailed, deletion: { token: 's' } }, plainReader);
  expect(offered.body).toMatch(/method="post" action="[^"]+\/delete">\s*<input type="hidden" name="token" value="s"/);
  expect(pageText(offered)).toMatch(/you can’t undo this\. We keep the recipient, .+ Our print partner keeps/);
  expect(offered.body).toContain('<a href="/v1/docs/privacy">What we keep, and for how long</a>');
  expect(offered.headers['content-security-policy']).toContain("form-action 'self'");
  const deleted = { ...mailed, deletion: { at: Date.UTC(2026, 10, 21, 15) }, preview: undefined };
  expect(textWith(deleted)).toContain('Deleted at the sender’s request on November 21');
  expect(textWith(deleted, quebec)).toContain('Supprimé à la demande de l’expéditeur le 21 novembre');
  expect(textWith({ ...deleted, service: 'fax' })).not.toContain('print partner');
  expect(textWith(deleted)).not.toContain('Yes, delete it');
});

test('a paid order shows its own link with a Copy button', () => {
  const link = 'https://mail.example/v1/pay/code';
  const mailed = { ...letter, link, payUrl: undefined, progress: progressView('1', { stage: 'mailed' }) };
  const page = payPage(mailed, plainReader);
  const boxes = elements(page).filter((each) => attribute(each, 'class') === 'copy');
  expect(boxes.map(textOf)).toEqual([link]);
  expect(pageText(page)).toContain('Anyone with this link can see this order.');
  expect(page.body).toContain('clipboard');
  expect(payPage({ ...letter, link }, plainReader).body).not.toMatch(/clipboard|class="copy"/);
});

test('an order that has left or ended has one link for a new order: below its details, or beside the reason for it', () => {
  const orderPage = (stage: PayView['progress']['stage'], sendAgain?: string) => {
    const progress = progressView('1', { stage, sendAgain });
    return payPage({ ...letter, payUrl: undefined, progress, formPath: '/v1/new' }, plainReader);
  };
  const ended = ['mailed', 'for_pickup', 'delivered', 'cancelled', 'expired'] as const;
  const unsuccessful = ['failed', 'returned'] as const;
  for (const stage of [...ended, ...unsuccessful]) expect(countOf(orderPage(stage), 'Order again')).toBe(1);
  for (const stage of ended) expect(pageText(orderPage(stage))).toMatch(/Details.*Order again/);
  for (const stage of unsuccessful) expect(pageText(orderPage(stage))).toContain('Order again Progress');
  const resendable = orderPage('failed', '/v1/new?from_job=pay_1').body;
  expect(resendable).toMatch(/href="\/v1\/new\?from_job=pay_1">Send it again<.*The same document.*<h2>Progress/s);
  for (const stage of ['handing_over', 'at_printer', 'printing', 'scheduled'] as const)
    expect(countOf(orderPage(stage), 'Order again')).toBe(0);
});

test.each([
  ['awaiting_payment', undefined, false, 'pay for only one.'],
  ['awaiting_payment', undefined, true, 'don’t pay for this one.'],
  ['paid', {}, false, 'don’t pay for the other one.'],
  ['paid', {}, true, 'you can still cancel this one.'],
  ['paid', undefined, true, undefined],
] as const)('a duplicate (%s, %j, the other is paid: %j) advises only what is still possible', (...row) => {
  const [status, cancellable, isPaid, advice] = row;
  const other = { number: 'K7', createdAt: moment, isPaid };
  const progress = progressView('1', { cancellable: cancellable && { until: undefined } });
  const text = textWith({ status, copyChoice: { isAsked: false, isOtherLater: true, token: 't', other }, progress });
  expect(/order K7\. If you want only one, ([^.]+\.)/.exec(text)?.[1]).toBe(advice);
  expect(text.includes('Ordered twice')).toBe(advice !== undefined);
});

test('the document as text has each page’s text, or the reason why there is none, and the pay page links to it', () => {
  const read = { pages: ['Dear <Ada>', ''], count: 3, pdfPath: '/v1/pay/code/proof.pdf', back: undefined };
  const text = pageText(documentTextPage({ ...read, back: '/v1/pay/code' }, plainReader));
  expect(text).toMatch(/1 of 3 Dear <Ada> Page 2 of 3 This page has no text .* Page 3 of 3 We couldn’t read this page/);
  const links = (page: Page) => elements(page).flatMap((each) => attribute(each, 'href') ?? []);
  expect(links(documentTextPage(read, plainReader))).toContain('/v1/pay/code/proof.pdf');
  expect(links(pageWith({ preview: previewOf(3) }))).toContain(`${previewOf(3).path}/text`);
});
