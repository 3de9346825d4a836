/** Builds the OpenAPI 3.1 document, a pure function of the use cases, their schemas, the routes and the problems. */

import { type ProductName, productNames } from '../../domain/names.ts';
import { capitalised } from '../../domain/words.ts';
import { notifications } from '../../notify/notifications-view.ts';
import { getJob } from '../../orders/follow/get-job.ts';
import { expectedDelivery, statusView } from '../../orders/follow/status-view.ts';
import { timeline } from '../../orders/follow/timeline.ts';
import { productNamed } from '../../products/index.ts';
import { pluralsOf, productDocs } from '../docs/products/docs.ts';
import type { JsonSchema } from '../json-schema.ts';
import { errorView, gatewayErrorView, type Json } from './codes.ts';
import { ref, schemasOf } from './components.ts';
import { eventView, partnerAnswerView, partnerEventView, stripeEventView } from './events.ts';
import { operations, tags } from './operations.ts';
import { type ManifestRow, pathsOf } from './paths.ts';
import { commonHeaders, commonResponses } from './responses.ts';
import { webhooks, webhookViews } from './webhooks.ts';

const statusName = (product: ProductName) => `${capitalised(product)}Status`;

function schemas(): Record<string, JsonSchema> {
  const requests = operations.flatMap(({ schemas: { request }, input }) =>
    request ? [[request, input] as const] : [],
  );
  const answers = operations
    .filter(({ name }) => name !== getJob.name)
    .map(({ schemas: { answer }, output }) => [answer, output] as const);
  const statuses = productNames.map((name) => [statusName(name), statusView(productNamed(name))] as const);
  return {
    ...schemasOf(
      { ...Object.fromEntries(requests), StripeEvent: stripeEventView, PartnerEvent: partnerEventView },
      {
        ...Object.fromEntries(answers),
        ...Object.fromEntries(statuses),
        Timeline: timeline,
        ExpectedDelivery: expectedDelivery,
        Notifications: notifications,
        ...webhookViews,
        PaymentEventAnswer: eventView,
        PartnerEventAnswer: partnerAnswerView,
        Error: errorView,
        GatewayError: gatewayErrorView,
      },
    ),
    // One view for each product, distinguished by `service`.
    JobStatus: {
      oneOf: productNames.map((name) => ref(statusName(name))),
      discriminator: {
        propertyName: 'service',
        mapping: Object.fromEntries(productNames.map((name) => [name, ref(statusName(name)).$ref])),
      },
    },
  };
}

/** Paths are relative to `serverUrl`, which ends in /v1. */
export function openApiDocument(rows: readonly ManifestRow[], serverUrl: string): Json {
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: serverUrl }],
    security: [],
    'x-service-info': { categories: ['mail', 'fax'], docs: { llms: `${serverUrl}/llms.txt` } },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf(rows),
    webhooks,
    components: { schemas: schemas(), parameters, headers: commonHeaders, responses: commonResponses },
  };
}

/** The checked-in copy, which fits every deployment. */
export const writtenDocument = (rows: readonly ManifestRow[]): string =>
  `${JSON.stringify(openApiDocument(rows, '/v1'), null, 2)}\n`;

const info = {
  title: 'Print and mail',
  version: '1.0.0',
  summary: `${capitalised(pluralsOf(productDocs))} to the US and Canada: quoted exactly, paid once, sent once.`,
  description: `No accounts and no keys. The order of calls is always the same:

1. Request a quote. The content is rendered and its pages are counted: the price is exact and bound to that content.
2. Show the price, and have a person approve it.
3. Create the job with the same content, the \`quote_id\` and a fresh UUID as \`idempotency_key\`. Nothing is charged yet.
4. Give \`checkout_url\` or \`pay_url\` to the person, who pays there.
5. Read the job: payment, fulfillment and delivery are three separate statuses.

Amounts are whole cents, times are Unix milliseconds, every answer carries \`x-request-id\`. Refusals are
\`{error, code, field?, errors?, docs_url?}\`: \`error\` is for people, \`code\` for programs, and \`errors\` has each of several faults.
With \`Accept: application/problem+json\` they are problems of RFC 9457 with the same members. Unknown members of a
request are ignored, and \`warnings\` name them; answers may grow. \`html\` and \`text\` have at most 1 MB, PDFs 20 MB; letters at most 60 pages, faxes 200. Where \`payment_mode\` is \`mock\` nothing is charged, mailed or sent.`,
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same as `idempotency_key` in the body: send one of them, or the same in both.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '5f0c9a52-6d0b-4c39-9d51-0c1f5b7a3e11',
  },
};
