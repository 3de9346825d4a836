/** The operations of the OpenAPI document: use cases, other endpoints, and their tags. */
import { productNames } from '../../domain/names.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { capitalized } from '../../domain/text.ts';
import { getJobEvents } from '../../notify/notifications.ts';
import { resendEvent } from '../../notify/resend-event.ts';
import { registerBankAccount } from '../../orders/bank-accounts/register-bank-account.ts';
import { removeBankAccount } from '../../orders/bank-accounts/remove-bank-account.ts';
import { cancelJob } from '../../orders/cancel/cancel-job.ts';
import { deleteDocument } from '../../orders/content/delete-document.ts';
import { createJob } from '../../orders/create/create-job.ts';
import { getJob } from '../../orders/follow/get-job.ts';
import { getLetter } from '../../orders/follow/get-letter.ts';
import { quote } from '../../orders/quote/quote.ts';
import { getReceipt } from '../../orders/receipts/get-receipt.ts';
import type { Outcome, UseCase } from '../../orders/use-case.ts';
import { descriptors, paymentProviders } from '../../partners/catalogue.ts';
import { productNamed } from '../../products/index.ts';
import { docsOf, pricesOf, productDocs } from '../docs/products.ts';
import { health } from '../health.ts';
import { type Json, ref } from '../json-schema.ts';
import { requestUpload } from '../request-upload.ts';
import { showSigningKeys, showWebhookKeys } from '../show-signing-keys.ts';
import { verifyAddress } from '../verify-address.ts';

export type Operation = UseCase<unknown, unknown>;

export const operations: readonly Operation[] = [
  ...productNames.map(productNamed).flatMap((product) => [quote(product), createJob(product)]),
  requestUpload,
  verifyAddress,
  registerBankAccount,
  removeBankAccount,
  getJob,
  getJobEvents,
  resendEvent,
  cancelJob,
  deleteDocument,
  getReceipt,
  getLetter,
  health,
  showSigningKeys,
  showWebhookKeys,
];

const sharedTags = {
  jobs: 'Any order: its status, its receipt, canceling it.',
  service: 'The service itself.',
  // A separate tag, because generators write a file for each tag, and events would overwrite the file of the calls.
  webhooks: 'Events that the service posts to a receiver.',
} as const;

/** A tag as use cases name it. In the document, the tag of a product is its plural. */
type Tag = Operation['tag'] | keyof typeof sharedTags;

export const tags: Readonly<Record<string, string>> = {
  ...Object.fromEntries(productDocs.map(({ plural, summary }) => [plural, summary])),
  ...sharedTags,
};

export const tagName = (tag: Tag): string => (tag in sharedTags ? tag : docsOf[tag as keyof typeof docsOf].plural);

/** An operation that is not a use case. */
interface ExtraOperation {
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly parameters?: readonly Json[];
  /** The name of the schema of its request body. */
  readonly request?: string;
  readonly outcomes: Partial<Readonly<Record<Outcome, string>>>;
  /** The content of its responses. */
  readonly content: Json;
  readonly refusals?: readonly RefusalCode[];
  /** Whether its errors are pages for people. */
  readonly isPage?: boolean;
}

const text = { schema: { type: 'string' } };

/** The endpoints to which partners and payment providers send their events, by route. */
const eventOperations = descriptors.flatMap(({ name, title, events }): [string, ExtraOperation][] => {
  if (events === undefined) return [];
  const isPayment = name in paymentProviders;
  const description = isPayment
    ? 'Signature of the raw body. Required in real payment mode, ignored in test mode.'
    : 'Signature of the raw body. Always required.';
  const operation: ExtraOperation = {
    operationId: `receive${capitalized(name)}Event`,
    tag: 'service',
    summary: events.summary,
    parameters: [{ name: events.headers[0], in: 'header', description, ...text }],
    request: isPayment ? `${title}Event` : 'PartnerEvent',
    outcomes: {
      done: 'Recorded, or ignored.',
      ...(isPayment && {
        declined: 'The job can no longer be fulfilled; the payment is refunded.',
        partner_failed: 'The partner refused the order; the payment is refunded.',
      }),
    },
    content: { 'application/json': { schema: ref(isPayment ? 'PaymentEventResponse' : 'PartnerEventResponse') } },
    refusals: ['invalid_request', 'signature_invalid', 'rate_limited', ...(isPayment ? [] : ['unavailable' as const])],
  };
  return [[`POST /v1/webhooks/${name}`, operation]];
});

/** The operations that are not use cases, by their routes in the manifest. */
export const extraOperations: Readonly<Record<string, ExtraOperation>> = {
  ...Object.fromEntries(eventOperations),
  'GET /v1/openapi.json': {
    operationId: 'showOpenapi',
    tag: 'service',
    summary: 'This document.',
    outcomes: { done: 'OpenAPI 3.1.' },
    content: { 'application/json': { schema: { type: 'object' } } },
  },
  'GET /v1/jobs/{job_id}/evidence.pdf': {
    operationId: 'getEvidence',
    tag: 'jobs',
    summary: 'The receipt of a job and the pages of its document in one PDF.',
    outcomes: { done: 'The file.' },
    content: { 'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } } },
    refusals: ['not_found', 'rate_limited'],
  },
  'GET /v1/prices': {
    operationId: 'showPrices',
    tag: 'service',
    summary: 'The price list: whole cents before tax. A quote has the exact price of an order.',
    outcomes: { done: 'The products on sale, and their currencies by destination. Cached for an hour.' },
    content: { 'application/json': { schema: { type: 'object' }, example: pricesOf(productNames) } },
  },
  'GET /v1/llms.txt': {
    operationId: 'showLlms',
    tag: 'service',
    summary:
      'The service on one page, for language models: what it does, its prices, REST and MCP, the order of calls.',
    outcomes: { done: 'Markdown.' },
    content: { 'text/plain': text },
  },
  'GET /v1/llms-full.txt': {
    operationId: 'showLlmsFull',
    tag: 'service',
    summary: 'The whole documentation in one text, for language models.',
    outcomes: { done: 'Markdown.' },
    content: { 'text/plain': text },
    isPage: true,
  },
  'GET /v1/docs': {
    operationId: 'showDocs',
    tag: 'service',
    summary: 'The documentation: a first letter, and a list of all pages.',
    outcomes: { done: 'The page.' },
    content: { 'text/html': text },
    isPage: true,
  },
  'GET /v1/docs.md': {
    operationId: 'showDocsAsMarkdown',
    tag: 'service',
    summary: 'The same page as Markdown.',
    outcomes: { done: 'Markdown.' },
    content: { 'text/markdown': text },
    isPage: true,
  },
  'GET /v1/docs/{page}': {
    operationId: 'showDocsPage',
    tag: 'service',
    summary: 'One page of the documentation, such as `errors`; add `.md` for Markdown.',
    outcomes: { done: 'The page.' },
    content: { 'text/html': text, 'text/markdown': text },
    refusals: ['not_found'],
    isPage: true,
  },
};

/** Routes that the document leaves out, and why. The MCP endpoint is not a route, and describes itself. */
export const omittedRoutes: readonly (readonly [route: RegExp, why: string])[] = [
  [/^\$default$/, 'it takes the requests that match no route'],
  [/^(GET|POST) \/v1\/(new|pay|checkout|verify|emails)(\/|$)/, 'they are pages for people, and parts of pages'],
  [/^(GET|POST) \/v1\/bank-accounts\/(new|remove)$/, 'they are forms for people'],
  [/^GET \/v1\/uploads\//, 'they are the page on which a person attaches a file'],
  [/^OPTIONS /, 'browsers send them automatically'],
  [/^HEAD /, 'it is GET without the body'],
  [/^GET \/llms(-full)?\.txt$/, 'the same documents are also under /v1'],
  [/^GET \/(v1)?$/, 'the home page is outside of /v1'],
  [/^GET \/favicon\.ico$/, 'browsers look for it there'],
  [/^GET \/(robots\.txt$|\.well-known\/)/, 'crawlers and clients look for them there'],
];
