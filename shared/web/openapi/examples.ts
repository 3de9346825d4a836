/** The examples in the OpenAPI document: each schema with sample values for its fields. All people are made up. */
import type * as z from 'zod/mini';
import { sha256Hex } from '../../domain/ids.ts';
import { formatMoney, priceFields } from '../../domain/money.ts';
import { priceList } from '../../products/common.ts';
import { type Json, jsonSchemaOf } from '../json-schema.ts';
import type { Operation } from './operations.ts';

const id = (prefix: string): string => `${prefix}_0123456789abcdefghjkmnpqrs`;

const minute = 60_000;
const now = Date.UTC(2026, 10, 21, 12);
const baseUrl = 'https://mail.example.com/v1';
const text = 'Dear Ada,\n\nThe engine works.';
const faceCents = 12_550;
const verified = { status: 'verified', what: [], message: 'Mail can be delivered to this address.' };

const usd = (amountCents: number) => priceFields({ currency: 'USD', amountCents, priceList: priceList.version });
const inAnHour = { expires_at: now + 60 * minute };

const letterSummary =
  'A letter of 1 page to "Ada Lovelace, 12 Analytical Way, Springfield, IL 62701", printed once it is paid, for $2.12 USD, with no sales tax.';

/** Sample values by field name, for every schema. */
const samples: Json = {
  ...usd(priceList.letter.US.base.bw),
  quote_id: id('quote'),
  idempotency_key: '5f0c9a52-6d0b-4c39-9d51-0c1f5b7a3e11',
  text,
  name: 'Ada Lovelace',
  addressLine1: '12 Analytical Way',
  city: 'Springfield',
  provinceOrState: 'IL',
  postalOrZip: '62701',
  from: {
    companyName: 'Compilers Ltd',
    addressLine1: '2 Example Ave',
    city: 'Toronto',
    provinceOrState: 'ON',
    postalOrZip: 'M5V 2T6',
    countryCode: 'CA',
  },
  to_number: '+12125550199',
  fax_number: '+12125550199',
  bank_account: id('bank'),
  memo: 'Invoice 17',
  check_amount_cents: faceCents,
  check_amount: formatMoney(faceCents, 'USD'),
  check_number: 1_001,
  pages: 1,
  warnings: [],
  job_id: id('job'),
  order_number: '70K2M9QX4T',
  summary: letterSummary,
  created_at: now,
  at: now,
  expires_at: now + 24 * 60 * minute,
  checkout_url: `${baseUrl}/checkout/${id('cs_test')}`,
  pay_url: `${baseUrl}/pay/${id('pay')}`,
  receipt_url: `${baseUrl}/pay/${id('pay')}/receipt`,
  address_check: verified,
  size: 19_204_113,
  content_type: 'application/pdf',
  upload_id: id('upload'),
  put_url: `https://documents.s3.us-east-1.amazonaws.com/uploads/${id('upload')}?X-Amz-Signature=0f3c`,
  headers: { 'content-type': 'application/pdf', 'content-length': '19204113', 'if-none-match': '*' },
  page_url: `${baseUrl}/uploads/${id('upload')}/attach`,
  nickname: 'Household',
  account_holder_name: 'Ada Lovelace',
  bank_name: 'First Example Bank',
  routing_number: '021000021',
  account_number: '73519284605',
  bank_account_id: id('bank'),
  numbers_deleted: true,
  event_id: id('evt'),
  cancelled: true,
  receipt_id: id('rcpt'),
  issued_at: now + 700 * minute,
  signature: 'eyJhbGciOiJFZERTQSJ9.e30.AAAA',
  ok: true,
  version: '1.0.0',
  kty: 'OKP',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  timestamp: new Date(now).toISOString(),
  receiver: 'https://shop.example.com',
};

/** Sample values for the fields of one schema, by its name. */
const samplesIn: Readonly<Record<string, Json>> = {
  LetterQuote: {
    summary: 'A letter of 1 page to the US costs $2.12 USD, with no sales tax.',
    ...inAnHour,
    content_hash: sha256Hex(text),
  },
  CheckQuote: {
    summary: 'A check to the US costs a fee of $5.00 USD, with no sales tax.',
    ...usd(priceList.check.US),
    ...inAnHour,
  },
  FaxQuote: {
    summary: 'A fax of 1 page to the US costs $2.00 USD, with no sales tax.',
    ...usd(priceList.fax.firstPage),
    ...inAnHour,
    content_hash: sha256Hex(text),
  },
  CheckJobRequest: { amount_cents: faceCents },
  CheckJob: {
    summary: `A check for ${formatMoney(faceCents, 'USD')} to "Ada Lovelace, 12 Analytical Way, Springfield, IL 62701", drawn on "Household", printed once it is paid, and the fee of $5.00 USD, with no sales tax.`,
    ...usd(priceList.check.US),
  },
  FaxJob: {
    summary: 'A fax of 1 page to +1 212-555-0199, sent once it is paid, for $2.00 USD, with no sales tax.',
    ...usd(priceList.fax.firstPage),
  },
  JobStatus: {
    summary: `${letterSummary} It is waiting for a payment of $2.12 USD; none has been received yet.`,
    cancellable: true,
  },
  JobEvents: { type: 'letter.paid', to: 'shop.example.com', state: 'delivered', code: 'http_204' },
  Cancellation: { refund: 'issued' },
  Upload: { ...inAnHour, pdf_url: `${baseUrl}/uploads/${id('upload')}` },
  AddressVerdict: verified,
  PartnerLetter: { letter_id: id('letter'), id: id('letter') },
  WebhookKeys: { keys: ['whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='] },
  Receipt: {
    status: 'mailed',
    statement: 'The order has been paid and has left the print facility. This does not confirm delivery.',
    refund: 'not_applicable',
    content_hash: sha256Hex(text),
    document_sha256: sha256Hex('the PDF'),
    partner_id_hash: sha256Hex('the order').slice(0, 32),
    paid_at: now + minute,
    with_partner_at: now + minute,
    mailed_at: now + 600 * minute,
  },
};

/**
 * An example with the required fields of a schema, and the others that have a sample. The example of an enum is its first
 * value; for a status, that is the status of a new order. `name`: the schema's name in the OpenAPI document.
 */
export const exampleOf = (schema: z.ZodMiniType, name?: string): Json =>
  exampleIn(jsonSchemaOf(schema), '', name) as Json;

/** An example of the use case's input: the request body or, if there is none, the variables of its path. */
export const requestExample = ({ input, schemas }: Pick<Operation, 'input' | 'schemas'>): Json =>
  exampleOf(input, schemas.request ?? schemas.answer);

function exampleIn(json: z.core.JSONSchema.BaseSchema, field: string, schemaName?: string): unknown {
  type Schema = typeof json;
  const sampleOf = (name: string): unknown => samplesIn[schemaName ?? '']?.[name] ?? samples[name];
  const sample = sampleOf(field);
  if (sample !== undefined) return sample;
  const [choice] = json.anyOf ?? [];
  const types = [json.type].flat();
  if (json.const !== undefined) return json.const;
  if (json.enum !== undefined) return json.enum[0];
  if (choice !== undefined) return exampleIn(choice, field, schemaName);
  if (types.includes('null')) return null;
  if (types.includes('boolean')) return false;
  if (types.includes('array')) return [exampleIn(json.items as Schema, '', schemaName)];
  if (!types.includes('object'))
    throw new Error(`${schemaName}.${field} has no example: add a sample to shared/web/openapi/examples.ts`);
  const members = Object.entries(json.properties ?? {}).filter(
    ([name]) => json.required?.includes(name) || sampleOf(name) !== undefined,
  );
  return Object.fromEntries(members.map(([name, member]) => [name, exampleIn(member as Schema, name, schemaName)]));
}
