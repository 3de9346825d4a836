/** Bodies of the largest size that are made to hold the event loop: one for every field of every endpoint and tool. */
import { manifest } from '../../../functions/manifest.ts';
import { contentKinds } from '../../../shared/domain/input/content.ts';
import { operations } from '../../../shared/web/openapi/operations.ts';
import { tools } from '../mcp-tools.ts';
import { changed, fieldsOf } from '../schema-fields.ts';

export interface WorstBody {
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

const text = (unit: string) => (bytes: number) => `"${often(JSON.stringify(unit).slice(1, -1), bytes)}"`;

/** JSON to stand in for a value. */
const values: Readonly<Record<string, (bytes: number) => string>> = {
  ...Object.fromEntries(Object.entries(units).map(([name, unit]) => [name, text(unit)])),
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
  Object.entries(units).map(([name, unit]) => [`a megabyte of ${name}`, () => text(unit)(999_000)]),
);

/** Every place takes turns: in each, one kind of value in seven, beginning with another kind. All would take an hour. */
const oneIn = 7;

/** `requests`: a request that would be served, by the name of its use case. */
export function worstBodies(requests: Readonly<Record<string, unknown>>): WorstBody[] {
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
    ...{ field: 'type', template: { id: 'evt_1', type: hole }, path: `/v1/webhooks/${sender}`, bytes: jsonBytes },
  }));
  const calls = tools.flatMap(({ name, useCase }) =>
    templates(useCase.input, requests[useCase.name]).map(({ field, template }) => ({
      ...{ field: `${name} ${field}`, path: '/mcp', bytes: mcpBytes },
      template: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: template } },
    })),
  );
  const names = ['method', 'params', 'id'].map((field) => ({
    ...{ field, path: '/mcp', bytes: mcpBytes },
    template: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'quote_letter' }, [field]: hole },
  }));
  const type = 'application/json';
  const bodies = [...rest, ...events, ...calls, ...names].flatMap(({ field, template, path, bytes }) =>
    Object.entries({ ...values, ...(/(?:html|text|markdown)$/.test(field) ? megabytes : {}) }).map(([made, write]) => ({
      ...{ place: `${path} ${field}`, made, path, type, body: () => filled(template, write(bytes)) },
    })),
  );
  const forms = ['/v1/bank-accounts/new', '/v1/checkout/cs_test_1'].map((path) => ({
    ...{
      place: path,
      made: 'fields',
      path,
      type: 'application/x-www-form-urlencoded',
      body: () => often('a=&', jsonBytes),
    },
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
