/** Bodies never hold the event loop, so that one caller cannot stop all others: 4 MB of the worst in every field. */

import { join } from 'node:path';
import { manifest } from '../../../functions/manifest.ts';
import { contentKinds } from '../../../shared/domain/input/content.ts';
import { productNames } from '../../../shared/domain/names.ts';
import { requestExample } from '../../../shared/web/openapi/examples.ts';
import { operations } from '../../../shared/web/openapi/operations.ts';
import { registered } from '../../support/e2e/desk.ts';
import { running, type Service, startService } from '../../support/e2e/service.ts';
import { tools } from '../../support/mcp-tools.ts';
import { sample } from '../../support/proofs.ts';
import { changed, fieldsOf } from '../../support/schema-fields.ts';

interface WorstBody {
  /** The endpoint or tool, and the field. */
  readonly place: string;
  /** The content of the place. */
  readonly made: string;
  /** After the origin. */
  readonly path: string;
  readonly type: string;
  /** Written only when it is sent: all of them together would fill the memory. */
  body(): string;
}

const jsonBytes = 4_190_000;
const mcpBytes = 1_990_000;

const units = {
  'combining marks': '\u0301',
  'marks up to the limit': `a${'\u0301'.repeat(30)}`,
  letters: 'x',
  spaces: ' ',
  'line breaks': 'x\n',
  'reversing marks': '\u202e',
  'halves of flags': '🇨',
  'quotation marks': '"',
};

const hole = 'a hole for the worst value';
const often = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

const quotedText = (unit: string) => (bytes: number) => `"${often(JSON.stringify(unit).slice(1, -1), bytes)}"`;

/** JSON to stand in for a value. */
const values: Readonly<Record<string, (bytes: number) => string>> = {
  ...Object.fromEntries(Object.entries(units).map(([name, unit]) => [name, quotedText(unit)])),
  'brackets in brackets': (bytes) => often('[', bytes / 2) + often(']', bytes / 2),
  'objects in objects': (bytes) =>
    `${often('{"a":', bytes - bytes / 6)}1${'}'.repeat(Math.floor((bytes * 5) / 6 / 5))}`,
  'a long array': (bytes) => `[${often('{},', bytes - 10)}0]`,
  'many fields': (bytes) => `{${Array.from({ length: bytes / 15 }, (_, at) => `"k${at}":[1]`).join()}}`,
  'a long number': (bytes) => often('9', bytes),
  'a field name of marks': (bytes) => `{"${often('\u0301', bytes - 10)}":1}`,
};

/** Content has a limit of a million bytes of its own, which such a text just keeps. */
const megabytes = Object.fromEntries(
  Object.entries(units).map(([name, unit]) => [`a megabyte of ${name}`, () => quotedText(unit)(999_000)]),
);

/** Every place takes turns: in each, one kind of value in seven, beginning with another kind. All would take an hour. */
const oneIn = 7;

/** `requests`: a request that would be served, by the name of its use case. */
function worstBodies(requests: Readonly<Record<string, unknown>>): WorstBody[] {
  const filled = (template: unknown, value: string) => JSON.stringify(template).replace(`"${hole}"`, () => value);
  const rest = operations.flatMap((useCase) => {
    const route = manifest.find(({ name }) => name === useCase.name)?.trigger;
    const path = route !== undefined && 'http' in route ? route.http[0]?.split(' ')[1] : undefined;
    if (useCase.schemas.request === undefined || path === undefined) return [];
    return templates(useCase.input, requests[useCase.name]).map((each) => ({
      ...each,
      path,
      bytes: jsonBytes - 2_000,
    }));
  });
  const events = ['stripe', 'postgrid', 'telnyx'].map((sender) => ({
    field: 'type',
    template: { id: 'evt_1', type: hole },
    path: `/v1/webhooks/${sender}`,
    bytes: jsonBytes,
  }));
  const calls = tools.flatMap(({ name, useCase }) =>
    templates(useCase.input, requests[useCase.name]).map(({ field, template }) => ({
      field: `${name} ${field}`,
      path: '/mcp',
      bytes: mcpBytes,
      template: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: template } },
    })),
  );
  const names = ['method', 'params', 'id'].map((field) => ({
    field,
    path: '/mcp',
    bytes: mcpBytes,
    template: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'quote_letter' }, [field]: hole },
  }));
  const type = 'application/json';
  const bodies = [...rest, ...events, ...calls, ...names].flatMap(({ field, template, path, bytes }) =>
    Object.entries({ ...values, ...(/(?:html|text|markdown)$/.test(field) ? megabytes : {}) }).map(([made, write]) => ({
      place: `${path} ${field}`,
      made,
      path,
      type,
      body: () => filled(template, write(bytes)),
    })),
  );
  const forms = ['/v1/bank-accounts/new', '/v1/checkout/cs_test_1'].map((path) => ({
    place: path,
    made: 'fields',
    path,
    type: 'application/x-www-form-urlencoded',
    body: () => often('a=&', jsonBytes),
  }));
  return [...bodies.filter((_, at) => at % oneIn === 0), ...forms];
}

/** The request with a hole in each of its fields in turn, in a field that is not known, and in place of itself. */
function templates(input: Parameters<typeof fieldsOf>[0], request: unknown) {
  const others = (field: string, path: readonly string[]) =>
    contentKinds
      .filter((kind) => kind !== field && contentKinds.some((one) => one === field))
      .reduce((rest, kind) => changed(rest, [...path, kind], undefined), request);
  const paths = [
    ...fieldsOf(input)
      .filter(({ takes }) => takes === 'text')
      .map(({ path }) => path),
    ['unknown'],
  ];
  const inFields = paths.map((path) => ({
    field: path.join('.'),
    template: changed(others(path.at(-1) ?? '', path.slice(0, -1)), path, hole),
  }));
  return [...inFields, { field: 'itself', template: hole as unknown }];
}

const monitor = join(import.meta.dirname, '..', '..', 'support', 'e2e', 'loop-monitor.ts');
const service = running(() => startService({ NODE_OPTIONS: `--import=${monitor}` }));

/** A longer pause of all other callers is felt. */
const mostHeldMs = 100;

async function heldMs(): Promise<number> {
  const address = /^loop monitor (\S+)$/m.exec(service.log())?.[1];
  return Number(await (await fetch(address ?? '')).text());
}

/** The shortest of three, because a busy machine holds every process. A short first one is enough. */
async function heldBy({ path, type, body }: WorstBody): Promise<number> {
  const sent = body();
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && shortest > mostHeldMs; run += 1) {
    await heldMs();
    const accept = 'application/json, text/event-stream';
    await service.post(`${service.origin}${path}`, sent, { 'content-type': type, accept });
    shortest = Math.min(shortest, await heldMs());
  }
  return shortest;
}

/** Requests that would be served, so that the worst value gets as far as it can. */
async function requestsTo(one: Service): Promise<Record<string, unknown>> {
  const account = await registered(one);
  const requests: Record<string, unknown> = Object.fromEntries(
    operations.map((useCase) => [useCase.name, requestExample(useCase)]),
  );
  for (const product of productNames) {
    const path = product === 'letter' ? '/quotes' : `/${product}-quotes`;
    const { quote_id } = await one.make(path, requests[`quote-${product}`] as object);
    const order = changed(requests[`create-${product}-job`], ['quote_id'], quote_id);
    requests[`create-${product}-job`] =
      product === 'check' ? changed(order, ['check', 'bank_account'], account) : order;
  }
  return requests;
}

test(`none of the worst bodies holds the event loop for more than ${mostHeldMs} ms`, async () => {
  const bodies = worstBodies(await requestsTo(service));
  const tooLong: string[] = [];
  // In another order, so that the first of each kind is not always of the same endpoint.
  const mixed = bodies.map((_, at) => bodies[(at * 7_919) % bodies.length] as WorstBody);
  for (const worst of sample(mixed, 1_000, 'worst bodies', ({ made }) => made)) {
    const ms = await heldBy(worst);
    if (ms > mostHeldMs) tooLong.push(`${worst.place}: ${worst.made}: ${ms.toFixed()} ms`);
  }
  expect(tooLong).toEqual([]);
}, 600_000);
