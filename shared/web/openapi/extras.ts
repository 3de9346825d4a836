/** The routes of the OpenAPI document that serve no use case: webhooks, and documents about the service. */
import { capitalised } from '../../domain/words.ts';
import { descriptors, isPaymentProvider } from '../../partners/catalogue.ts';
import { statusOfOutcome } from '../http/problem.ts';
import type { Json } from './codes.ts';
import { partnerEvents, paymentEvents } from './events.ts';
import type { Tag } from './operations.ts';
import { headersOf, refusalPages, refusalResponses } from './responses.ts';

/** Keys are routes, as the manifest writes them. */
export type Extras = Readonly<Record<string, { readonly tag: Tag } & Json>>;

const okResponse = (description: string, content: Json): Json => ({
  [statusOfOutcome.done]: { description, headers: headersOf(), content },
});

const text = { schema: { type: 'string' } };
const page = (description: string) => okResponse(description, { 'text/html': text });

/** The routes to which partners and payment providers send their events. */
const webhooks: Extras = Object.fromEntries(
  descriptors.flatMap(({ name, title, events }) => {
    if (events === undefined) return [];
    const [signature] = events.headers;
    const event = { operationId: `receive${capitalised(name)}Event`, summary: events.summary, signature };
    const operation = isPaymentProvider(name)
      ? paymentEvents({ ...event, schema: `${title}Event` })
      : partnerEvents(event);
    return [[`POST /v1/webhooks/${name}`, { tag: 'service', ...operation }] as const];
  }),
);

export const extras: Extras = {
  ...webhooks,
  'GET /v1/openapi.json': {
    operationId: 'showOpenapi',
    tag: 'service',
    summary: 'This document.',
    responses: {
      ...okResponse('OpenAPI 3.1.', { 'application/json': { schema: { type: 'object' } } }),
      ...refusalResponses([], { takesBody: false }),
    },
  },
  'GET /v1/jobs/{job_id}/evidence.pdf': {
    operationId: 'getEvidence',
    tag: 'jobs',
    summary: 'The receipt of a job and the pages of its document in one PDF.',
    responses: {
      ...okResponse('The file.', {
        'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
      }),
      ...refusalResponses(['not_found', 'rate_limited'], { takesBody: false }),
    },
  },
  'GET /v1/llms.txt': {
    operationId: 'showLlms',
    tag: 'service',
    summary: 'The service on one page, for language models: what it does, its prices, both doors, the order of calls.',
    responses: { ...okResponse('Markdown.', { 'text/plain': text }), ...refusalResponses([], { takesBody: false }) },
  },
  'GET /v1/docs': {
    operationId: 'showDocs',
    tag: 'service',
    summary: 'The documentation: a first letter, and where everything stands.',
    parameters: [{ name: 'q', in: 'query', description: 'Words to search all pages for.', schema: { type: 'string' } }],
    responses: {
      ...page('The page, or the sections that have all of the words.'),
      ...refusalPages([], { takesBody: false }),
    },
  },
  'GET /v1/docs.md': {
    operationId: 'showDocsAsMarkdown',
    tag: 'service',
    summary: 'The same page as Markdown.',
    responses: { ...okResponse('Markdown.', { 'text/markdown': text }), ...refusalPages([], { takesBody: false }) },
  },
  'GET /v1/docs/{page}': {
    operationId: 'showDocsPage',
    tag: 'service',
    summary: 'One page of the documentation, `errors`; as Markdown with `.md` behind its name.',
    responses: {
      ...okResponse('The page.', { 'text/html': text, 'text/markdown': text }),
      ...refusalPages(['not_found'], { takesBody: false }),
    },
  },
  'GET /v1/llms-full.txt': {
    operationId: 'showLlmsFull',
    tag: 'service',
    summary: 'The whole documentation in one text, for language models.',
    responses: { ...okResponse('Markdown.', { 'text/plain': text }), ...refusalPages([], { takesBody: false }) },
  },
};

/** Routes that the document leaves out, and why. MCP has a door of its own and describes itself. */
export const leftOut: readonly (readonly [route: RegExp, why: string])[] = [
  [/^\$default$/, 'what no route takes is unknown'],
  [/^(GET|POST) \/v1\/(new|pay|checkout|verify|emails)(\/|$)/, 'they are pages for people, and what lies below them'],
  [/^(GET|POST) \/v1\/bank-accounts\/(new|remove)$/, 'they are forms for people'],
  [/^GET \/v1\/uploads\//, 'they are the page on which a person attaches a file'],
  [/^OPTIONS /, 'browsers ask by themselves'],
  [/^GET \/llms(-full)?\.txt$/, 'they are the same as below /v1'],
  [/^GET \/(v1)?$/, 'the home page lies beside all paths below /v1'],
  [/^GET \/favicon\.ico$/, 'browsers find it by themselves'],
  [/^(GET|HEAD) \/(robots\.txt$|\.well-known\/)/, 'crawlers and clients find them by themselves'],
];
