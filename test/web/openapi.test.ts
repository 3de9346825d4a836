/** The OpenAPI document describes every route and nothing else, and its examples are valid. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from '../../functions/manifest.ts';
import { type ProductName, productNames } from '../../shared/domain/names.ts';
import type { RefusalCode } from '../../shared/domain/refusal.ts';
import type { EventView } from '../../shared/orders/events/receive-payment-event.ts';
import { statusOfInternalError, statusOfOutcome, statusOfRefusal } from '../../shared/web/http/problem.ts';
import { llmsText } from '../../shared/web/llms.ts';
import { openApiDocument, operationIdOf, writtenDocument } from '../../shared/web/openapi/document.ts';
import { errorExample, errorView, refusalCodes } from '../../shared/web/openapi/errors.ts';
import { requestExample } from '../../shared/web/openapi/examples.ts';
import { extraOperations, omittedRoutes, operations } from '../../shared/web/openapi/operations.ts';
import { paymentEventView } from '../../shared/web/openapi/schemas.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests read members of any depth
type Json = any;

const root = join(import.meta.dirname, '..', '..');
const document: Json = openApiDocument(manifest, 'https://mail.example.com/v1');
const schemas: Json = document.components.schemas;

const routes = manifest.flatMap(({ trigger }) => ('http' in trigger ? trigger.http : []));
const described = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([verb, operation]) => ({ route: `${verb.toUpperCase()} /v1${path}`, operation })),
);
const operationNamed = (name: string): Json =>
  described.find(({ operation }) => operation.operationId === operationIdOf(name))?.operation;

const isLeftOut = (route: string) => omittedRoutes.some(([pattern]) => pattern.test(route));

test('docs/openapi.json is up to date', () => {
  const stored = readFileSync(join(root, 'docs', 'openapi.json'), 'utf8');
  if (stored !== writtenDocument(manifest)) throw new Error('docs/openapi.json is out of date: npm run openapi');
});

test('the document describes every route except those that are left out on purpose', () => {
  expect(described.map(({ route }) => route).sort()).toEqual(routes.filter((route) => !isLeftOut(route)).sort());
});

test('every listed operation has a route that is not left out', () => {
  const isWrong = (route: string) => !(routes as string[]).includes(route) || isLeftOut(route);
  expect(Object.keys(extraOperations).filter(isWrong)).toEqual([]);
  expect(manifest.map(({ name }) => name)).toEqual(expect.arrayContaining(operations.map(({ name }) => name)));
});

test('generating the document fails if a route is not described, and the error says where to add it', () => {
  const row = { name: 'fly', trigger: { http: ['POST /v1/flights'] } };
  expect(() => openApiDocument([row], '/v1')).toThrow('POST /v1/flights is not described: add it to');
});

test('every $ref of the document resolves', () => {
  for (const [, path = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    let target: Json = document;
    for (const name of path.split('/')) target = target?.[name];
    if (target === undefined) throw new Error(`#/${path} does not exist`);
  }
});

test('the patterns of email addresses and hashes accept capitals, as the service does', () => {
  expect('Ada@EXAMPLE.COM').toMatch(new RegExp(schemas.Notify.properties.email.pattern));
  expect('AF'.repeat(32)).toMatch(new RegExp(schemas.UploadRequest.properties.sha256.pattern));
});

describe.each(operations.map((useCase) => [useCase.name, useCase] as const))('%s', (name, useCase) => {
  const { outcomes, refusals } = useCase;
  const outcomeStatuses = Object.keys(outcomes).map((outcome) => statusOfOutcome[outcome as keyof typeof outcomes]);

  test('the example request is valid', () => {
    expect(useCase.input.safeParse(requestExample(useCase)).error?.issues).toBeUndefined();
  });

  test.each(Object.keys(outcomes))('the example response is valid: %s', (outcome) => {
    const { content } = operationNamed(name).responses[statusOfOutcome[outcome as keyof typeof outcomes]];
    // A deletion has no body.
    const example = content?.['application/json'].example;
    expect(content === undefined).toBe(outcome === 'deleted');
    expect(useCase.output.parse(example)).toEqual(example);
  });

  test('each outcome, each refusal, a full network, an overload and an unexpected error has a response', () => {
    const statuses = Object.keys(operationNamed(name).responses);
    const codes = [...refusals, 'rate_limited', 'unavailable'] as const;
    const expected = [...outcomeStatuses, ...codes.map((code) => statusOfRefusal[code]), statusOfInternalError];
    expect(statuses).toEqual(expect.arrayContaining(expected.map(String)));
  });

  test('no outcome shares a status with a refusal', () => {
    expect(refusals.filter((code) => outcomeStatuses.includes(statusOfRefusal[code]))).toEqual([]);
  });
});

test('every request and response field has a description', () => {
  const undescribed = (schema: Json, path: string): string[] =>
    Object.entries<Json>(schema.properties ?? {}).flatMap(([name, member]) => {
      const memberPath = `${path}.${name}`;
      const isDescribed = ['description', '$ref', 'properties'].some((keyword) => keyword in member);
      const inside = [...undescribed(member, memberPath), ...undescribed(member.items ?? {}, memberPath)];
      return isDescribed ? inside : [memberPath, ...inside];
    });
  expect(Object.entries(schemas).flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
});

test('the response to a payment webhook fits its schema', () => {
  const ignored: EventView = { ok: true, job_id: null, letter_id: null, ignored: 'Not ours.' };
  const failed: EventView = { ok: false, job_id: 'job_1', letter_id: null, fax_id: null, ignored: null, error: 'No.' };
  for (const view of [ignored, failed]) expect(paymentEventView.parse(view)).toEqual(view);
});

test.each(refusalCodes)('the example of the error %s fits the error schema', (code: RefusalCode) => {
  const body = errorExample(code);
  expect(errorView.parse(body)).toEqual(body);
  expect(body.code).toBe(code);
});

const urls = { baseUrl: 'https://mail.example.com/v1', mcpUrl: 'https://assistants.example.com/mcp' };

test('llms.txt fits on one page, and names both URLs, each tool and each call', () => {
  const text = llmsText({ ...urls, paymentMode: 'mock', sold: productNames });
  expect(text.length).toBeLessThan(3_700 + 100 * productNames.length);
  expect(text).toContain('test mode');
  expect(llmsText({ ...urls, paymentMode: 'real', sold: productNames })).not.toContain('test mode');
  const tools = productNames.flatMap((product) => [`quote_${product}`, `create_${product}_job`]);
  for (const name of [...tools, 'get_job_status', 'cancel_letter', 'get_proof_of_mailing', ...Object.values(urls)])
    expect(text).toContain(name);
  const calls = [...text.matchAll(/\b(?:GET|POST) (\/[\w/{}-]+)/g)].map(([call]) => call.replace(' ', ' /v1'));
  expect(calls.length).toBeGreaterThan(8);
  expect(routes).toEqual(expect.arrayContaining(calls));
  expect(text).toMatch(/## Never send[\s\S]*Account, routing[\s\S]*\/bank-accounts\/new[\s\S]*Card numbers/);
});

test('llms.txt of a service with one product has no rule that is only for other products', () => {
  const textFor = (product: ProductName) => llmsText({ ...urls, paymentMode: 'real', sold: [product] });
  expect(textFor('check')).not.toContain('take exactly one of');
  expect(textFor('letter')).not.toContain('/bank-accounts/');
});
