/** The list of MCP tools, and calls that fail or take too long. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productNames } from '../../shared/domain/names.ts';
import { redact } from '../../shared/web/mcp/call.ts';
import { unlistedMembers } from '../../shared/web/mcp/schemas.ts';
import { instructions } from '../../shared/web/mcp/server.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { text } from '../support/fakes/orders.ts';
import { called, tools } from '../support/mcp-tools.ts';
import { clientOf, versions } from '../tools/conversations.ts';

const baseUrl = 'https://mail.example.com/v1';

test('the list of tools has two tools for each product and four for all products', () => {
  expect(tools.map(({ name }) => name)).toEqual([
    ...productNames.flatMap((product) => [`quote_${product}`, `create_${product}_job`]),
    'verify_address',
    'get_job_status',
    'cancel_letter',
    'get_proof_of_mailing',
  ]);
});

test.each(tools)('$name has the right hints', ({ name, annotations }) => {
  expect(annotations).toEqual({
    readOnlyHint: !/^(create|cancel)_/.test(name),
    destructiveHint: name === 'cancel_letter',
    idempotentHint: true,
    openWorldHint: !['quote_check', 'get_proof_of_mailing'].includes(name),
  });
});

test.each(tools)('the schema of $name has every field of its use case except for unlisted fields', (tool) => {
  const { inputSchema, useCase, takesFiles } = tool;
  const { shape } = (useCase.input as unknown as { def: { shape: object } }).def;
  const listed = Object.keys(shape).filter((name) => useCase.tool?.descriptions?.[name] !== null);
  expect(Object.keys(inputSchema.properties as object)).toEqual([...listed, ...(takesFiles ? ['upload'] : [])]);
});

const quoteRequest = { country: 'US', text };

test('a tool call that fails unexpectedly returns the request id and raises an alarm', async () => {
  const deps = memoryDeps();
  deps.quotes.create = () => Promise.reject(new Error('table: secret of the table'));
  const response = await called(deps, 'quote_letter', quoteRequest);
  expect(response).toMatchObject({
    isError: true,
    structuredContent: { code: 'internal_error', error: expect.stringMatching(/^Something went wrong.*request-1/) },
  });
  expect(JSON.stringify(response)).not.toContain('secret');
  expect(deps.alarms).toMatchObject([{ message: 'unexpected error' }]);
});

test('a tool call that takes too long gets a response in time, and says how to retry', async () => {
  const deps = memoryDeps();
  deps.quotes.create = () => new Promise(() => {});
  const response = await called(deps, 'quote_letter', quoteRequest, { deadline: deps.clock.now() + 20 });
  expect(response).toMatchObject({
    isError: true,
    structuredContent: { code: 'unavailable', error: expect.stringMatching(/took too long.*same idempotency_key/) },
  });
});

test('a tool call is counted by network before its arguments are read', async () => {
  const deps = memoryDeps();
  expect((await called(deps, 'quote_letter', quoteRequest, { perHour: 1 })).isError).toBeUndefined();
  const response = await called(deps, 'quote_letter', 'no object', { perHour: 1 });
  expect(response.structuredContent).toMatchObject({ code: 'rate_limited' });
});

test('printed content and the signature of a receipt are left out of tool results', () => {
  const shown = { job_id: 'job_1', memo: 'Rent' };
  expect(redact({ ...shown, message: '<p>x</p>', signature: 'a.b.c' })).toEqual(shown);
});

test('the instructions have the order of calls, the page for bank numbers, and only the products on sale', () => {
  expect(instructions(baseUrl, true)).toMatch(
    /^TEST MODE: .*only simulated\. Say so .*\n[\s\S]*quote_letter[\s\S]*approval[\s\S]*create_letter_job[\s\S]*pay_url[\s\S]*get_job_status/,
  );
  expect(instructions(baseUrl, false)).toContain(`${baseUrl}/bank-accounts/new`);
  expect(instructions(baseUrl, false, ['letter', 'check'])).not.toMatch(/test mode|simulated|fax/i);
  expect(instructions(baseUrl, false, ['fax'])).toMatch(/^Sends faxes in the US and Canada\./);
  expect(instructions(baseUrl, false, ['check'])).not.toContain('upload');
});

test('the instructions name only tools that exist', () => {
  for (const name of instructions(baseUrl, true).match(/\b(?:quote|create|get|cancel)_[a-z_]+\b/g) ?? [])
    expect(['quote_id', ...tools.map((tool) => tool.name)]).toContain(name);
});

test('docs/assistants.md names each tool, and its JSON is valid', () => {
  const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs/assistants.md'), 'utf8');
  for (const { name } of tools) expect(guide).toContain(`\`${name}\``);
  const blocks = guide.match(/(?<=```json\n)[^`]+/g) ?? [];
  expect(blocks).toHaveLength(2);
  for (const block of blocks) expect(JSON.stringify(JSON.parse(block))).toContain('/mcp');
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The limits of the list of tools. Few clients show output schemas to their model, so the list without them is shorter. */
const max = { tokens: 3_000, withOutputs: 3_950 };

test.each(versions)(
  `the tool list of version %s takes at most ${max.withOutputs} tokens, and ${max.tokens} without output schemas`,
  async (version) => {
    const { tools: listed = [] } = await clientOf(version, memoryDeps())('tools/list', {});
    expect(listed).toHaveLength(tools.length);
    // A cautious count: `o200k_base` has 4.2 characters per token.
    const tokensOf = (list: readonly object[]) => JSON.stringify({ tools: list }).length / 3.7;
    const withoutOutputs = listed.map((tool) => ({ ...tool, outputSchema: undefined }));
    expect(tokensOf(withoutOutputs)).toBeLessThanOrEqual(max.tokens);
    expect(tokensOf(listed)).toBeLessThanOrEqual(max.withOutputs);
  },
);

/** Every parameter of a tool by its path, including those inside objects, lists and definitions. */
function parametersOf(schema: Schema, path = ''): (readonly [path: string, Schema])[] {
  const inside = { ...schema.properties };
  return [
    ...Object.entries(inside).map(([name, member]) => [`${path}${name}`, member] as const),
    ...Object.entries({ ...inside, ...schema.$defs, ...(schema.items && { items: schema.items }) }).flatMap(
      ([name, member]) => parametersOf(member, `${path}${name}.`),
    ),
  ];
}

test.each(tools)(
  '$name and its parameters have descriptions, its result has fields, and no parameter is null',
  ({ name, title, description, ...tool }) => {
    const ownDescription = description(baseUrl).trim().toLowerCase();
    expect(['', name, title.toLowerCase()]).not.toContain(ownDescription);
    expect(Object.keys(tool.outputSchema)).not.toEqual([]);
    expect(JSON.stringify(tool.inputSchema)).not.toContain('null');
    const undescribed = parametersOf(tool.inputSchema as Schema).filter(([, schema]) => !schema.description);
    expect(undescribed.map(([path]) => path)).toEqual([]);
  },
);

test.each(tools)(
  'the output schema of $name has every member of its result, and requires those that are always present',
  ({ outputSchema, useCase }) => {
    const { def } = useCase.output as unknown as { def: { options?: object[]; shape?: object } };
    const shapes = (def.options ?? [useCase.output]).map(
      (option) => (option as { def: { shape: Record<string, { _zod: { optout?: string } }> } }).def.shape,
    );
    const members = new Set(shapes.flatMap((shape) => Object.keys(shape)));
    const names = [...members].filter((name) => !unlistedMembers.includes(name));
    const { properties = {}, anyOf: [success, failure] = [] } = outputSchema as Schema;
    expect([...new Set([...Object.keys(properties), ...(success?.required ?? [])])].sort()).toEqual(names.sort());
    const isAlwaysPresent = (name: string) =>
      shapes.every((shape) => name in shape && shape[name]?._zod.optout !== 'optional');
    expect([...(success?.required ?? [])].sort()).toEqual(names.filter(isAlwaysPresent).sort());
    expect(failure).toEqual({ required: ['code'] });
  },
);
