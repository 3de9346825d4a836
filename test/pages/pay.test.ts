/** The pay page: what it says before and after paying, and when it can be paid from. */
import type { Page } from '../../shared/pages/page.ts';
import type { PayView } from '../../shared/pages/pay/bill.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { wordsPage } from '../../shared/pages/views/show-preview.ts';
import { catalogue } from '../../shared/products/index.ts';
import { everyWarning } from '../support/pages/every-warning.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, textOf, words } from '../support/pages/reading.ts';
import { checkFace, moment, payView, plainReader, progressView, stamps } from '../support/pages/views.ts';

const order: PayView = {
  ...payView(),
  recipient: 'Ada Lovelace',
  country: 'CA',
  facts: [{ label: 'To', value: ['Ada Lovelace', '12 Analytical Way'] }],
  price: { currency: 'CAD', amountCents: 615, tax: { label: 'HST 13%', cents: 80 }, priceList: 'one' },
};

test('a screen reader or the Tab key reaches the checkbox and the button to pay before the text about them', () => {
  const emails = { token: 'token', isTicked: false, to: [] };
  const { body } = payPage({ ...order, emails }, plainReader);
  const places = ['name="emails"', 'value="pay"', 'We send it after you pay'].map((mark) => body.indexOf(mark));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('it says that nothing is charged before the next page, and until when that is possible', () => {
  const page = payPage({ ...order, expiresAt: moment }, plainReader);
  expect(words(page)).toContain('You’re charged only when you pay on the next page.');
  expect(words(page)).toContain('You can pay until March 14, 2026, 16:05 UTC.');
  expect(elements(page).map((element) => attribute(element, 'datetime'))).toContain('2026-03-14T16:05:00.000Z');
});

test('without a pay link there is no button to pay, and no text about one', () => {
  const { payUrl: _, ...unpayable } = { ...order, progress: progressView('1', { stage: 'preparing' }) };
  expect(words(payPage(unpayable, plainReader))).toContain('We’re preparing the payment page.');
  expect(words(payPage(unpayable, plainReader))).not.toMatch(/CA\$6\.95Pay|before you pay/);
});

test('a job that is paid or over cannot be paid, even if its view has a link', () => {
  for (const status of ['paid', 'fulfilled', 'failed', 'cancelled'] as const)
    expect(payPage({ ...order, status }, plainReader).body).not.toContain(`${order.payUrl}`);
});

test('a line of the bill is a name and an amount (A2)', () => {
  const untaxed: PayView = { ...order, price: { currency: 'USD', amountCents: 212, priceList: 'one' } };
  const facts = [
    { label: 'Pages', value: '48, single-sided, black and white' },
    { label: 'To', value: 'Ada Lovelace' },
  ];
  expect(words(payPage({ ...untaxed, facts, status: 'paid' }, plainReader))).toMatch(
    /Price Printing and mailing a letterUS\$2\.12 TotalUS\$2\.12 Details/,
  );
  expect(words(payPage({ ...untaxed, coverCents: 100 }, plainReader))).toMatch(
    /Printing and mailing a letterUS\$1\.12 Cover sheetUS\$1\.00/,
  );
});

test('a check says that its own amount is not charged, and where it comes from, until it is over', () => {
  const check: PayView = { ...order, country: 'US', checkFace: checkFace('Operating') };
  expect(words(payPage(check, plainReader))).toContain(
    'We don’t charge the check’s $1,250.00 here. It comes out of Operating when the check is cashed.',
  );
  expect(words(payPage({ ...check, status: 'cancelled' }, plainReader))).not.toContain('comes out of');
});

const quebec = readerFor({ acceptLanguage: 'fr-CA', operator: {}, isTest: false });
const shown = (change: Partial<PayView>, reader = plainReader) =>
  payPage({ ...order, heading: catalogue[change.service ?? order.service].heading, ...change }, reader);
const proof = (pages: number) => ({ path: '/v1/pay/code', pages });
const pictures = (page: Page) =>
  elements(page).flatMap((element) => (element.tagName === 'img' ? (attribute(element, 'src') ?? '') : []));
const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `/v1/pay/code/pages/${first + at}`);
const folds = (page: Page) =>
  elements(page).filter((each) => each.tagName === 'details' && attribute(each, 'class') === 'fold');

test('every page of the document is shown, the later ones when they come into view, and a PDF shows all', () => {
  const page = shown({ proof: proof(4) });
  expect(pictures(page)).toEqual(numbered(1, 4));
  expect(folds(page)).toEqual([]);
  const images = elements(page).filter(({ tagName }) => tagName === 'img');
  expect(images.map((image) => attribute(image, 'alt'))[3]).toBe('Page 4 of 4');
  expect(images.map((image) => attribute(image, 'loading'))).toEqual([undefined, 'lazy', 'lazy', 'lazy']);
  expect(elements(page).map((element) => attribute(element, 'href'))).toContain('/v1/pay/code/proof.pdf');
});

test('more than four pages fold, and of a very long document the first 61 have a picture', () => {
  const page = shown({ proof: proof(22) });
  expect(folds(page).map(textOf).join()).toMatch(/^\s*All 22 pages/);
  expect(pictures(page)).toEqual(numbered(1, 22));
  expect(words(page)).toContain('These pictures show every page.');
  const long = shown({ proof: proof(200) });
  expect(pictures(long)).toEqual(numbered(1, 61));
  expect(words(long)).toMatch(
    /The 200 pages .* show the first 61 pages\. The PDF shows them all\. .*The first 61 pages/,
  );
});

/** An address has one fault of a kind, and an order fewer warnings than these. */
const longestWarnings = [...new Map(everyWarning.map((warning) => [warning.code, warning])).values()]
  .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)
  .slice(0, 12);

test('every page is below 25 kB, with the longest document and twelve warnings of the longest', () => {
  const lines = ['Ada Lovelace', '12 Analytical Way, Building of the Engines', 'Unit 5', 'Springfield IL 62701'];
  const suggestion = { addressLine1: '12 Analytical Way', city: 'Springfield', countryCode: 'US' } as const;
  const addressChoice: PayView['addressChoice'] = {
    kind: 'corrected',
    token: 'x'.repeat(26),
    what: ['addressLine1', 'city', 'provinceOrState', 'postalOrZip'],
    mayTake: true,
    suggestion,
    country: 'US',
    ordered: lines,
    suggested: lines.map((line) => `${line}.`),
  };
  const long = { proof: proof(200), stamps: stamps(), warnings: longestWarnings };
  const check = { ...long, proof: proof(1), checkFace: checkFace() };
  for (const reader of [plainReader, quebec])
    for (const longest of [long, { ...long, addressChoice }, { ...check, addressChoice }])
      expect(Buffer.byteLength(shown(longest, reader).body)).toBeLessThan(25_000);
});

test.each([
  [{}, 'stamps windows', 'The dashed lines are the windows of the envelope.'],
  [{ showsWindows: false }, 'stamps', 'In blue: the addresses, which our print partner adds.'],
  [{ showsWindows: false, isFlat: true }, 'stamps flat', 'the window of a large envelope, in which it travels flat'],
])('on the first page only, the stamped addresses with %j are an illustration', (change, name, legend) => {
  const page = shown({ proof: proof(3), stamps: { ...stamps('Ada Lovelace'), ...change } });
  const stamped = elements(page).map((each) => attribute(each, 'class') ?? '');
  expect(stamped.filter((each) => each.startsWith('stamps'))).toEqual([name]);
  expect(words(page)).toContain(legend);
  expect(words(page).includes('windows of the envelope')).toBe(name === 'stamps windows');
});

test('a check is drawn with its payee, amount, date, memo, number and account, and is void in test mode', () => {
  const change = { service: 'check', recipient: 'Compilers Ltd', checkFace: checkFace('Compilers Ltd') } as const;
  const text = words(shown(change));
  expect(text).toMatch(
    /Check for US\$1,250\.00 to Compilers Ltd.*No\. 1001.*date of printing.*Pay to the order of Compilers Ltd/,
  );
  expect(text).toMatch(/\$1,250\.00.*US dollars.*Drawn on Compilers Ltd Memo Compilers Ltd/);
  expect(text).not.toContain('VOID');
  expect(words(shown({ ...change, isTest: true }))).toContain('VOID');
});

describe('words', () => {
  test('US dollars are called so where the recipient is Canadian, in every sum of the page', () => {
    const price = {
      currency: 'USD',
      amountCents: 200,
      tax: { label: 'HST 13%', cents: 26 },
      priceList: 'one',
    } as const;
    const sums = (text: string) => text.match(/[A-Z]*\$\d[\d.,]*\d/g);
    expect(new Set(sums(words(shown({ service: 'fax', price }))))).toEqual(new Set(['US$2.00', 'US$0.26', 'US$2.26']));
    expect(new Set(sums(words(shown({ country: 'US', price }))))).toEqual(new Set(['$2.00', '$0.26', '$2.26']));
    expect(words(shown({ price }, quebec))).toContain('2,26 $ USPayer');
  });

  test.each([
    [{ min: 2, max: 7, unit: 'business days' }, 'Usually 2 to 7 business days after payment (an estimate)'],
    [
      { min: 2, max: 7, unit: 'business days', countsFromSendDate: true },
      'Usually 2 to 7 business days after that day (an estimate)',
    ],
    [{ min: 1, max: 12, unit: 'minutes' }, 'Usually within 12 minutes of payment (an estimate)'],
    [{ min: 1, max: 209, unit: 'minutes' }, 'Usually within 4 hours of payment (an estimate)'],
  ] as const)('the usual time %j is an estimate', (usualWait, sentence) => {
    expect(words(shown({ usualWait }))).toContain(sentence);
    expect(words(shown({ usualWait: undefined }))).not.toContain('Usually');
  });

  test('no line breaks after the country code of a fax number', () => {
    const { body } = shown({ service: 'fax', recipient: '+1 212-555-0101' });
    expect(body).toContain('<h1>Fax to +1\u00A0212-555-0101</h1>');
  });

  test('an order with a day says it before the button, as its reader writes days', () => {
    const facts = [{ label: 'Goes to print', value: '2026-12-24', day: '2026-12-24' }];
    const sendOn = '2026-12-24';
    const unpaid = { facts, progress: progressView('1', { sendOn }) };
    expect(words(shown(unpaid))).toContain('Goes to printDecember 24, 2026');
    expect(words(shown(unpaid))).toContain(
      'It goes to print on December 24, 2026. Cancel by the end of the day before for a full refund.',
    );
    expect(words(shown(unpaid, quebec))).toContain('L’impression a lieu le 24 décembre 2026. Annulez');
    const mailed = { facts, payUrl: undefined, progress: progressView('1', { sendOn, stage: 'mailed' }) };
    expect(words(shown({ ...mailed, status: 'fulfilled' }))).not.toContain('Scheduled for');
  });
});

describe('each fact once', () => {
  const letter = { ...order, proof: { path: '/v1/pay/code', pages: 3 } };
  const times = (page: Page, part: string) => words(page).split(part).length - 1;

  test('an order to pay has one total, beside one button, and neither a fingerprint nor its time (A2)', () => {
    const page = payPage({ ...letter, emails: { token: 'abc', isTicked: false, to: [] } }, plainReader);
    expect(times(page, 'CA$6.95')).toBe(1);
    expect(elements(page).filter((each) => attribute(each, 'class') === 'button')).toHaveLength(1);
    expect(words(page)).toMatch(/Total CA\$6\.95Pay/);
    expect(words(page)).not.toMatch(/SHA-256|Ordered/);
  });

  test.each([
    ['failed', 'We couldn’t mail your letter.'],
    ['cancelled', 'Canceled.'],
  ] as const)('the bill of a %s order says what came back and what was paid in the end (A1)', (stage, says) => {
    const progress = progressView('1', { stage, service: 'letter', refund: 'issued' });
    const refunded = { ...letter, status: stage, payUrl: undefined, progress, refundedCents: 695 } as const;
    expect(words(payPage(refunded, plainReader))).toMatch(/TotalCA\$6\.95 Refunded−CA\$6\.95 ?You paidCA\$0\.00/);
    expect(words(payPage(refunded, plainReader))).toContain(says);
    const part = { ...refunded, refundedCents: 100 };
    expect(words(payPage(part, quebec))).toMatch(/Remboursé−1,00.\$.CA ?Vous avez payé5,95.\$.CA/);
    expect(words(payPage({ ...refunded, refundedCents: undefined }, plainReader))).not.toContain('You paid');
  });

  test('a note is a calm line; a doubt says what to do if something is wrong (A3)', () => {
    const noted = words(payPage({ ...letter, warnings: [{ code: 'flat_envelope', sheets: 12 }] }, plainReader));
    expect(noted).toContain('mailed flat in a large envelope');
    expect(noted).not.toMatch(/Before you pay|don’t pay/);
    const both = {
      ...letter,
      warnings: [{ code: 'flat_envelope', sheets: 12 }, { code: 'address_zone_used' }],
    } as const;
    const [doubts = '', rest = ''] = words(payPage(both, plainReader)).split('If something is wrong, don’t pay.');
    expect(doubts).toContain('Before you pay Something is printed at the top of page 1');
    expect(doubts).not.toContain('large envelope');
    expect(rest).toMatch(/large envelope.+CA\$6\.95Pay/);
  });

  test('the first page comes right below the title, then the details, then the other pages (A4)', () => {
    const { body } = payPage({ ...letter, warnings: [] }, plainReader);
    const places = ['<h1>', 'pages/1"', '<h2>Details', 'pages/2"', 'pages/3"'].map((mark) => body.indexOf(mark));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    const check = payPage({ ...letter, checkFace: checkFace('Ada') }, plainReader).body;
    expect(check.indexOf('class="check"')).toBeLessThan(check.indexOf('<h2>Details'));
  });

  test('the document can be deleted by a button with its consequences, and the page then says when it was', () => {
    const mailed = { ...letter, payUrl: undefined, progress: progressView('1', { stage: 'mailed' }) };
    expect(words(payPage(mailed, plainReader))).not.toContain('Delete');
    const offered = payPage({ ...mailed, deletion: { token: 'secret' } }, plainReader);
    expect(offered.body).toMatch(
      /method="post" action="[^"]+\/delete">\s*<input type="hidden" name="token" value="secret">/,
    );
    expect(words(offered)).toContain('You can’t undo this. Our print partner keeps its own copy.');
    expect(offered.body).toContain('<a href="/v1/docs/privacy">What we keep, and for how long</a>');
    expect(offered.headers['content-security-policy']).toContain("form-action 'self'");
    const deleted = { ...mailed, deletion: { at: Date.UTC(2026, 10, 21, 15) }, proof: undefined };
    expect(words(payPage(deleted, plainReader))).toContain('Deleted at the sender’s request on November 21');
    expect(words(payPage(deleted, quebec))).toContain('Supprimé à la demande de l’expéditeur le 21 novembre');
    expect(words(payPage({ ...deleted, service: 'fax' }, plainReader))).not.toContain('print partner');
    expect(words(payPage(deleted, plainReader))).not.toContain('Yes, delete it');
  });

  test('an order after its payment shows its own link to select, and with a script to copy', () => {
    const link = 'https://mail.example/v1/pay/code';
    const mailed = { ...letter, link, payUrl: undefined, progress: progressView('1', { stage: 'mailed' }) };
    const page = payPage(mailed, plainReader);
    const boxes = elements(page).filter((each) => attribute(each, 'class') === 'copy');
    expect(boxes.map(textOf)).toEqual([link]);
    expect(words(page)).toContain('Anyone with this link can see this order');
    expect(page.body).toContain('clipboard');
    expect(payPage({ ...letter, link }, plainReader).body).not.toMatch(/clipboard|class="copy"/);
  });

  test('an order can be ordered again by one button, below its details, once it has left or ended (A8)', () => {
    const again = (stage: PayView['progress']['stage']) =>
      payPage(
        { ...letter, payUrl: undefined, progress: progressView('1', { stage }), formPath: '/v1/new' },
        plainReader,
      );
    for (const stage of ['mailed', 'delivered', 'failed', 'cancelled', 'expired'] as const) {
      expect(times(again(stage), 'Order again')).toBe(1);
      expect(words(again(stage)).indexOf('Details')).toBeLessThan(words(again(stage)).indexOf('Order again'));
    }
    for (const stage of ['passing_on', 'at_printer', 'printing', 'scheduled'] as const)
      expect(times(again(stage), 'Order again')).toBe(0);
  });
});

test('read as text, each page has its words, or the reason why it has none, and the pay page leads there', () => {
  const read = { pages: ['Dear <Ada>', ''], count: 3, proofPath: '/v1/pay/code/proof.pdf', back: undefined };
  const text = words(wordsPage({ ...read, back: '/v1/pay/code' }, plainReader));
  expect(text).toMatch(
    /1 of 3 Dear <Ada> Page 2 of 3 This page has no text .* Page 3 of 3 We couldn’t read this page in time/,
  );
  const links = (page: Page) => elements(page).flatMap((each) => attribute(each, 'href') ?? []);
  expect(links(wordsPage(read, plainReader))).toContain('/v1/pay/code/proof.pdf');
  expect(links(shown({ proof: proof(3) }))).toContain(`${proof(3).path}/text`);
});
