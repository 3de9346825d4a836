/** The list of tools: its size, its words and its schemas, by the rules of `tdqs lint` and by our own. */
import { productNames } from '../../shared/domain/names.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { mailOnly, outputOf, type Tool, unlisted } from '../../shared/web/mcp/tools.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { tools } from '../support/mcp-tools.ts';
import { clientOf, versions } from '../tools/conversations.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** A cautious count: `o200k_base` makes a token of 4.2 characters. Output schemas are shown to few models. */
const charactersPerToken = 3.7;
const most = { tokens: 3_000, withOutputs: 3_950 };

test.each(versions)(
  `the tool list of version %s takes at most ${most.tokens} tokens without output schemas`,
  async (version) => {
    const { tools: listed = [] } = await clientOf(version, memoryDeps())('tools/list', {});
    expect(listed).toHaveLength(tools.length);
    const sizeOf = (shown: readonly object[]) => JSON.stringify({ tools: shown }).length / charactersPerToken;
    const withoutOutputs = listed.map((tool) => ({ ...tool, outputSchema: undefined }));
    expect(sizeOf(withoutOutputs)).toBeLessThanOrEqual(most.tokens);
    expect(sizeOf(listed)).toBeLessThanOrEqual(most.withOutputs);
  },
);

test('only the tools that change something have the icon', async () => {
  const { tools: listed = [] } = await clientOf(versions[0], memoryDeps())('tools/list', {});
  const shown = listed.flatMap((tool) => ('icons' in tool ? tool.name : []));
  expect(shown).toEqual([...productNames.map((product) => `create_${product}_job`), 'cancel_letter']);
});

/** The required members in and below an object, and how deep they lie. */
function needs(schema: Schema, root: Schema, depth = 1): { readonly members: number; readonly depth: number } {
  const { properties, required = [] } = schema.$ref === undefined ? schema : (root.$defs?.[schema.$ref.slice(8)] ?? {});
  if (properties === undefined) return { members: 0, depth: depth - 1 };
  const inside = required.map((name) => needs(properties[name] ?? {}, root, depth + 1));
  return {
    members: required.length + inside.reduce((sum, { members }) => sum + members, 0),
    depth: Math.max(depth, ...inside.map((one) => one.depth)),
  };
}

/** Every parameter of a tool by its path, those of objects, lists and definitions as well. */
function parametersOf(schema: Schema, path = ''): (readonly [path: string, Schema])[] {
  const inside = { ...schema.properties };
  return [
    ...Object.entries(inside).map(([name, member]) => [`${path}${name}`, member] as const),
    ...Object.entries({ ...inside, ...schema.$defs, ...(schema.items && { items: schema.items }) }).flatMap(
      ([name, member]) => parametersOf(member, `${path}${name}.`),
    ),
  ];
}

const costOf = ({ inputSchema }: Tool): number => {
  const { members, depth } = needs(inputSchema, inputSchema);
  return members + 2 * (depth - 1);
};

describe('the rules of tdqs lint', () => {
  test.each(tools)('$name has words, hints and an output schema', ({ name, title, description, ...tool }) => {
    const said = description('https://mail.example.com/v1').trim().toLowerCase();
    expect(['', name, title.toLowerCase()]).not.toContain(said);
    expect(Object.values(tool.annotations)).toHaveLength(4);
    expect(Object.keys(tool.outputSchema)).not.toEqual([]);
    expect(JSON.stringify(tool.inputSchema)).not.toContain('null');
    const bare = parametersOf(tool.inputSchema as Schema).filter(([, { description: words = '' }]) => words === '');
    expect(bare.map(([path]) => path)).toEqual([]);
  });

  test("no tool's schema is much larger than that of another", () => {
    const costs = tools.map(costOf);
    expect(costs).toEqual([...productNames.flatMap(() => [1, 4]), 1, 1, 1, 1]);
    for (const dear of costs) for (const cheap of costs) expect(dear >= 2 * cheap && dear - cheap >= 4).toBe(false);
  });
});

describe('output schemas', () => {
  const membersOf = ({ properties = {}, anyOf = [] }: Schema) => [
    ...new Set([...Object.keys(properties), ...(anyOf[0]?.required ?? [])]),
  ];

  test.each(tools)(
    'the output schema of $name has every member of its result, and which are always there',
    ({ outputSchema, useCase }) => {
      const { def } = useCase.output as unknown as { def: { options?: object[]; shape?: object } };
      const shapes = (def.options ?? [useCase.output]).map(
        (one) => (one as { def: { shape: Record<string, { _zod: { optout?: string } }> } }).def.shape,
      );
      const names = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))].filter(
        (name) => !unlisted.includes(name),
      );
      expect(membersOf(outputSchema).sort()).toEqual(names.sort());
      const always = names.filter((name) =>
        shapes.every((shape) => name in shape && shape[name]?._zod.optout !== 'optional'),
      );
      const [answer, problem] = (outputSchema as Schema).anyOf ?? [];
      expect([...(answer?.required ?? [])].sort()).toEqual(always.sort());
      expect(problem).toEqual({ required: ['code'] });
    },
  );

  test('the output schemas of /mcp/mail have no members of a check', () => {
    const [status] = tools.filter(({ name }) => name === 'get_job_status');
    const members = membersOf(outputOf(status?.useCase.output as never, [], mailOnly));
    expect(members).toContain('fax_id');
    expect(members.filter((name) => name.startsWith('check_'))).toEqual([]);
    expect(membersOf(outputOf(getReceipt.output, ['signature'], mailOnly))).toContain('receipt_id');
  });
});
