/** The texts of a receipt in the reader's language, which the receipt page and the evidence PDF share. */
import { deflateRawSync } from 'node:zlib';
import { encodeQR } from 'qr';
import { type Money, totalCents } from '../../domain/money.ts';
import { taxLine } from '../page.ts';
import { linesOfValue, orderHeading, refundLines } from '../pay/bill.ts';
import { aboutScans, scanSentence } from '../progress-words.ts';
import type { PlainSentence, Reader } from '../reader.ts';
import type { showReceipt } from '../views/show-receipt.ts';

export type ReceiptView = Awaited<ReturnType<typeof showReceipt>>;

export interface ReceiptRow {
  readonly label: string;
  readonly lines: readonly string[];
  /** Unix ms, if the value is a time. */
  readonly at?: number | undefined;
}

const titles = {
  awaiting_payment: 'Order, not paid',
  paid: 'Receipt',
  with_partner: 'Receipt',
  mailed: 'Receipt',
  sent: 'Receipt',
  cancelled: 'Receipt for a canceled order',
  failed: 'Receipt for a failed order',
} as const satisfies Record<ReceiptView['receipt']['status'], PlainSentence>;

const refundSentences = {
  not_applicable: undefined,
  pending: 'The payment is being refunded.',
  issued: 'The payment has been refunded.',
  contact_support: 'The payment has not been refunded. Please contact support.',
  returned_by_bank: 'The payer’s bank has returned the payment.',
} as const satisfies Record<ReceiptView['refund'], PlainSentence | undefined>;

export const receiptTimes = {
  created_at: 'Ordered',
  paid_at: 'Paid',
  with_partner_at: 'Passed to our partner',
  mailed_at: 'Mailed',
  sent_at: 'Fax sent',
  returned_at: 'Returning to sender',
  cancelled_at: 'Canceled',
  failed_at: 'Failed',
  document_deleted_at: 'Document deleted at the sender’s request',
  // Not signed: a receipt doesn't prove a refund.
  refunded_at: 'Refunded',
} as const satisfies Record<string, PlainSentence>;

export const receiptEvidence = {
  partner_id_hash: 'Order at our partner (keyed hash)',
  tracking_number: 'Tracking number',
  content_hash: 'Content (SHA-256)',
  document_sha256: 'PDF of the document (SHA-256)',
  instruction_sha256: 'Check order (SHA-256)',
} as const satisfies Record<string, PlainSentence>;

export function receiptParts(view: ReceiptView, reader: Reader) {
  const { receipt, price, orderNumber, verifyUrl, signature } = view;
  // Products add fields to those that all receipts have.
  const signedFields: Readonly<Record<string, unknown>> = receipt;
  const { say, translate, money, operator } = reader;
  const row = (label: PlainSentence, line: string): ReceiptRow => ({ label: say(label), lines: [line] });
  const { tax } = price;
  const currencyStyle = view.country === 'CA' ? 'named' : undefined;
  const amount = ({ cents, currency }: Money) => money(cents, currency, currencyStyle);
  const drawn = view.checkFace?.amount;
  const link = verifyLink(verifyUrl, signature);
  const refund = refundSentences[view.refund];
  const sum = (cents: number) => money(cents, price.currency, currencyStyle);
  const card = view.card && `${cardBrands.get(view.card.brand) ?? say('Card')} ···${view.card.last4}`;
  const paidWith = card ? [row('Paid with', card)] : [];
  const isPaid = ['paid', 'with_partner', 'mailed', 'sent'].includes(receipt.status);
  const { postalAddress, support } = operator;
  const total = totalCents(price);
  const isOver = receipt.status === 'cancelled' || receipt.status === 'failed';
  const checkRows = drawn && !isOver ? [row('Drawn on the bank account, not charged here', amount(drawn))] : [];
  return {
    title: say(titles[receipt.status]),
    heading: orderHeading(view, reader),
    statement: [translate(receipt.statement), refund === undefined ? '' : say(refund)].filter(Boolean).join(' '),
    seller: {
      name: operator.name ?? say('Print and mail'),
      lines: [postalAddress, support?.replace(/^mailto:/, ''), taxLine(reader)].filter((line) => line !== undefined),
    },
    about: [row('Order number', orderNumber)],
    facts: view.facts.map(
      (fact): ReceiptRow => ({ label: translate(fact.label), lines: linesOfValue(fact, reader, amount) }),
    ),
    bill: {
      lines: tax
        ? [row('Price before tax', sum(price.amountCents)), { label: translate(tax.label), lines: [sum(tax.cents)] }]
        : [],
      total: row(isPaid ? 'Total paid' : 'Total', sum(total)),
      after: [...paidWith, ...checkRows, ...refundLines(price, view.refundedCents, reader, sum)],
    },
    times: [
      ...Object.entries(receiptTimes).flatMap(([name, label]): ReceiptRow[] => {
        const signedName = isOver && name === `${receipt.status}_at` ? 'ended_at' : name;
        const at = name === 'refunded_at' ? view.refundedAt : receipt.times[signedName];
        // The statement and the evidence already say that a partner has the order.
        return at === undefined || name === 'with_partner_at' ? [] : [{ label: say(label), lines: [], at }];
      }),
      ...(view.scans ?? []).map((scan) => ({ label: scanSentence(scan, reader), lines: [], at: scan.at })),
    ],
    evidence: Object.entries({ receipt_id: 'Receipt number', ...receiptEvidence } as const).flatMap(
      ([member, label]) => {
        const value = signedFields[member];
        return typeof value === 'string' ? [row(label, value)] : [];
      },
    ),
    link,
    // `encodeQR` requires a margin, which the page and the PDF draw themselves.
    code: encodeQR(link, 'raw', { ecc: 'low', encoding: 'byte', border: 1 })
      .slice(1, -1)
      .map((line): readonly boolean[] => line.slice(1, -1)),
    proof: [
      say('Scan the code to check that we issued this receipt and that nothing in it has changed since.'),
      ...(view.scans?.length ? [say(aboutScans)] : []),
    ],
  };
}

/** The names of card brands, by Stripe's code for each. */
const cardBrands = new Map([
  ['amex', 'American Express'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['jcb', 'JCB'],
  ['mastercard', 'Mastercard'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
]);

/** The URL that verifies this receipt, or for a receipt too long for a QR code, the URL of the form. */
export function verifyLink(verifyUrl: string, jws: string): string {
  const bytesOf = (segment = '') => Buffer.from(segment, 'base64url');
  const [header, payload, signature] = jws.split('.');
  const packed = deflateRawSync(Buffer.concat([bytesOf(header), Buffer.from('\n'), bytesOf(payload)]), { level: 9 });
  // The form unpacks it with `verifyReceipt`.
  const link = `${verifyUrl}?receipt=r1.${Buffer.concat([packed, bytesOf(signature)]).toString('base64url')}`;
  // A QR code with 129 modules per side holds this many characters. A larger one is unreadable when printed two inches wide.
  const maxCharacters = 1_528;
  return link.length <= maxCharacters ? link : verifyUrl;
}

/** The texts of the receipt in the evidence PDF. `pages`: whether the document's pages follow; `undefined` without a document. */
export function evidenceSheet(view: ReceiptView, pages: 'follow' | 'left_out' | undefined, reader: Reader) {
  const { language, say, moment } = reader;
  const { seller, link, code, proof, ...parts } = receiptParts(view, reader);
  const aboutPages = {
    follow: say('The pages that follow are this order’s document, in its sender’s words.'),
    left_out: say('We couldn’t add this order’s document here. Save it from the order page.'),
  };
  const issuedAt = view.receipt.issued_at;
  return {
    language: language === 'fr' ? 'fr-CA' : 'en',
    title: `${parts.title} ${view.orderNumber}`,
    issuedAt,
    notice: view.isTest || reader.isTest ? say('Test mode: nothing is charged, mailed or faxed.') : undefined,
    subject: parts.heading,
    statement: [parts.statement, ...(pages === undefined ? [] : [aboutPages[pages]])].join(' '),
    sections: [
      {
        heading: say('Receipt'),
        rows: [
          { label: say('Seller'), lines: [seller.name, ...seller.lines] },
          ...parts.about,
          { label: say('As of'), lines: [moment(issuedAt)] },
        ],
      },
      { heading: say('The order'), rows: parts.facts },
      { heading: say('Amounts'), rows: [...parts.bill.lines, parts.bill.total, ...parts.bill.after] },
      {
        heading: say('Times'),
        rows: parts.times.map(({ label, lines, at }) => ({ label, lines: at === undefined ? lines : [moment(at)] })),
      },
      { heading: say('Evidence'), rows: parts.evidence },
    ],
    proof: { heading: say('Verify this receipt'), paragraphs: proof, link, linkText: view.verifyUrl, qrCode: code },
    missingCharacters: say(
      'A box marks a character that this font doesn’t have. The signed receipt in this file has them all.',
    ),
    jws: view.signature,
  };
}
