/** The examples in the OpenAPI document: one request and its answers for each JSON endpoint. All people are made up. */
import { sha256Hex } from '../../domain/digest.ts';
import { priceFields } from '../../domain/money/price.ts';
import { correctedSentence } from '../../domain/warnings/for-callers.ts';
import type { Outcome } from '../../orders/use-case.ts';
import { sourceOf, usualTime } from '../../products/arrival.ts';
import {
  ada,
  baseUrl,
  createdAt,
  grace,
  sampleId as id,
  minute,
  sampleCheck,
  sampleText,
} from '../docs/products/doc-samples.ts';
import { productDocs } from '../docs/products/docs.ts';
import { letterPrice } from '../docs/products/letter.ts';
import type { Json } from './codes.ts';

export interface Example {
  /** The body, or the variables of the path. */
  readonly request: Json;
  readonly answers: Partial<Readonly<Record<Outcome, Json>>>;
}

/** A receipt shows an address with the name split. */
const { name: _, ...adasPlace } = ada;
const adaOnPaper = { firstName: 'Ada', lastName: 'Lovelace', ...adasPlace };

const letterId = id('letter');
const job = { job_id: id('job') };

const payUrl = `${baseUrl}/pay/${id('pay')}`;
const timeline = [
  { step: 'ordered', at: createdAt },
  { step: 'paid', at: createdAt + minute },
  { step: 'handed_over', at: createdAt + minute },
  { step: 'printing', at: null },
  { step: 'mailed', at: null },
];

const notifications = [
  {
    event_id: id('evt'),
    type: 'letter.paid',
    at: createdAt + minute,
    recipients: [
      {
        channel: 'webhook',
        to: 'shop.example.com',
        state: 'delivered',
        next_at: null,
        attempts: [
          { at: createdAt + minute, outcome: 'unreachable', code: 'http_503' },
          { at: createdAt + minute + 5_000, outcome: 'delivered', code: 'http_204' },
        ],
      },
    ],
  },
];

export const examples: Readonly<Record<string, Example>> = {
  // A repeated creation gets the very same body.
  ...Object.fromEntries(
    productDocs.flatMap(({ name, quote, job }): [string, Example][] => [
      [`quote-${name}`, { request: quote.request, answers: { created: quote.answer } }],
      [`create-${name}-job`, { request: job.request, answers: { created: job.answer, done: job.answer } }],
    ]),
  ),
  'request-upload': {
    request: { size: 19_204_113, content_type: 'application/pdf', sha256: sha256Hex(sampleText) },
    answers: {
      created: {
        upload_id: id('upload'),
        put_url: `https://documents.s3.us-east-1.amazonaws.com/uploads/${id('upload')}?X-Amz-Signature=0f3c`,
        headers: {
          'content-type': 'application/pdf',
          'content-length': '19204113',
          'if-none-match': '*',
          'x-amz-checksum-sha256': Buffer.from(sha256Hex(sampleText), 'hex').toString('base64'),
        },
        pdf_url: `${baseUrl}/uploads/${id('upload')}`,
        page_url: `${baseUrl}/uploads/${id('upload')}/attach`,
        expires_at: createdAt + 60 * minute,
      },
    },
  },
  'verify-address': {
    request: { address: { ...ada, city: 'Springfield, IL' } },
    answers: {
      done: {
        status: 'corrected',
        what: ['city'],
        message: correctedSentence({ at: 'address', what: ['city'] }),
        suggestion: adaOnPaper,
      },
    },
  },
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
  'remove-bank-account': {
    request: { bank_account_id: id('bank') },
    answers: { done: { bank_account_id: id('bank'), removed: true, numbers_deleted: true } },
  },
  'get-job': {
    request: job,
    answers: {
      done: {
        service: 'letter',
        ...job,
        order_number: '70K2M9QX4T',
        status: 'fulfilled',
        payment_status: 'paid',
        pages: 1,
        fulfillment_status: 'in_production',
        delivery_status: 'untracked',
        letter_id: letterId,
        ...priceFields(letterPrice),
        refund: 'not_applicable',
        error: null,
        cancellable: true,
        cancel_until: createdAt + 2 * minute,
        ...sampleCheck,
        timeline,
        expected_delivery: {
          is_estimate: true,
          earliest: '2026-11-24',
          latest: '2026-12-01',
          source: sourceOf(usualTime({ country: 'US' }), false),
        },
        created_at: createdAt,
        pay_url: payUrl,
        receipt_url: `${payUrl}/receipt`,
        payment_mode: 'mock',
      },
    },
  },
  'get-job-events': { request: job, answers: { done: { ...job, timeline, notifications } } },
  'resend-event': {
    request: { ...job, event_id: id('evt') },
    answers: { accepted: { ...job, event_id: id('evt'), channels: ['webhook'] } },
  },
  'cancel-job': {
    request: job,
    answers: {
      done: { ...job, cancelled: true, refund: 'issued' },
      declined: {
        ...job,
        cancelled: false,
        reason: 'already_in_production',
        code: 'already_in_production',
        error: 'The partner is at work on it: it can no longer be stopped.',
      },
    },
  },
  'get-receipt': {
    request: job,
    answers: {
      done: {
        ...job,
        receipt_id: id('rcpt'),
        service: 'letter',
        status: 'mailed',
        statement: 'The order has been paid and has left the print facility. This says nothing about delivery.',
        to: adaOnPaper,
        from: grace,
        color: false,
        registered: false,
        pages: 1,
        ...priceFields(letterPrice),
        refund: 'not_applicable',
        content_hash: sha256Hex(sampleText),
        document_sha256: sha256Hex('the PDF'),
        partner_id_hash: sha256Hex(letterId).slice(0, 32),
        times: {
          created_at: createdAt,
          paid_at: createdAt + minute,
          with_partner_at: createdAt + minute,
          mailed_at: createdAt + 600 * minute,
        },
        payment_mode: 'mock',
        issued_at: createdAt + 700 * minute,
        signature: 'eyJhbGciOiJFZERTQSJ9.e30.AAAA',
      },
    },
  },
  'get-letter': {
    request: { letter_id: letterId },
    answers: {
      done: { id: letterId, object: 'letter', status: 'printing', live: false, color: false, size: 'us_letter' },
    },
  },
  health: {
    request: {},
    answers: {
      done: { ok: true, payment_mode: 'mock', version: '1.0.0', commit: '6dd4985a1b2c' },
      unhealthy: {
        ok: false,
        payment_mode: 'real',
        version: '1.0.0',
        commit: '6dd4985a1b2c',
        checks: { settings: 'failed' },
      },
    },
  },
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
  'show-webhook-keys': {
    request: {},
    answers: { done: { keys: ['whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='] } },
  },
};
