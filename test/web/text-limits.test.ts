/** Every text of every request has a longest form, and none may stack accents: both are seen before it is normalized. */
import { textProblem } from '../../shared/domain/text.ts';
import { ask, type UseCase } from '../../shared/orders/use-case.ts';
import { type JsonSchema, jsonSchemaOf } from '../../shared/web/json-schema.ts';
import { requestExample } from '../../shared/web/openapi/examples.ts';
import { operations } from '../../shared/web/openapi/operations.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller } from '../support/fakes/orders.ts';
import { tools } from '../support/mcp-tools.ts';
import { changed, fieldsOf } from '../support/schema-fields.ts';

/** The texts in a schema that may have any length, as paths. */
function endless(schema: JsonSchema, path = ''): string[] {
  const { type, maxLength, pattern, properties = {} } = schema;
  const inside = Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, member]) =>
    endless(member, path === '' ? name : `${path}.${name}`),
  );
  const isText = [type].flat().includes('string');
  return isText && !('enum' in schema) && maxLength === undefined && pattern === undefined ? [path, ...inside] : inside;
}

const cases = [...operations, ...tools.map(({ useCase }) => useCase)].map(
  (useCase) => [useCase.name, useCase] as const,
);

test.each(cases)('%s has a maximum length for every text', (_, useCase) => {
  // An id of any length is answered like every unknown one, and compared with the form of ids first.
  const ids = /^(?:quote_id|job_id|letter_id|bank_account_id|event_id)$/;
  expect(endless(jsonSchemaOf(useCase.input)).filter((path) => !ids.test(path))).toEqual([]);
});

const withTexts = cases.flatMap(([name, useCase]) =>
  fieldsOf(useCase.input)
    .filter(({ takes }) => takes === 'text')
    .map(({ path }) => [name, path.join('.'), useCase] as const),
);

test.each(withTexts)('%s refuses stacked accents in %s, and names the field', async (_, field, useCase) => {
  const given = changed(requestExample(useCase), field.split('.'), `a${'\u0301'.repeat(31)}`);
  const asked = ask(useCase as UseCase<unknown, unknown>, memoryDeps(), given, caller);
  await expect(asked).rejects.toMatchObject({ code: 'invalid_request', field });
});

test.each([
  ['31 accents', '\u0301'.repeat(31), true],
  ['30 accents', '\u0301'.repeat(30), false],
  ['30 accents on each of many letters', `a${'\u0301'.repeat(30)}`.repeat(30_000), false],
  ['31 accents beyond the basic plane', '\u{1d165}'.repeat(31), true],
  ['30 accents beyond the basic plane', '\u{1d165}'.repeat(30), false],
  ['accents after a megabyte of words', `${'Dear Ada, '.repeat(100_000)}${'\u0301'.repeat(31)}`, true],
  ['Vietnamese and Tibetan', 'Ế ཧཱུྃ', false],
])('the check of stacked accents: %s', (_, text, isRefused) => {
  expect(textProblem(text) !== undefined).toBe(isRefused);
});
