/** The routes of the OpenAPI document that serve no use case: events of partners, and documents about the service. */
import type { RefusalCode } from '../../domain/refusal.ts';
import { capitalised } from '../../domain/words.ts';
import type { Outcome } from '../../orders/use-case.ts';
import { descriptors, isPaymentProvider } from '../../partners/catalogue.ts';
import { type Json, ref } from '../json-schema.ts';
import type { Tag } from './operations.ts';

export interface Extra {
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly parameters?: readonly Json[];
  /** The name of the schema of its body. */
  readonly request?: string;
  readonly outcomes: Partial<Readonly<Record<Outcome, string>>>;
  /** The forms of its answers. */
  readonly content: Json;
  readonly refusals?: readonly RefusalCode[];
  /** Its errors are pages for people. */
  readonly isPage?: boolean;
}

const text = { schema: { type: 'string' } };

/** The routes to which partners and payment providers send their events. */
const events = descriptors.flatMap(({ name, title, events }): [string, Extra][] => {
  if (events === undefined) return [];
  const isPayment = isPaymentProvider(name);
  const description = isPayment
    ? 'Over the raw body. Required in real payment mode, ignored in test mode.'
    : 'Over the raw body; always required.';
  const extra: Extra = {
    operationId: `receive${capitalised(name)}Event`,
    tag: 'service',
    summary: events.summary,
    parameters: [{ name: events.headers[0], in: 'header', description, ...text }],
    request: isPayment ? `${title}Event` : 'PartnerEvent',
    outcomes: {
      done: 'Recorded, or ignored.',
      ...(isPayment && {
        declined: 'The job cannot be fulfilled any more; what was paid is refunded.',
        partner_failed: 'The partner refused the order; what was paid is refunded.',
      }),
    },
    content: { 'application/json': { schema: ref(isPayment ? 'PaymentEventAnswer' : 'PartnerEventAnswer') } },
    refusals: ['invalid_request', 'signature_invalid', 'rate_limited', ...(isPayment ? [] : ['unavailable' as const])],
  };
  return [[`POST /v1/webhooks/${name}`, extra]];
});

/** By their routes, as the manifest writes them. */
export const extras: Readonly<Record<string, Extra>> = {
  ...Object.fromEntries(events),
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
  'GET /v1/llms.txt': {
    operationId: 'showLlms',
    tag: 'service',
    summary: 'The service on one page, for language models: what it does, its prices, both doors, the order of calls.',
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
    summary: 'The documentation: a first letter, and where everything stands.',
    parameters: [{ name: 'q', in: 'query', description: 'Words to search all pages for.', ...text }],
    outcomes: { done: 'The page, or the sections that have all of the words.' },
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
    summary: 'One page of the documentation, `errors`; as Markdown with `.md` behind its name.',
    outcomes: { done: 'The page.' },
    content: { 'text/html': text, 'text/markdown': text },
    refusals: ['not_found'],
    isPage: true,
  },
};

/** Routes that the document leaves out, and why. MCP has a door of its own and describes itself. */
export const leftOut: readonly (readonly [route: RegExp, why: string])[] = [
  [/^\$default$/, 'what no route takes is unknown'],
  [/^(GET|POST) \/v1\/(new|pay|checkout|verify|emails)(\/|$)/, 'they are pages for people, and what lies below them'],
  [/^(GET|POST) \/v1\/bank-accounts\/(new|remove)$/, 'they are forms for people'],
  [/^GET \/v1\/uploads\//, 'they are the page on which a person attaches a file'],
  [/^OPTIONS /, 'browsers ask by themselves'],
  [/^HEAD /, 'it is GET without the body'],
  [/^GET \/llms(-full)?\.txt$/, 'they are the same as below /v1'],
  [/^GET \/(v1)?$/, 'the home page lies beside all paths below /v1'],
  [/^GET \/favicon\.ico$/, 'browsers find it by themselves'],
  [/^GET \/(robots\.txt$|\.well-known\/)/, 'crawlers and clients find them by themselves'],
];
