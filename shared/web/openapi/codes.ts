/** The refusal codes for callers: the meaning and an example body of each. */
import * as z from 'zod/mini';
import { faultCodes, Refusal, type RefusalCode } from '../../domain/refusal.ts';
import { gateCodes, problemOf, statusOfRefusal } from '../http/problem.ts';

export type Json = Readonly<Record<string, unknown>>;

export const refusalCodes = Object.keys(statusOfRefusal) as RefusalCode[];

/** `error` is an error sentence as callers get it. */
const codeDocs: Readonly<
  Record<RefusalCode, { readonly meaning: string; readonly error: string; readonly field?: string }>
> = {
  invalid_request: {
    meaning: 'A field is missing, malformed or not possible; `error` names it and the cure.',
    error: 'letter.to.city is missing: send a string (city or town).',
    field: 'letter.to.city',
  },
  content_refused: {
    meaning: 'The content cannot be printed as it is; `error` says why.',
    error: 'pdf_url: the PDF is encrypted. Send it without a password.',
    field: 'pdf_url',
  },
  quote_unknown: {
    meaning: 'No such quote, or it has expired: request a fresh one and have its price approved.',
    error:
      'quote_id is unknown or has expired (a quote lives 60 minutes): request a fresh letter quote and let the user approve its price.',
    field: 'quote_id',
  },
  quote_content_mismatch: {
    meaning: 'The content is not what was quoted: request a fresh quote and have its price approved.',
    error:
      'letter.text is not the quoted content: it has changed since the quote. Request a fresh quote for this content and let the user approve its price.',
    field: 'letter.text',
  },
  content_not_kept: {
    meaning: 'The job names its content by `content_hash`, and that content is not kept any more: send the content.',
    error:
      'letter.content_hash: the content of this quote is not kept any more. Send the content itself, as it was quoted.',
    field: 'letter.content_hash',
  },
  country_mismatch: {
    meaning: 'The quote was made for the other country.',
    error:
      'letter.to.countryCode is CA, but the quote is for US: request a quote for CA and let the user approve its price.',
    field: 'letter.to.countryCode',
  },
  options_mismatch: {
    meaning: 'The job names an option in another way than its quote: the quote decides.',
    error:
      'letter.color is not what was quoted: the quote has color false. Leave it out, or request a new quote and let the user approve its price.',
    field: 'letter.color',
  },
  over_limit: {
    meaning: 'The order is above the limits that the request names: `error` has both sums. Nothing was written.',
    error:
      'limits.max_total_cents allows $2.00, but the order costs $2.12: ask the user for a higher limit, or order less.',
    field: 'limits.max_total_cents',
  },
  not_sold: {
    meaning: 'This service does not offer the product: `error` names those that it offers.',
    error: 'This service takes no order for a fax. It offers: letter, check.',
  },
  not_taken: {
    meaning: 'The operator has asked that such orders wait for a word with them. Nothing was charged.',
    error:
      'This service does not take this order. Nothing was charged, and nothing is said about you or the recipient: its operator can tell you more.',
  },
  idempotency_key_reused: {
    meaning: 'The key was used for another request, perhaps by somebody else: use a fresh UUID.',
    error: 'idempotency_key was used for another request: use a fresh UUID for each action that the user confirms.',
    field: 'idempotency_key',
  },
  in_progress: {
    meaning: 'A request with this key is still being worked on: send the same again.',
    error:
      'A request with this idempotency_key is still being worked on: send the same request again in a few seconds.',
    field: 'idempotency_key',
  },
  rate_limited: {
    meaning: 'Too many requests from one network.',
    error:
      'Too many requests: at most 300 requests (quotes) in 10 minutes are taken from one network. Send it again in 480 seconds.',
  },
  not_found: { meaning: 'Unknown, expired or never existed; nothing tells these apart.', error: 'not_found' },
  signature_invalid: {
    meaning: 'The signature does not belong to this body (real payment mode).',
    error: 'The signature of the event is missing or wrong.',
  },
  unavailable: {
    meaning:
      'Somebody whom the service depends on does not answer, or too much is asked of it at this moment. Nothing was kept or charged: send the same again.',
    error:
      'The payment provider does not answer at this moment; nothing was charged. Send the same request again in a few seconds.',
  },
  html_unavailable: {
    meaning:
      'HTML and Markdown cannot be printed where this service runs, on one machine without a browser: send text or a PDF. Never on AWS.',
    error:
      'html: HTML and Markdown cannot be printed on this machine. No Chrome, Edge or Chromium was found. Install one, or set CHROMIUM_PATH to its program, and start again. Text and PDFs need no browser.',
    field: 'html',
  },
};

export const errorView = z
  .object({
    error: z
      .string()
      .check(z.describe('For people: names the field and the cure. `not_found` for all that is unknown.')),
    code: z.optional(
      z.enum([...refusalCodes, ...gateCodes]).check(z.describe('For programs. A closed list; missing from accidents.')),
    ),
    field: z.optional(z.string().check(z.describe('Path of the field to change, `letter.to.city`.'))),
    docs_url: z.optional(z.string().check(z.describe('A page that explains the code.'))),
    errors: z.optional(
      z
        .array(
          z.object({
            field: z.string().check(z.describe('Its path; empty for the body itself.')),
            error: z.string().check(z.describe('Its sentence.')),
            code: z
              .enum(faultCodes)
              .check(z.describe('field_unknown: not a field of the request, but perhaps a missing one misspelled.')),
          }),
        )
        .check(z.describe('Each fault by itself, where there are several.')),
    ),
    hint: z.optional(z.string().check(z.describe('With an unknown endpoint: the one that was probably meant.'))),
  })
  .check(z.describe('Why a request was not served.'));

/** In place of a function's answer. */
export const gatewayErrorView = z
  .object({
    message: z.string().check(z.describe('What the gateway says, `Too Many Requests`.')),
    // Said, so that typed clients may ask either form of an error for them.
    error: z.optional(z.string().check(z.maxLength(0), z.describe('Missing.'))),
    code: z.optional(z.string().check(z.maxLength(0), z.describe('Missing.'))),
  })
  .check(z.describe('The answer of API Gateway itself on AWS, where no function has answered.'));

/** An example body of a refusal, as `problemOf` writes it. */
export function exampleOf(code: RefusalCode): Json {
  const { error: message, field } = codeDocs[code];
  return problemOf(new Refusal(code, message, { field }), '', 'https://mail.example.com/v1').body;
}

export const meaningOf = (code: RefusalCode): string => codeDocs[code].meaning;
