/** The evidence PDF: the receipt, which can be verified, followed by the pages of the document. */
import { randomBytes } from 'node:crypto';
import { drawObject, PDFDocument } from 'pdf-lib';
import { jwsSigner } from '../../shared/config/jws-signer.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import { productNames } from '../../shared/domain/names.ts';
import { evidenceSheet, type ReceiptView, receiptParts, verifyLink } from '../../shared/pages/receipt/parts.ts';
import { receiptPage } from '../../shared/pages/receipt.ts';
import { verifyReceipt } from '../../shared/pages/verify/verifier.ts';
import { showEvidence } from '../../shared/pages/views/show-receipt.ts';
import { writeTextPdf } from '../../shared/rendering/text/write-pdf.ts';
import { evidencePdf } from '../../shared/web/http/evidence.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, submitted } from '../support/fakes/orders.ts';
import { scanned, textsOf } from '../support/read-pdf.ts';
import { acme, readerIn, receiptOf, signingKey } from '../support/receipts.ts';
import { papers } from '../support/rendering/papers.ts';

const signer = jwsSigner(signingKey().privateJwk);
const deps = Object.assign(memoryDeps(), { signer });
const id = await submitted(deps);
const evidenceOf = async (change: (job: Job) => Job = (job) => job) =>
  showEvidence(deps, change(await jobOf(deps, id)), 'https://mail.example.com/v1');
const evidence = await evidenceOf();

const responseWith = (view: ReceiptView, document?: Uint8Array, reader = readerIn('en')) =>
  evidencePdf({ view, document } as typeof evidence, reader);
const pdfOf = async (...input: Parameters<typeof responseWith>) =>
  new Uint8Array(Buffer.from((await responseWith(...input)).body ?? '', 'base64'));

const letterOf = (pages: number): Promise<Uint8Array> => {
  const lines = Array.from({ length: pages }, (_, at) => [{ text: `Dear Ada ${at + 1}`, xPt: 72, baselinePt: 500 }]);
  return writeTextPdf({ paper: papers.letter, pages: lines }, 'Letter');
};

test('the evidence of a letter of 60 pages is below 6 MB, has each page after the receipt, and is genuine', async () => {
  const { headers, body = '' } = await responseWith(evidence.view, await letterOf(60));
  const pdf = new Uint8Array(Buffer.from(body, 'base64'));
  const [receipt = '', ...pages] = await textsOf(pdf);
  expect(receipt.replace(/\s+/g, ' ')).toContain('The pages that follow are this order’s document');
  expect(receipt).toContain('The order has been paid');
  expect(pages).toHaveLength(60);
  for (const [page, text] of pages.entries()) expect(text).toMatch(new RegExp(`Dear Ada ${page + 1}\\b`));
  expect(body.length).toBeLessThan(6_000_000);
  expect(headers?.['content-disposition']).toBe(`attachment; filename="evidence-${evidence.view.orderNumber}.pdf"`);
  const { keys } = await signer.publicKeys();
  expect(await verifyReceipt(keys, pdf)).toMatchObject({ kind: 'genuine', surroundingText: 'not_compared' });
}, 60_000);

test('a document that cannot be read or that would make the response too large is left out', async () => {
  const heavy = await PDFDocument.create();
  const page = heavy.addPage([612, 792]);
  // It fits alone, but not together with its receipt.
  const entries = { Type: 'XObject', Subtype: 'Image', Width: 1_000, Height: 3_896, BitsPerComponent: 8 };
  const noise = heavy.context.flateStream(randomBytes(3_896_000), { ...entries, ColorSpace: 'DeviceGray' });
  page.pushOperators(drawObject(page.node.newXObject('Noise', heavy.context.register(noise))));
  for (const document of [new TextEncoder().encode('%PDF-1.7 none'), await heavy.save(), new Uint8Array(9_000_000)]) {
    const pdf = await pdfOf(evidence.view, document);
    const [text = '', ...otherPages] = await textsOf(pdf);
    expect(otherPages).toEqual([]);
    expect(pdf.length).toBeLessThan(3_900_000);
    expect(text.replace(/\s+/g, ' ')).toContain('couldn’t add this order’s document here');
  }
}, 60_000);

test('the evidence contains neither the job’s id nor the pay link', async () => {
  const text = Buffer.from(await pdfOf(evidence.view)).toString('latin1');
  const { payCode } = await jobOf(deps, id);
  for (const secret of [id, payCode]) expect(text).not.toContain(secret);
});

/** Changes a job so that every field of its order has this text. */
const filledWith = (text: string) => (job: Job) => {
  const fields = ['firstName', 'lastName', 'companyName', 'addressLine1', 'addressLine2', 'city'];
  const inCanada = { provinceOrState: 'ON', postalOrZip: 'M5H 1A1', countryCode: 'CA' };
  const party = { ...Object.fromEntries(fields.map((field) => [field, text])), ...inCanada };
  const memo = [...text].slice(0, 10).join('');
  return {
    ...job,
    order: { ...(job.order as object), to: party, from: party, memo, accountNickname: text },
    price: { ...job.price, currency: 'CAD' as const, tax: { label: 'GST+QST 14.975%', cents: 12_345_678 } },
  } as Job;
};

test.each(['letter', 'check', 'fax'] as const)(
  'the evidence of a %s names the operator and the order, and where to verify it',
  async (product) => {
    const view = await receiptOf(product);
    const words = (await textsOf(await pdfOf(view))).join(' ').replace(/\s+/g, ' ');
    const parts = [acme.name, acme.taxRegistration, view.orderNumber, 'help@acme.example', 'Toronto ON M5H 1A1'];
    for (const part of [...parts, 'Test mode']) expect(words).toContain(part);
    expect(words).toContain({ letter: 'Letter to Ada Lovelace', check: 'HST 13% CA$0.91', fax: 'Fax to' }[product]);
    expect(words).toContain('https://mail.example.com/v1/verify');
  },
);

test('the evidence can be in French, with French money and dates', async () => {
  const [text = ''] = await textsOf(await pdfOf(await receiptOf('check'), undefined, readerIn('fr-CA')));
  const words = text.replace(/\s+/g, ' ');
  for (const part of ['Reçu', 'TVH 13 %', '7,91 $ CA', 'novembre 2026', 'Numéro de TPS/TVH 123456789 RT0001'])
    expect(words).toContain(part);
});

test('the QR code opens the verification of this receipt, and contains no link to the order', async () => {
  const view = await receiptOf('check');
  const link = await scanned(await pdfOf(view));
  expect(link).toBe(verifyLink('https://mail.example.com/v1/verify', view.signature));
  expect(JSON.stringify(view.receipt)).not.toMatch(/job_|pay_/);
});

test.each([
  'x'.repeat(100),
  'Wolfeschlegelsteinhausenbergerdorff und Söhne '.repeat(3).slice(0, 100),
  '👩‍👩‍👧‍👦'.repeat(9),
  'שלום עולם',
  '\u202Egnp.exe\u0000\u0007',
  '\\) /Receipt (eyJ',
  '',
  'a\u0301\u0301\u0301'.repeat(30),
])('evidence with the name %j still has the order number and the signature', async (text) => {
  const view = await receiptOf('check', { change: filledWith(text) });
  const name = text || 'x';
  const names = { name: name.slice(0, 60), postalAddress: name.repeat(2), taxRegistration: name.slice(0, 40) };
  const pdf = await pdfOf(view, undefined, readerIn('en', { ...acme, ...names }));
  expect((await textsOf(pdf))[0]).toContain(view.orderNumber);
  expect(Buffer.from(pdf).toString('latin1')).toContain(`(${view.signature})`);
});

test('the receipt ends with the QR code, one sentence about it, the receipt id and the hashes', async () => {
  const view = await receiptOf('letter');
  const { body } = receiptPage(view, readerIn('en'));
  const marks = ['<h2>Times', 'class="code"', 'Scan the code', view.receipt.receipt_id, 'SHA-256'];
  const positions = marks.map((mark) => body.indexOf(mark));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(positions).not.toContain(-1);
  expect(receiptParts(view, readerIn('en')).proof).toHaveLength(1);
  const [, width = ''] = /class="code"[^>]+width="(\d+)"/.exec(body) ?? [];
  expect(Number(width)).toBeLessThan(280);
});

test.each(productNames)('no section of the evidence of a %s is empty: paid, unpaid or canceled', async (product) => {
  const unpaid = ({ payment: _payment, partner: _partner, ...job }: Job) =>
    ({ ...job, state: 'awaiting_payment', firstSeenAt: {} }) as Job;
  const cancelled = (job: Job): Job => ({ ...job, state: 'cancelled', refund: 'issued' });
  const { times } = receiptParts(await receiptOf(product, { change: cancelled }), readerIn('en'));
  expect(times.map(({ label }) => label)).toContain('Canceled');
  for (const change of [(job: Job) => job, unpaid, cancelled]) {
    const { sections } = evidenceSheet(await receiptOf(product, { change }), undefined, readerIn('en'));
    expect(sections.filter(({ rows }) => rows.length === 0)).toEqual([]);
    expect(sections.flatMap(({ rows }) => rows).filter(({ lines }) => lines.join('').trim() === '')).toEqual([]);
    expect(JSON.stringify(sections)).not.toMatch(/nothing yet|there is no|none|at our partner"/i);
  }
});

test('a receipt offers the document of its order, unless there is none, or it was deleted or has expired', async () => {
  const pageOf = async (change: (job: Job) => Job) =>
    receiptPage(await receiptOf('letter', { change }), readerIn('en')).body;
  const deleted = await pageOf((job) => ({ ...job, documentDeletedAt: job.createdAt }));
  expect(deleted).toContain('Receipt as a PDF');
  expect(deleted).toContain('Document deleted at the sender’s request');
  const expired = await pageOf((job) => ({ ...job, firstSeenAt: { claimed: 0 }, notBefore: 0 }));
  expect(expired).toContain('Receipt as a PDF');
  expect(receiptPage(await receiptOf('letter'), readerIn('en')).body).toContain('Receipt and document in one PDF');
  // A check has no document.
  expect(receiptPage(await receiptOf('check'), readerIn('en')).body).toContain('Receipt as a PDF');
});

test('a character that the font lacks is printed as a box, and a sentence says so', async () => {
  const textOf = async (view: ReceiptView) => (await textsOf(await pdfOf(view))).join();
  const text = await textOf(await receiptOf('letter', { change: filledWith('李 小龙') }));
  expect(text).toContain('□ □□');
  expect(text).toContain('A box marks a character');
  expect(await textOf(await receiptOf('letter'))).not.toContain('A box marks');
});

test('a receipt after a lost dispute says that the bank has returned the payment', async () => {
  const lost = (job: Job): Job => ({ ...job, state: 'failed', refund: 'contact_support', disputes: { du_1: 'lost' } });
  const { statement } = receiptParts(await receiptOf('letter', { change: lost }), readerIn('en'));
  expect(statement).toMatch(/nothing more will be sent\. The payer’s bank has returned the payment\.$/);
});

const paidWith = (change: object) => (job: Job) =>
  ({ ...job, payment: job.payment && { ...job.payment, ...change } }) as Job;

test('below the total, a receipt shows the card, a refund, and the amount of a check', async () => {
  const refund = (job: Job): Job => ({ ...job, state: 'cancelled', refund: 'issued' });
  const after = async (...input: Parameters<typeof receiptOf>) =>
    receiptParts(await receiptOf(...input), readerIn('en')).bill.after.map(({ label, lines }) => `${label}: ${lines}`);
  expect(await after('letter', {})).toEqual([]);
  const refunded = ['Refunded: −$2.12', 'Total after refund: $0.00'];
  expect(await after('letter', { change: refund })).toEqual(refunded);
  const inPart = (job: Job) => ({ ...job, refundedCents: 100 });
  expect(await after('letter', { change: inPart })).toEqual(['Refunded: −$1.00', 'Total after refund: $1.12']);
  const wrongAmount = paidWith({ amountCents: 5_000 });
  expect(await after('letter', { change: (job) => wrongAmount(refund(job)) })).toEqual([]);
  for (const [brand, name] of Object.entries({ visa: 'Visa', amex: 'American Express', constructor: 'Card' })) {
    const change = paidWith({ card: { brand, last4: '0005' } });
    expect(await after('letter', { change })).toEqual([`Paid with: ${name} ···0005`]);
  }
  const drawn = expect.stringMatching(/^Drawn on the bank account, not charged here: US\$\d/);
  expect(await after('check', {})).toEqual([drawn]);
  expect(await after('check', { change: refund })).toHaveLength(2);
});

test('a receipt for test money says so, no matter what the settings are', async () => {
  const view = await receiptOf('letter', { isTest: false });
  expect(view.isTest).toBe(true);
  const withRealMoney = (job: Job): Job => ({ ...paidWith({ isTest: false })(job), checkout: undefined });
  expect((await receiptOf('letter', { isTest: false, change: withRealMoney })).isTest).toBe(false);
});
