/** One request and its answers for each JSON endpoint: what the OpenAPI document shows. All people and places are made up. */
import { sha256Hex } from '../../core/digest.ts';
import { formatMoney } from '../../core/money.ts';
import { type Price, priceFields } from '../../core/product.ts';
import { salesTax } from '../../core/sales-tax.ts';
import { priceList } from '../../products/price-list.ts';
import type { Outcome } from '../../usecases/use-case.ts';
import type { Json } from './codes.ts';

export interface Example {
  /** The body, or what stands in the path. */
  readonly request: Json;
  readonly answers: Partial<Readonly<Record<Outcome, Json>>>;
}

const id = (prefix: string) => `${prefix}_0123456789abcdefghjkmnpqrs`;
const createdAt = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;
const baseUrl = 'https://mail.example.com/v1';

const text = 'Dear Ada,\n\nthe engine works.';
const html = '<h1>Invoice 17</h1><p>Thank you for your order.</p>';
const key = '5f0c9a52-6d0b-4c39-9d51-0c1f5b7a3e11';

const ada = {
  name: 'Ada Lovelace',
  addressLine1: '12 Analytical Way',
  city: 'Springfield',
  provinceOrState: 'IL',
  postalOrZip: '62701',
  countryCode: 'US',
};
const grace = {
  companyName: 'Compilers Ltd',
  addressLine1: '2 Example Ave',
  city: 'Toronto',
  provinceOrState: 'ON',
  postalOrZip: 'M5V 2T6',
  countryCode: 'CA',
};
/** As a receipt shows an address: the name split. */
const { name: _, ...adasPlace } = ada;
const adaOnPaper = { firstName: 'Ada', lastName: 'Lovelace', ...adasPlace };

const listed = { priceList: priceList.version } as const;
const ofLetter: Price = { ...listed, currency: 'USD', amountCents: priceList.letter.US.base.bw };
const checkCents = priceList.check.CA;
const tax = salesTax(checkCents, 'CA', 'ON');
const ofCheck: Price = { ...listed, currency: 'CAD', amountCents: checkCents, ...(tax && { tax }) };
const ofFax: Price = { ...listed, currency: 'USD', amountCents: priceList.fax.firstPage + priceList.fax.extraPage };

const quoted = (service: string, country: string, price: Price) => ({
  service,
  quote_id: id('quote'),
  country,
  ...priceFields(price),
  expires_at: createdAt + 60 * minute,
  warnings: [],
});

const created = (service: string, price: Price) => ({
  service,
  job_id: id('job'),
  status: 'awaiting_payment',
  payment_status: 'pending',
  ...priceFields(price),
  checkout_url: `${baseUrl}/checkout/${id('cs_test')}`,
  pay_url: `${baseUrl}/pay/${id('pay')}`,
  payment_mode: 'mock',
  created_at: createdAt,
  expires_at: createdAt + 24 * 60 * minute,
  warnings: [],
});

/** A creation answers a repeat with the very same body. */
const creation = (request: Json, answer: Json): Example => ({ request, answers: { created: answer, done: answer } });

const faceCents = 12_550;
const face = {
  check_amount_cents: faceCents,
  check_amount: formatMoney(faceCents, 'USD'),
  check_currency: 'USD',
  check_number: 1_001,
};

const letterId = id('letter');
const job = { job_id: id('job') };

export const examples: Readonly<Record<string, Example>> = {
  'quote-letter': {
    request: { country: 'US', text },
    answers: {
      created: {
        ...quoted('letter', 'US', ofLetter),
        ...{ color: false, registered: false, pages: 1, content_hash: sha256Hex(text) },
      },
    },
  },
  'create-letter-job': creation(
    { quote_id: id('quote'), idempotency_key: key, letter: { to: ada, from: grace, text } },
    { ...created('letter', ofLetter), pages: 1 },
  ),
  'quote-check': {
    request: { country: 'CA', province_or_state: 'ON' },
    answers: { created: quoted('check', 'CA', ofCheck) },
  },
  'create-check-job': creation(
    {
      quote_id: id('quote'),
      idempotency_key: key,
      check: { to: grace, from: ada, bank_account: id('bank'), amount_cents: faceCents, memo: 'Invoice 17' },
    },
    { ...created('check', ofCheck), ...face },
  ),
  'quote-fax': {
    request: { country: 'US', html },
    answers: { created: { ...quoted('fax', 'US', ofFax), pages: 2, content_hash: sha256Hex(html) } },
  },
  'create-fax-job': creation(
    { quote_id: id('quote'), idempotency_key: key, fax: { to_number: '+12125550199', html } },
    { ...created('fax', ofFax), pages: 2, fax_number: '+12125550199' },
  ),
  'register-bank-account': {
    request: {
      nickname: 'Household',
      country: 'US',
      account_holder_name: 'Ada Lovelace',
      bank_name: 'First Example Bank',
      routing_number: '021000021',
      account_number: '73519284605',
      account_type: 'chequing',
    },
    answers: { created: { bank_account_id: id('bank'), nickname: 'Household' } },
  },
  'get-job': {
    request: job,
    answers: {
      done: {
        ...{ service: 'letter', ...job, status: 'fulfilled', payment_status: 'paid' },
        ...{ fulfillment_status: 'in_production', delivery_status: 'untracked', letter_id: letterId },
        ...priceFields(ofLetter),
        ...{ refund: 'not_applicable', error: null, created_at: createdAt, payment_mode: 'mock' },
      },
    },
  },
  'cancel-job': {
    request: job,
    answers: {
      done: { ...job, cancelled: true, refund: 'issued' },
      declined: {
        ...{ ...job, cancelled: false, reason: 'already_in_production' },
        error: 'The partner is at work on it: it can no longer be stopped.',
      },
    },
  },
  'get-receipt': {
    request: job,
    answers: {
      done: {
        ...{ ...job, service: 'letter', status: 'mailed' },
        statement: 'The order has been paid and has left the print facility. This says nothing about delivery.',
        ...{ to: adaOnPaper, from: grace, color: false, registered: false, pages: 1 },
        ...priceFields(ofLetter),
        ...{ refund: 'not_applicable', content_hash: sha256Hex(text), document_sha256: sha256Hex('the PDF') },
        partner_id: letterId,
        times: {
          created_at: createdAt,
          paid_at: createdAt + minute,
          with_partner_at: createdAt + minute,
          mailed_at: createdAt + 600 * minute,
        },
        ...{ payment_mode: 'mock', issued_at: createdAt + 700 * minute, signature: 'eyJhbGciOiJFZERTQSJ9.e30.AAAA' },
      },
    },
  },
  'get-letter': {
    request: { letter_id: letterId },
    answers: {
      done: { id: letterId, object: 'letter', status: 'printing', live: false, color: false, size: 'us_letter' },
    },
  },
  health: { request: {}, answers: { done: { ok: true, payment_mode: 'mock' } } },
  'show-signing-keys': {
    request: {},
    answers: {
      done: {
        keys: [
          {
            kty: 'OKP',
            crv: 'Ed25519',
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
            use: 'sig',
            alg: 'EdDSA',
          },
        ],
      },
    },
  },
};
