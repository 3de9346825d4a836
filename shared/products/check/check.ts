/** Checks: printed and mailed by the print partner, drawn on a bank account whose numbers this service never stores. */
import canonicalize from 'canonicalize';
import * as z from 'zod/mini';
import { displayName, unprintableIn } from '../../domain/address.ts';
import { sha256Hex } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { lazy } from '../../domain/lazy.ts';
import { type Currency, currencyOf, formatMoney, type Money } from '../../domain/money.ts';
import type { Paper } from '../../domain/paper.ts';
import type { Product } from '../../domain/product.ts';
import { invalid } from '../../domain/refusal.ts';
import { atMost, capitalized, mustBe } from '../../domain/text.ts';
import { fulfillmentStatus, mailTriggers, priceList, usLetter } from '../common.ts';
import {
  acceptParties,
  carrierFields,
  carrierWire,
  dayStatements,
  envelopeLines,
  mailMembers,
  mailStatus,
  mailStatusOf,
  type Parties,
  partySchemas,
  partyStatements,
  scansOf,
  sendOnWire,
  shipmentOf,
} from '../mail.ts';
import { rawBankNumber } from './raw-bank-numbers.ts';

/** `125000` → `One thousand two hundred fifty and 00/100` */
export function amountInWords(cents: number): string {
  return `${capitalized(wordsFor(Math.trunc(cents / 100)))} and ${String(cents % 100).padStart(2, '0')}/100`;
}

/** A whole number below a million in words. */
function wordsFor(number: number): string {
  const small =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
  if (number < 20) return small.split(' ')[number] ?? '';
  const joinWords = (words: string, link: string, rest: number) => (rest === 0 ? words : words + link + wordsFor(rest));
  if (number < 100) return joinWords(tens[Math.trunc(number / 10) - 2] ?? '', '-', number % 10);
  const [unit, name] = number < 1_000 ? [100, 'hundred'] : [1_000, 'thousand'];
  return joinWords(`${wordsFor(Math.trunc(number / unit))} ${name}`, ' ', number % unit);
}

/** The space under the check, on the same page, where its note is printed. */
export const checkPaper: Paper = {
  ...usLetter,
  noun: 'check',
  addressZoneIn: 0,
  // PostGrid prints `message` in an area 7 inches high with a margin of 0.3. Our column is narrower than that area, so a note
  // that fits here also fits there.
  textHeightIn: 7 - 2 * 0.3,
  maxPages: 1,
  isFaxed: false,
  isNote: true,
};

export interface CheckOrder extends Parties {
  readonly amountCents: number;
  /** The currency of the bank account's country, which might not be the payee's. */
  readonly currency: Currency;
  readonly accountNickname: string;
  readonly memo?: string;
  /** Sanitized HTML. */
  readonly message?: string;
  /** See `instructionHashOf`. Stored when the message is deleted. */
  readonly instructionSha256?: string;
}

const orderSchema = lazy(() => {
  const minCents = 100;
  const maxCents = 2_500_000;
  const maxMemoLength = 40;
  // The renderer has the same limit, in bytes.
  const maxMessageLength = 20_000;
  return z.object(
    {
      ...partySchemas('The payee.'),
      bank_account: z
        .string(mustBe('the id of a registered bank account, bank_…'))
        .check(
          atMost(100),
          z.describe('Id of a registered bank account to draw on. Never account or routing numbers.'),
        ),
      amount_cents: z
        .int(mustBe('a whole number of cents (12550 is 125.50)'))
        .check(
          z.gte(minCents, `must be at least ${minCents} cents`),
          z.lte(maxCents, `must be at most ${maxCents} cents: for a larger amount, send several checks`),
          z.describe(
            `Face amount in cents, ${minCents} to ${maxCents}, in the currency of the bank account's country.`,
          ),
        ),
      memo: z.nullish(
        z
          .string('must be a string')
          .check(
            z.trim(),
            atMost(maxMemoLength, ': shorten it'),
            z.regex(/^[^\p{C}\u2028\u2029]*$/u, 'must not contain line breaks or invisible characters: remove them'),
            z.describe(`Printed on the check; at most ${maxMemoLength} characters.`),
          ),
      ),
      message: z.nullish(
        z.string('must be a string').check(
          // The renderer also refuses a message that doesn't fit on the page.
          atMost(maxMessageLength, ': shorten it'),
          z.describe('HTML note printed on the same page as the check: text markup only.'),
        ),
      ),
    },
    mustBe('an object with to, from, bank_account and amount_cents'),
  );
});

const checkAmount = ({ amountCents: cents, currency }: CheckOrder): Money => ({ cents, currency });

const faceAmount = ({ amountCents, currency }: CheckOrder): string => formatMoney(amountCents, currency);

const faceFields = ({ order }: Job<CheckOrder>) => ({
  check_amount_cents: order.amountCents,
  check_amount: faceAmount(order),
  check_currency: order.currency,
});

/** The hash of what the check says, as canonical JSON (RFC 8785). It includes the account's id without revealing it. */
function instructionHashOf({ order, drawing }: Pick<Job<CheckOrder>, 'order' | 'drawing'>): string {
  const instruction = {
    payee: order.to,
    sender: order.from,
    bank_account: drawing?.accountId,
    amount_cents: order.amountCents,
    currency: order.currency,
    memo: order.memo,
    message: order.message,
  };
  return order.instructionSha256 ?? sha256Hex(canonicalize(instruction) ?? '');
}

export const check: Product<object, z.infer<ReturnType<typeof orderSchema>>, CheckOrder> = {
  name: 'check',
  testTriggers: mailTriggers,
  leftAs: 'mailed',
  options: lazy(() => z.object({})),
  order: orderSchema,
  screen(raw) {
    const field = rawBankNumber(raw);
    if (field === undefined) return;
    throw invalid(
      field,
      'is a raw bank number, and those are never accepted here: register the account once with POST /bank-accounts (or at /bank-accounts/new) and send its id as check.bank_account.',
      { kind: 'raw_bank_number' },
    );
  },
  insert: { member: 'message', paper: checkPaper },
  heading: 'Check for {amount} to {name}',
  lineItem: 'Printing and mailing a check',
  bankAccountField: 'bank_account',
  wire: () => ({
    quote: {},
    job: {
      check_amount_cents: z.int().check(z.describe('Face amount in cents.')),
      check_amount: z.string().check(z.describe('Face amount, formatted: `$1,250.00`.')),
      check_currency: z
        .enum(['USD', 'CAD'])
        .check(z.describe("Of the face amount: the currency of the bank account's country.")),
      check_number: z.int().check(z.describe('Printed on the check.')),
      ...sendOnWire,
    },
    status: {
      fulfillment_status: mailStatus,
      delivery_status: z.literal('untracked').check(z.describe('Checks are never tracked.')),
      check_amount_cents: z.int().check(z.describe('Face amount in cents.')),
      check_amount: z.string().check(z.describe('Face amount, formatted: `$1,250.00`.')),
      check_currency: z.enum(['USD', 'CAD']).check(z.describe('Of the face amount.')),
      ...carrierWire,
      ...sendOnWire,
      prints_after: z.optional(
        z.string().check(z.describe('A check on an account that is not proven yet is printed after this time.')),
      ),
    },
  }),
  price: (_options, country) => ({
    currency: currencyOf[country],
    amountCents: priceList.check[country],
    priceList: priceList.version,
  }),
  accept(input, { quote, account, now }) {
    if (account === undefined) throw new Error('a check is drawn on an account');
    const { parties, province, warnings } = acceptParties('check', input, quote.country, now);
    const currency = currencyOf[account.country];
    const order = {
      ...parties,
      amountCents: input.amount_cents,
      currency,
      accountNickname: account.nickname,
      memo: input.memo || undefined,
      message: input.message || undefined,
    };
    if (!/\p{L}/u.test(displayName(parties.to))) warnings.push({ code: 'payee_without_letters' });
    const unprintable = unprintableIn(order.memo ?? '');
    if (unprintable !== '') warnings.push({ code: 'memo_unprintable', input: unprintable });
    const { countryCode } = parties.to;
    if (currencyOf[countryCode] !== currency) warnings.push({ code: 'check_currency', currency, country: countryCode });
    return { order, province, warnings };
  },
  quoteFields: () => ({}),
  jobFields: (job) => ({ ...faceFields(job), check_number: job.drawing?.checkNumber, send_on: job.order.sendOn }),
  statusFields: (job) => ({
    fulfillment_status: fulfillmentStatus(job, mailStatusOf),
    delivery_status: 'untracked',
    ...faceFields(job),
    ...carrierFields(job, ' Destroy the check when it comes back.'),
    send_on: job.order.sendOn,
    prints_after: job.drawing?.waitMs && job.notBefore ? new Date(job.notBefore).toISOString() : undefined,
  }),
  ...mailMembers,
  shipment: (order) => shipmentOf(order, false),
  checkAmount,
  checkFace: ({ order, drawing }) => ({
    payTo: envelopeLines(order).to,
    sender: envelopeLines(order).from,
    amount: checkAmount(order),
    amountInWords: amountInWords(order.amountCents),
    memo: order.memo,
    number: drawing?.checkNumber,
    accountNickname: order.accountNickname,
  }),
  title: (order) => `Check for ${faceAmount(order)} to ${displayName(order.to)}`,
  statements: (job) => [
    { label: 'Amount of the check', value: faceAmount(job.order), money: checkAmount(job.order) },
    ...partyStatements(job.order, 'Pay to'),
    { label: 'Bank account', value: job.order.accountNickname },
    { label: 'Check number', value: `${job.drawing?.checkNumber ?? ''}` },
    ...(job.order.memo === undefined ? [] : [{ label: 'Memo', value: job.order.memo }]),
    ...dayStatements(job.order),
    { label: 'Mail', value: 'Standard mail, without tracking. A mailed check cannot be changed.' },
  ],
  receiptFields(job) {
    const { order, drawing } = job;
    const { to, from, memo, message } = order;
    return {
      to,
      from,
      ...faceFields(job),
      check_number: drawing?.checkNumber,
      memo,
      message,
      send_on: order.sendOn,
      instruction_sha256: instructionHashOf(job),
      carrier_scans: scansOf(job),
    };
  },
  withoutText: (job) => ({ ...job.order, message: undefined, instructionSha256: instructionHashOf(job) }),
};
