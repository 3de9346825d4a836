/** A receipt on paper: one page always, text that can be selected, and a QR code and a signature that read back. */
import type { Job } from '../../shared/core/job/job.ts';
import { verifyLink } from '../../shared/pages/receipt/packed.ts';
import type { ReceiptView } from '../../shared/pages/receipt/parts.ts';
import { receiptSheet } from '../../shared/pages/receipt/sheet.ts';
import { writeReceipt } from '../../shared/rendering/receipt/write-receipt.ts';
import { scanned, textsOf } from '../support/read-pdf.ts';
import { acme, readerIn, receiptOf } from '../support/receipts.ts';

const written = (view: ReceiptView, reader = readerIn('en')) => writeReceipt(receiptSheet(view, reader));

const longest = 'x'.repeat(100);
const wordy = 'Wolfeschlegelsteinhausenbergerdorff und Söhne '.repeat(3).slice(0, 100);

/** The largest that an order can be. */
const swollen = (text: string) => (job: Job) => {
  const party = {
    ...{ firstName: text, lastName: text, companyName: text, addressLine1: text, addressLine2: text },
    ...{ city: text, provinceOrState: 'ON', postalOrZip: 'M5H 1A1', countryCode: 'CA' },
  };
  return {
    ...job,
    order: {
      ...(job.order as object),
      to: party,
      from: party,
      memo: [...text].slice(0, 10).join(''),
      accountNickname: text,
    },
    price: { ...job.price, currency: 'CAD' as const, tax: { label: 'GST+QST 14.975%', cents: 12_345_678 } },
  } as Job;
};

const operatorOf = (text: string) => ({
  ...acme,
  name: text.slice(0, 60),
  postalAddress: text.repeat(2),
  taxRegistration: text.slice(0, 40),
});

test.each(['letter', 'check', 'fax'] as const)(
  'of a %s: one page that says who, what, how much and when',
  async (product) => {
    const view = await receiptOf(product);
    const pdf = await written(view);
    const [text = '', ...more] = await textsOf(pdf);
    expect(more).toEqual([]);
    const words = text.replace(/\s+/g, ' ');
    for (const part of [
      acme.name,
      acme.taxRegistration,
      view.orderNumber,
      'help@acme.example',
      'Toronto ON M5H 1A1',
      'Test mode',
    ])
      expect(words).toContain(part);
    expect(words).toContain({ letter: 'Letter to Ada Lovelace', check: 'HST 13% CA$0.91', fax: 'US$' }[product]);
    expect(words).toContain('https://mail.example.com/v1/verify');
  },
);

test('in French, with money and dates as they are written there', async () => {
  const [text = ''] = await textsOf(await written(await receiptOf('check'), readerIn('fr-CA')));
  const words = text.replace(/\s+/g, ' ');
  for (const part of ['Reçu', 'TVH 13 %', '7,91 $ CA', 'novembre 2026', 'Numéro de TPS/TVH 123456789 RT0001'])
    expect(words).toContain(part);
});

test('the QR code on it opens the verification of this very receipt, and holds no link to the order', async () => {
  const view = await receiptOf('check');
  const link = await scanned(await written(view));
  expect(link).toBe(verifyLink('https://mail.example.com/v1/verify', view.signature));
  expect(JSON.stringify(view.receipt)).not.toMatch(/job_|pay_/);
});

test('the file holds the JWS as plain text, so it can be verified alone', async () => {
  const view = await receiptOf('letter');
  expect(Buffer.from(await written(view)).toString('latin1')).toContain(`(${view.signature})`);
});

test('the same receipt has the same bytes', async () => {
  const view = await receiptOf('letter');
  expect(Buffer.compare(Buffer.from(await written(view)), Buffer.from(await written(view)))).toBe(0);
});

const hostile = [
  ...[
    longest,
    wordy,
    'é'.repeat(100),
    '中文地址'.repeat(25),
    '👩‍👩‍👧‍👦'.repeat(9),
    'שלום עולם',
    '\u202Egnp.exe',
    '\u0000\u0007',
  ],
  ...[
    ') Tj (',
    '\\) /Receipt (eyJ',
    '<script>alert(1)</script>',
    '',
    ' ',
    'a\u0301\u0301\u0301'.repeat(30),
    '%PDF-1.4 endobj',
  ],
];

test.each(hostile)('a name such as %j stays on one page and breaks nothing', async (text) => {
  const view = await receiptOf('check', { change: swollen(text) });
  const pdf = await written(view, readerIn('en', operatorOf(text || 'x')));
  const texts = await textsOf(pdf);
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain(view.orderNumber);
  expect(Buffer.from(pdf).toString('latin1')).toContain(`(${view.signature})`);
});

test('what the font lacks is a box, and a sentence says so', async () => {
  const [text = ''] = await textsOf(await written(await receiptOf('letter', { change: swollen('李 小龙') })));
  expect(text).toContain('□ □□');
  expect(text).toContain('A box stands for a character');
  expect((await textsOf(await written(await receiptOf('letter'))))[0]).not.toContain('A box stands');
});

test('hashes of 2,048 bits, fifty facts and a receipt too long for a code still make one page', async () => {
  const view = await receiptOf('letter');
  const hash = 'f'.repeat(512);
  const facts = Array.from({ length: 50 }, (_, at) => ({ label: `Fact ${at}`, value: wordy }));
  const receipt = { ...view.receipt, content_hash: hash, document_sha256: hash, instruction_sha256: hash };
  const long = Buffer.from(JSON.stringify(Array.from({ length: 9_000 }, (_, at) => at * 7_919))).toString('base64url');
  const signature = view.signature.replace(/\..*\./, `.${long}.`);
  const pdf = await written({ ...view, facts, receipt, signature });
  expect(await textsOf(pdf)).toHaveLength(1);
  expect(await scanned(pdf)).toBe('https://mail.example.com/v1/verify');
});

test('under the total stand the card, a refund, and the amount that a check draws', async () => {
  const isRefunded = (job: Job): Job => ({ ...job, state: 'cancelled', refund: 'issued' });
  const after = async (...asked: Parameters<typeof receiptOf>) =>
    receiptSheet(await receiptOf(...asked), readerIn('en')).bill.after.map(({ label, lines }) => [label, ...lines]);
  expect(await after('letter', {})).toEqual([]);
  expect(await after('letter', { change: isRefunded })).toEqual([
    ['Refunded', '-US$2.12'],
    ['Paid after the refund', 'US$0.00'],
  ]);
  const isMispaid = (job: Job): Job => ({
    ...isRefunded(job),
    payment: job.payment && { ...job.payment, amountCents: 5_000 },
  });
  expect(await after('letter', { change: isMispaid })).toEqual([]);
  const byBrand = (brand: string) => (job: Job) => ({
    ...job,
    payment: job.payment && { ...job.payment, card: { brand, last4: '0005' } },
  });
  expect(await after('letter', { change: byBrand('visa') })).toEqual([['Paid with', 'Visa ···0005']]);
  expect(await after('letter', { change: byBrand('amex') })).toEqual([['Paid with', 'American Express ···0005']]);
  expect(await after('letter', { change: byBrand('constructor') })).toEqual([['Paid with', 'Card ···0005']]);
  expect(await after('check', {})).toEqual([
    ['Drawn on the bank account, not charged here', expect.stringMatching(/^US\$\d/)],
  ]);
});

test('the day of a refund stands among the times', async () => {
  const change = (job: Job): Job => ({
    ...job,
    state: 'cancelled',
    refund: 'issued',
    firsts: { ...job.firsts, refunded: Date.UTC(2026, 10, 22, 12) },
  });
  const { rows } = receiptSheet(await receiptOf('letter', { change }), readerIn('en')).times;
  expect(rows.at(-1)).toEqual({ label: 'Refunded', lines: [expect.stringContaining('November 22, 2026')] });
});

test('a receipt of test money says so, whatever the settings are', async () => {
  const view = await receiptOf('letter', { isTest: false });
  expect(view.isTest).toBe(true);
  const isReal = (job: Job): Job => ({
    ...job,
    checkout: undefined,
    payment: job.payment && { ...job.payment, isTest: false },
  });
  expect((await receiptOf('letter', { isTest: false, change: isReal })).isTest).toBe(false);
});
