/** Every request is either served, or refused with a sentence that names the field and the fix. */
import fc from 'fast-check';
import * as z from 'zod/mini';
import { Refusal } from '../../shared/domain/refusal.ts';
import { textProblem } from '../../shared/domain/text.ts';
import { createJob } from '../../shared/orders/create/create-job.ts';
import { quote } from '../../shared/orders/quote/quote.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { catalog } from '../../shared/products/index.ts';
import { health } from '../../shared/web/health.ts';
import { type JsonSchema, jsonSchemaOf } from '../../shared/web/json-schema.ts';
import { requestExample } from '../../shared/web/openapi/examples.ts';
import { type Operation, operations } from '../../shared/web/openapi/operations.ts';
import { anyCharacter } from '../support/any-character.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, orderFor, quoted, quotedAs, requestFor, samples, text } from '../support/fakes/orders.ts';
import { tools } from '../support/mcp-tools.ts';
import { changed, type Field, fieldsOf } from '../support/schema-fields.ts';

interface Endpoint {
  readonly useCase: Operation;
  /** A request that is served. */
  validRequest(deps: MemoryDeps): Promise<object>;
}

const endpoints: Readonly<Record<string, Endpoint>> = {
  'quote-letter': {
    useCase: quote(catalog.letter),
    validRequest: async () => ({ country: 'CA', province_or_state: 'QC', color: true, registered: false, text }),
  },
  'create-letter-job': {
    useCase: createJob(catalog.letter),
    validRequest: async (deps) =>
      orderFor((await quoted(deps)).quote_id, {}, { limits: { max_total_cents: 212, currency: 'USD' } }),
  },
};

async function refusalOf({ useCase }: Endpoint, deps: MemoryDeps, request: unknown): Promise<Refusal> {
  const response = await ask(useCase, deps, request, caller).catch((error: unknown) => error);
  if (response instanceof Refusal) return response;
  throw response instanceof Error ? response : new Error(`served: ${JSON.stringify(response)}`);
}

const pathOf = ({ path }: Field) => path.join('.');

/** Values of the wrong type for a field. */
const wrongValues: Readonly<Record<Field['type'], readonly unknown[]>> = {
  list: [5, true, 'text', { a: 1 }],
  object: ['text', 5, true, ['text']],
  boolean: ['true', 1, { a: 1 }, ['text']],
  number: ['5', 2.5, true, { a: 1 }, [5]],
  text: [5, true, { a: 1 }, ['text']],
};

const fields = Object.entries(endpoints).flatMap(([endpointName, endpoint]) =>
  fieldsOf(endpoint.useCase.input).map((field) => [endpointName, pathOf(field), field, endpoint] as const),
);

/** Matches a sentence for a person: the field first, then what to send or what it must be. */
const sentenceAbout = (field: string, problem: 'is missing: send' | 'must be') =>
  new RegExp(`^${field.replaceAll('.', '\\.')} ${problem} [^.]*\\S.*\\.$`);

test.each(fields.filter(([, , { required }]) => required))(
  '%s without %s is refused, and the error names the field and what to send',
  async (_, path, field, endpoint) => {
    const deps = memoryDeps();
    const request = await endpoint.validRequest(deps);
    for (const nothing of [undefined, null, '', {}, []]) {
      const refusal = await refusalOf(endpoint, deps, changed(request, field.path, nothing));
      expect(refusal).toMatchObject({ code: 'invalid_request', field: path });
      const sentence = refusal.message.replace('must not be empty', 'is missing: send it');
      expect(sentence).toMatch(sentenceAbout(path, 'is missing: send'));
    }
  },
);

/** The input and the unknown fields with which a use case would run, or the message of its refusal. */
async function readRequest(useCase: Operation, request: unknown): Promise<unknown> {
  const echoing: Operation = {
    ...useCase,
    output: z.unknown(),
    run: async (_deps, input, _caller, unknown) => ({ outcome: 'done', body: { input, unknown } }),
  };
  return ask(echoing, memoryDeps(), request, caller).then(
    ({ body }) => body,
    ({ message }: Refusal) => message,
  );
}

const everyField = operations.flatMap((useCase) =>
  fieldsOf(useCase.input).map((field) => [useCase.name, pathOf(field), useCase, field] as const),
);
const mayBeEmpty = everyField.filter(([, path, , { required }]) => !required && path !== 'idempotency_key');

test.each(mayBeEmpty)('%s treats an empty %s like a missing one', async (_name, _path, useCase, { path }) => {
  const readWith = (value: unknown) => readRequest(useCase, changed(requestExample(useCase), path, value));
  const missing = await readWith(undefined);
  for (const nothing of [null, '', {}, []]) expect(await readWith(nothing)).toEqual(missing);
});

test.each(everyField.filter(([, path]) => path === 'idempotency_key'))(
  '%s refuses an empty %s, because a retry without a key would be a second order',
  async (_name, path, useCase) => {
    const request = requestExample(useCase);
    for (const nothing of ['', {}, []])
      expect(await readRequest(useCase, { ...request, [path]: nothing })).toMatch(/^idempotency_key (?:must|is) /);
    expect(await readRequest(useCase, { ...request, [path]: null })).toMatchObject({ unknown: [] });
  },
);

test('a deeply nested unknown field is ignored', async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`);
  const { validRequest, useCase } = endpoints['quote-letter'] as Endpoint;
  const deps = memoryDeps();
  const { outcome } = await ask(useCase, deps, { ...(await validRequest(deps)), deep }, caller);
  expect(outcome).toBe('created');
});

test.each(fields)(
  '%s with %s of a wrong type is refused, and the error names the field and what to send',
  async (_, path, field, endpoint) => {
    const deps = memoryDeps();
    const request = await endpoint.validRequest(deps);
    for (const wrong of wrongValues[field.type]) {
      const refusal = await refusalOf(endpoint, deps, changed(request, field.path, wrong));
      expect(refusal).toMatchObject({ code: 'invalid_request', field: path });
      expect(refusal.message).toMatch(sentenceAbout(path, 'must be'));
    }
  },
);

test.each(Object.entries(endpoints))('%s refuses a body that is not a JSON object', async (_, endpoint) => {
  for (const wrong of [undefined, null, 5, true, 'text', [], [{}]])
    expect((await refusalOf(endpoint, memoryDeps(), wrong)).message).toBe('The body must be a JSON object.');
});

test('a request with many mistakes is refused with the first five', async () => {
  const wrong = { quote_id: 5, idempotency_key: 5, letter: { to: {}, from: {}, text: 5 } };
  const { message, field } = await refusalOf(endpoints['create-letter-job'] as Endpoint, memoryDeps(), wrong);
  expect(field).toBe('quote_id');
  expect(message.match(/ must be | is missing: send /g)).toHaveLength(5);
});

test.each(fields.filter(([, , { type }]) => type === 'text'))(
  '%s refuses half a surrogate pair in %s',
  async (_, path, { path: at }, endpoint) => {
    const deps = memoryDeps();
    const request = { ...(await endpoint.validRequest(deps)), idempotency_key: 'a-key' };
    const refusal = await refusalOf(endpoint, deps, changed(request, at, 'half \ud83d'));
    expect(refusal).toMatchObject({ code: 'invalid_request' });
    expect(refusal.message).toContain(path);
  },
);

test.each(Object.entries(endpoints))(
  '%s refuses random JSON with a sentence that says what to do, and never fails',
  async (_, endpoint) => {
    const deps = memoryDeps();
    await fc.assert(
      fc.asyncProperty(fc.json({ stringUnit: anyCharacter }), async (body) => {
        expect((await refusalOf(endpoint, deps, JSON.parse(body))).message).toMatch(/must|: send|Send exactly one/);
      }),
      { numRuns: 300 },
    );
  },
);

const allEndpoints: Readonly<Record<string, Endpoint>> = {
  ...endpoints,
  'quote-fax': { useCase: quote(catalog.fax), validRequest: async () => samples.fax.quote },
  'create-check-job': {
    useCase: createJob(catalog.check),
    validRequest: async (deps) => requestFor('check', (await quotedAs(deps, 'check')).quote_id, 'none'),
  },
  'create-fax-job': {
    useCase: createJob(catalog.fax),
    validRequest: async (deps) => requestFor('fax', (await quotedAs(deps, 'fax')).quote_id, 'none'),
  },
};

test.each(Object.entries(allEndpoints))(
  '%s serves a valid request with a random value in one field, or refuses it and names the field',
  async (_, endpoint) => {
    const deps = memoryDeps();
    const request = await endpoint.validRequest(deps);
    const paths = fieldsOf(endpoint.useCase.input).map(({ path }) => path);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue({ stringUnit: anyCharacter }), async (path, value) => {
        try {
          const { outcome } = await ask(endpoint.useCase, deps, changed(request, path, value), caller);
          expect(outcome).toBe('created');
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          // Several contents, or none, are not the fault of a single field.
          expect(error.field ?? error.message).toMatch(/^(?:[\w.]+$|Send exactly one of )/);
        }
      }),
      { numRuns: 500 },
    );
  },
);

test('a use case without a request limit works in a function that has no table', async () => {
  const deps = Object.defineProperty({ ...memoryDeps() }, 'requestCounters', {
    get() {
      throw new Error('TABLE_NAME is missing');
    },
  });
  expect((await ask(health, deps, {}, caller)).body).toMatchObject({ ok: true });
});

/** The paths of texts without a maximum length in a schema. */
function unlimitedTexts(schema: JsonSchema, path = ''): string[] {
  const { type, maxLength, pattern, properties = {} } = schema;
  const inside = Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, member]) =>
    unlimitedTexts(member, path === '' ? name : `${path}.${name}`),
  );
  const isText = [type].flat().includes('string');
  return isText && !('enum' in schema) && maxLength === undefined && pattern === undefined ? [path, ...inside] : inside;
}

const allUseCases: readonly Operation[] = [...operations, ...tools.map(({ useCase }) => useCase)];
const cases = allUseCases.map((each) => [each.name, each] as const);

test.each(cases)('every text in the input of %s has a maximum length', (_, useCase) => {
  // An id of any length is treated like an unknown one, because it is compared with the format of ids first.
  const ids = /^(?:quote_id|job_id|letter_id|bank_account_id|event_id)$/;
  expect(unlimitedTexts(jsonSchemaOf(useCase.input)).filter((path) => !ids.test(path))).toEqual([]);
});

const withTexts = cases.flatMap(([name, useCase]) =>
  fieldsOf(useCase.input)
    .filter(({ type }) => type === 'text')
    .map((field) => [name, pathOf(field), useCase] as const),
);

test.each(withTexts)('%s refuses stacked accents in %s, and names the field', async (_, field, useCase) => {
  const request = changed(requestExample(useCase), field.split('.'), `a${'\u0301'.repeat(31)}`);
  const result = ask(useCase, memoryDeps(), request, caller);
  await expect(result).rejects.toMatchObject({ code: 'invalid_request', field });
});

test.each([
  ['31 accents', '\u0301'.repeat(31), true],
  ['30 accents', '\u0301'.repeat(30), false],
  ['30 accents on each of many letters', `a${'\u0301'.repeat(30)}`.repeat(30_000), false],
  ['31 accents beyond the basic plane', '\u{1d165}'.repeat(31), true],
  ['30 accents beyond the basic plane', '\u{1d165}'.repeat(30), false],
  ['accents after a megabyte of words', `${'Dear Ada, '.repeat(100_000)}${'\u0301'.repeat(31)}`, true],
  ['Vietnamese and Tibetan', 'Ế ཧཱུྃ', false],
])('more than 30 accents in a row are refused: %s', (_, text, isRefused) => {
  expect(textProblem(text) !== undefined).toBe(isRefused);
});
