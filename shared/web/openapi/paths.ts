/** The paths of the OpenAPI document: every route is described, or left out on purpose. */
import type { Outcome } from '../../orders/use-case.ts';
import { headersOfOutcome, statusOfOutcome } from '../http/problem.ts';
import { type JsonSchema, jsonSchemaOf } from '../json-schema.ts';
import type { Json } from './codes.ts';
import { ref } from './components.ts';
import { examples } from './examples.ts';
import { extras, leftOut } from './extras.ts';
import { guests, type Operation, operations, tagName } from './operations.ts';
import { headersOf, refusalResponses } from './responses.ts';

/** The part of a manifest row that the document needs. */
export interface ManifestRow {
  readonly name: string;
  readonly trigger: Readonly<Record<string, unknown>>;
}

export function pathsOf(rows: readonly ManifestRow[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { name, trigger } of rows) {
    const { http: routes = [] } = trigger as { readonly http?: readonly string[] };
    for (const route of routes) {
      if (leftOut.some(([pattern]) => pattern.test(route))) continue;
      const [method = '', path = ''] = route.split(' /v1');
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationAt(name, route, path) };
    }
  }
  return paths;
}

const variablesIn = (path: string): string[] =>
  path
    .matchAll(/\{(\w+)\}/g)
    .map(([, name = '']) => name)
    .toArray();

function operationAt(name: string, route: string, path: string): Json {
  // A function may serve pages beside its use case.
  const extra = extras[route];
  const operation = operations.find((useCase) => useCase.name === (guests[route] ?? name));
  if (extra === undefined && operation !== undefined) return describe(operation, path);
  if (extra === undefined)
    throw new Error(`${route} is not described: add it to shared/web/openapi/operations.ts or extras.ts beside it`);
  const { tag, parameters: others = [], ...rest } = extra;
  const inPath = variablesIn(path).map((variable) => inPathOf(variable, { type: 'string' }));
  const all = [...inPath, ...(others as Json[])];
  return { tags: [tagName(tag)], ...rest, parameters: all.length > 0 ? all : undefined };
}

const inPathOf = (name: string, { description, ...schema }: JsonSchema): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

export const operationIdOf = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The answers of an operation beside JSON, to a client that asks for them. */
const otherForms: Readonly<Record<string, Json>> = { 'get-receipt': { 'text/html': { schema: { type: 'string' } } } };

/** Whether the answer says when to come back. */
const isAskedAgain = (outcome: string): boolean => outcome in headersOfOutcome;

function describe(useCase: Operation, path: string): Json {
  const { description, outcomes, refusals } = useCase;
  const { request, answer } = useCase.schemas;
  const example = examples[useCase.name];
  const members = jsonSchemaOf(useCase.input, 'input').properties as Record<string, JsonSchema>;
  const inPath = variablesIn(path).map((variable) => ({
    ...inPathOf(variable, members[variable] ?? {}),
    example: example?.request[variable],
  }));
  const inQuery =
    request === undefined
      ? Object.entries(members).flatMap(([name, { description, ...schema }]) =>
          path.includes(`{${name}}`) ? [] : [{ name, in: 'query', description, schema }],
        )
      : [];
  const keyed = 'idempotency_key' in members ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
  const all = [...inPath, ...inQuery, ...keyed];
  return {
    operationId: operationIdOf(useCase.name),
    tags: [tagName(useCase.tag)],
    summary: useCase.summary,
    description,
    parameters: all.length > 0 ? all : undefined,
    // Presence counts: it tells operations with a body from those without.
    ...(request !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: ref(request), example: example?.request } },
      },
    }),
    responses: {
      ...refusalResponses(refusals, { takesBody: request !== undefined }),
      ...Object.fromEntries(
        Object.entries(outcomes).map(([outcome, meaning]) => [
          statusOfOutcome[outcome as Outcome],
          {
            description: meaning,
            headers: headersOf(isAskedAgain(outcome) ? ['unavailable'] : [], useCase.limitedAs !== undefined),
            content: {
              'application/json': { schema: ref(answer), example: example?.answers[outcome as Outcome] },
              ...otherForms[useCase.name],
            },
          },
        ]),
      ),
    },
  };
}
