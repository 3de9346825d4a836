/** Small models and some hosts write objects, lists and booleans as text: over MCP they are read as what they are. */
import { productNames } from '../../shared/domain/names.ts';
import { readMessages, readTexts } from '../../shared/web/mcp/read-arguments.ts';
import { toolsFor } from '../../shared/web/mcp/tools.ts';
import { requestExample } from '../../shared/web/openapi/examples.ts';
import { operations } from '../../shared/web/openapi/operations.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { fieldsOf } from '../support/schema-fields.ts';
import { clientOf, versions } from '../tools/conversations.ts';

const [, legacy] = versions;

/** Every object, list and boolean inside becomes text, at each level. */
function asTexts(value: unknown): unknown {
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const inside = Array.isArray(value)
    ? value.map(asTexts)
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asTexts(member)]));
  return JSON.stringify(inside);
}

const toolInputs = toolsFor(productNames).map(({ name, useCase }) => {
  const { schemas, input } = operations.find((one) => one.name === useCase.name) ?? useCase;
  return [name, input, requestExample({ schemas, input })] as const;
});

test.each(toolInputs)('%s accepts each object, list and boolean as JSON text', (_name, input, example) => {
  const more = {
    limits: { max_total_cents: 500, currency: 'USD' },
    notify: { email: 'ada@example.com', language: 'fr' },
    attachments: [{ pdf_url: 'https://example.com/a.pdf' }],
  };
  const known = fieldsOf(input).map(({ path }) => path.join('.'));
  const sent = { ...example, ...Object.fromEntries(Object.entries(more).filter(([name]) => known.includes(name))) };
  expect(readTexts(input, asTexts(sent))).toEqual(sent);
});

test.each(toolInputs)('%s leaves text and numbers unchanged', (_name, input) => {
  const texts = ['true', '[1]', '{"a":1}', '125', 'no'];
  for (const { path, takes } of fieldsOf(input).filter(({ path: { length } }) => length === 1)) {
    const [field = ''] = path;
    const kept = takes === 'text' || takes === 'number' ? texts : ['yes', '1', '{"a":', '[', ''];
    for (const text of kept) expect(readTexts(input, { [field]: text })).toEqual({ [field]: text });
  }
});

test.each([
  ['the text of an object', '{"country":"US"}', { country: 'US' }],
  ['null', null, {}],
  ['empty text', '', {}],
  ['an empty list', [], {}],
  ['a list', [1], [1]],
  ['text that is no object', '{"country"', '{"country"'],
])('tool arguments sent as %s are read', (_, sent, read) => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: sent, _meta: null } };
  expect(readMessages([message])).toEqual([{ ...message, params: { name: 'x', arguments: read } }]);
});

test('a call with JSON text is served, and an amount in quotes is refused with the reason', async () => {
  const send = clientOf(legacy, memoryDeps());
  const use = (name: string, given: object) => send('tools/call', { name, arguments: given });
  const quoted = await use('quote_letter', {
    country: 'US',
    text: 'Hi',
    color: 'true',
    registered: 'False',
    upload: '',
  });
  expect(quoted.structuredContent).toMatchObject({ color: true, registered: false, warnings: [] });
  const limits = '{"max_total_cents":"500","currency":"USD"}';
  const to = { name: 'Ada', addressLine1: '1 Way', city: 'Albany', provinceOrState: 'NY', countryCode: 'US' };
  const order = { quote_id: quoted.structuredContent?.quote_id, letter: { to, from: JSON.stringify(to), text: 'Hi' } };
  const refused = await use('create_letter_job', { ...order, limits });
  expect(refused.structuredContent).toMatchObject({
    field: 'limits.max_total_cents',
    error: expect.stringMatching(/must be a whole number of cents .* a string was sent: leave out the quotes\.$/),
  });
  expect((await use('create_letter_job', order)).structuredContent).toMatchObject({ status: 'awaiting_payment' });
  const broken = await use('create_letter_job', { ...order, letter: { ...order.letter, to: '{"name":' } });
  expect(broken.structuredContent).toMatchObject({
    field: 'letter.to',
    error: expect.stringContaining('not valid JSON'),
  });
});

test('a bank number inside JSON text is refused and not repeated', async () => {
  const send = clientOf(legacy, memoryDeps());
  const letter = JSON.stringify({ account_number: '73519284605', text: 'Hi' });
  const { isError, ...said } = await send('tools/call', { name: 'create_letter_job', arguments: { letter } });
  expect(isError).toBe(true);
  expect(JSON.stringify(said)).toContain('letter.account_number');
  expect(JSON.stringify(said)).not.toContain('73519284605');
});

test.each([
  ['true', 'page_url'],
  ['TRUE', 'page_url'],
  ['false', 'quote_id'],
  [null, 'quote_id'],
  [[], 'quote_id'],
])('upload: %j returns a %s', async (upload, member) => {
  const content = member === 'quote_id' ? { text: 'Hi' } : { text: '', html: null };
  const send = clientOf(legacy, memoryDeps());
  const request = { country: 'US', upload, ...content };
  const { structuredContent } = await send('tools/call', { name: 'quote_letter', arguments: request });
  expect(structuredContent).toHaveProperty(member);
});

test('an upload that is not a boolean, or that comes with content, is refused', async () => {
  const send = clientOf(legacy, memoryDeps());
  const use = async (upload: string) =>
    (await send('tools/call', { name: 'quote_fax', arguments: { country: 'US', text: 'Hi', upload } }))
      .structuredContent;
  expect(await use('yes')).toMatchObject({ field: 'upload', error: 'upload must be true or false.' });
  expect(await use('true')).toMatchObject({ field: 'upload', error: expect.stringContaining('leave out text') });
});
