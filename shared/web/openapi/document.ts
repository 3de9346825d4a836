/** Builds the OpenAPI 3.1 document from the use cases, their schemas, the routes and the errors. */
import { productNames } from '../../domain/names.ts';
import { capitalized } from '../../domain/text.ts';
import type { Outcome } from '../../orders/use-case.ts';
import { productNamed } from '../../products/index.ts';
import { pluralsOf, productDocs } from '../docs/products.ts';
import { headersOfOutcome, statusOfOutcome } from '../http/problem.ts';
import { type Json, type JsonSchema, jsonSchemaOf, ref } from '../json-schema.ts';
import { commonHeaders, commonResponses, errorResponses, headersOf } from './errors.ts';
import { exampleOf, requestExample } from './examples.ts';
import { extraOperations, type Operation, omittedRoutes, operations, tagName, tags } from './operations.ts';
import { eventView, namedSchemas } from './schemas.ts';

/** The part of a manifest row that the document needs. */
interface ManifestRow {
  readonly name: string;
  readonly trigger: Readonly<Record<string, unknown>>;
}

/** Paths are relative to `serverUrl`, which ends in /v1. */
export function openApiDocument(rows: readonly ManifestRow[], serverUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { name, trigger } of rows) {
    const { http: routes = [] } = trigger as { readonly http?: readonly string[] };
    for (const route of routes) {
      if (omittedRoutes.some(([pattern]) => pattern.test(route))) continue;
      // `POST /v1/quotes` → `POST`, `/quotes`.
      const [method = '', path = ''] = route.split(' /v1');
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, variable = '']) => variable);
      // A function may serve other routes in addition to its use case.
      const extra = extraOperations[route];
      const useCase = operations.find((operation) => operation.name === name);
      const described = extra ? describeExtra(extra, variables) : useCase && describeUseCase(useCase, variables);
      if (described === undefined)
        throw new Error(`${route} is not described: add it to shared/web/openapi/operations.ts`);
      paths[path] = { ...paths[path], [method.toLowerCase()]: described };
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: serverUrl }],
    security: [],
    'x-service-info': { categories: ['mail', 'fax'], docs: { llms: `${serverUrl}/llms.txt` } },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: namedSchemas(),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'The same as `idempotency_key` in the body: send one of them, or the same in both.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
          example: '5f0c9a52-6d0b-4c39-9d51-0c1f5b7a3e11',
        },
      },
      headers: commonHeaders,
      responses: commonResponses,
    },
  };
}

/** The text of docs/openapi.json, which fits every deployment. */
export const writtenDocument = (rows: readonly ManifestRow[]): string =>
  `${JSON.stringify(openApiDocument(rows, '/v1'), null, 2)}\n`;

const parameterOf = (location: 'path' | 'query', name: string, { description, ...schema }: JsonSchema): Json => ({
  name,
  in: location,
  description,
  schema,
  ...(location === 'path' && { required: true }),
});

/** The list, or `undefined` if it is empty, because the document has no empty lists. */
const unlessEmpty = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);

/** The member `requestBody` of an operation whose request has a schema. */
const requestBodyOf = (request: string | undefined, example?: unknown) =>
  request !== undefined && {
    requestBody: { required: true, content: { 'application/json': { schema: ref(request), example } } },
  };

/** The responses of outcomes, by their status. */
const responsesOf = (
  outcomes: Partial<Readonly<Record<Outcome, string>>>,
  response: (outcome: Outcome) => Json,
): Json =>
  Object.fromEntries(
    Object.entries(outcomes).map(([outcome, description]) => [
      statusOfOutcome[outcome as Outcome],
      { description, ...response(outcome as Outcome) },
    ]),
  );

function describeExtra(
  { tag, request, outcomes, content, refusals = [], isPage, ...rest }: (typeof extraOperations)[string],
  variables: string[],
) {
  const inPath = variables.map((name) => parameterOf('path', name, { type: 'string' }));
  return {
    ...rest,
    tags: [tagName(tag)],
    parameters: unlessEmpty([...inPath, ...(rest.parameters ?? [])]),
    ...requestBodyOf(request),
    responses: {
      ...errorResponses(refusals, request !== undefined, isPage),
      ...responsesOf(outcomes, () => ({ headers: headersOf(), content })),
    },
  };
}

export const operationIdOf = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function describeUseCase(useCase: Operation, variables: string[]): Json {
  const { name, summary, description, tag, outcomes, refusals, limitedAs, perHour, input } = useCase;
  const { request, answer } = useCase.schemas;
  const members = jsonSchemaOf(input).properties as Readonly<Record<string, JsonSchema>>;
  const exampleBody = requestExample(useCase);
  const inPath = variables.map((variable) => ({
    ...parameterOf('path', variable, members[variable] ?? {}),
    example: exampleBody[variable],
  }));
  // Without a body, the other members of the input are in the query.
  const inQuery = Object.entries(request === undefined ? members : {})
    .filter(([member]) => !variables.includes(member))
    .map(([member, schema]) => parameterOf('query', member, schema));
  const keyHeader = 'idempotency_key' in members ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
  const example = answer === undefined ? {} : exampleOf(useCase.output, answer);
  // The members in which the examples of unsuccessful responses differ.
  const differences: Partial<Readonly<Record<Outcome, Json>>> = {
    declined: {
      cancelled: false,
      refund: undefined,
      reason: 'already_in_production',
      code: 'already_in_production',
      error: 'It is being printed, so it can no longer be canceled, and nothing is refunded.',
    },
    unhealthy: { ok: false, payment_mode: 'real', checks: { settings: 'failed' } },
  };
  return {
    operationId: operationIdOf(name),
    tags: [tagName(tag)],
    summary,
    description,
    parameters: unlessEmpty([...inPath, ...inQuery, ...keyHeader]),
    ...requestBodyOf(request, exampleBody),
    responses: {
      ...errorResponses(refusals, request !== undefined),
      ...responsesOf(outcomes, (outcome) => ({
        headers: headersOf({
          hasRetryAfter: outcome in headersOfOutcome,
          isLimited: (limitedAs ?? perHour) !== undefined,
        }),
        // A deletion has no body.
        ...(answer !== undefined && {
          content: {
            'application/json': { schema: ref(answer), example: { ...example, ...differences[outcome] } },
            // Browsers get a page.
            ...(name === 'get-receipt' && { 'text/html': { schema: { type: 'string' } } }),
          },
        }),
      })),
    },
  };
}

/** The events that receivers get. */
const webhooks: Json = Object.fromEntries(
  productNames.map((name) => {
    const header = (headerName: string, description: string): Json => ({
      name: headerName,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    });
    const schema = `${capitalized(name)}Event`;
    const post = {
      operationId: `${name}Event`,
      tags: [tagName('webhooks')],
      summary: `Something happened to a ${name} job whose \`notify\` names this receiver.`,
      parameters: [
        header('webhook-id', 'The same in every attempt: skip an id that you have already received.'),
        header('webhook-timestamp', 'The Unix time of this attempt, in seconds.'),
        header(
          'webhook-signature',
          'Signatures of `id.timestamp.body`: `v1a,…` (Ed25519) and, with a secret of your own, `v1,…`.',
        ),
      ],
      ...requestBodyOf(schema, exampleOf(eventView(productNamed(name)), schema)),
      responses: {
        '2XX': { description: 'Received: it is not sent again.' },
        '410': { description: 'No more events of this job are wanted.' },
        '429': { description: 'Sent again after `Retry-After`, as with 408 and 5xx; later events wait for this one.' },
        default: { description: 'Not received: it is sent again for three days. Redirects are not followed.' },
      },
    };
    return [`${name}Event`, { post }];
  }),
);

const info = {
  title: 'Print and mail',
  version: '1.0.0',
  summary: `${capitalized(pluralsOf(productDocs))} to the US and Canada: quoted exactly, paid once, sent once.`,
  description: `No accounts and no keys. The order of calls is always the same:

1. Request a quote. The content is rendered and its pages are counted: the price is exact and bound to that content.
2. Show the price, and have a person approve it.
3. Create the job with the same content, the \`quote_id\` and a fresh UUID as \`idempotency_key\`. Nothing is charged yet.
4. Give \`checkout_url\` or \`pay_url\` to the person, who pays there.
5. Read the job: payment, fulfillment and delivery are three separate statuses.

Amounts are in whole cents, and times in Unix milliseconds. Every response has \`x-request-id\`. Errors are
\`{error, code, field?, errors?, docs_url?}\`: \`error\` is for people, \`code\` for programs, and \`errors\` lists the problems if there are several.
Unknown fields are ignored with a warning, and a field in the wrong place is refused; responses may gain fields. Text, HTML and Markdown can be up to 1 MB, and PDFs up to 20 MB; letters can have up to 60 pages, and faxes up to 200. If \`payment_mode\` is \`mock\`, nothing is charged, mailed or sent.`,
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};
