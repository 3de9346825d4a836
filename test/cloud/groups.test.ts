/** Groups of handlers: which may share a function, what each gains by it, and how a call finds its handler. */
import { type FunctionRow, manifest, type Need, type Rights } from '../../functions/manifest.ts';
import { lambdaRows, routesOf } from '../../lib/cloud/lambda-rows.ts';
import { byHandler, keysOf } from '../../lib/cloud/packaging/group-router.ts';
import { router } from '../../lib/routes.ts';
import { flags, synthesized } from '../support/cloud/synthesized.ts';

const functions = lambdaRows(manifest);
const groups = functions.filter(({ handlers }) => handlers.length > 1);
const members = groups.flatMap((group) => group.handlers.map((row) => ({ name: row.name, row, group })));

/** Each with what stands in for another: the service's own keys are one. */
const powers: Readonly<Partial<Record<Need, string>>> = {
  partners: 'partners',
  payments: 'payments',
  addresses: 'partners',
  'signing-key': 'own keys',
  fingerprints: 'own keys',
  documents: 'documents',
  'documents:print': 'documents',
  render: 'render',
  receivers: 'receivers',
  email: 'email',
  'self-check': 'self-check',
};

const powersOf = ({ needs }: Pick<FunctionRow, 'needs'>) => new Set(needs.flatMap((need) => powers[need] ?? []));

const listed = (rights: Rights = {}): Set<string> =>
  new Set(Object.entries(rights).flatMap(([right, kinds]) => [kinds ?? []].flat().map((kind) => `${right} ${kind}`)));

const union = (sets: readonly ReadonlySet<string>[]) => new Set(sets.flatMap((one) => [...one]));

test.each(groups)(
  '$name holds what one of its handlers needs or may do, and nothing else',
  ({ handlers, needs, rights }) => {
    const needed = new Set(handlers.flatMap((row) => row.needs));
    // Who may write may read.
    if (needed.has('table')) needed.delete('table:read');
    expect(new Set(needs)).toEqual(needed);
    expect(listed(rights)).toEqual(union(handlers.map((row) => listed(row.rights))));
  },
);

test.each(members)(
  '$name gains one power at most by its group, and nothing where it needs nothing',
  ({ row, group }) => {
    const own = powersOf(row);
    const gained = [...powersOf(group)].filter((power) => !own.has(power));
    expect(gained.slice(1)).toEqual([]);
    expect(row.needs.length === 0).toBe(group.needs.length === 0);
  },
);

test.each(members)('$name waits no longer and has no less memory than it asks for', ({ row, group }) => {
  expect(group.timeoutSeconds).toBeGreaterThanOrEqual(row.timeoutSeconds);
  expect(group.memoryMb).toBeGreaterThanOrEqual(row.memoryMb);
});

test('endpoints of the API and webhooks have functions of their own', () => {
  expect(members.filter(({ row }) => /^(api|webhooks)\//.test(row.file))).toEqual([]);
});

test('what people reach and what works unseen share no function', () => {
  for (const { handlers } of groups)
    expect(new Set(handlers.map(({ trigger }) => 'http' in trigger || 'functionUrl' in trigger)).size).toBe(1);
});

test('there are at most 34 functions', () => {
  expect(functions.length).toBeLessThanOrEqual(34);
});

test.each(flags)('a stack has at most 400 of CloudFormation’s 500 resources: %j', (asked) => {
  const { Resources } = synthesized({ ...asked, keeping: 'remove', stage: 'trial', release: 'new-key' });
  expect(Object.keys(Resources).length).toBeLessThanOrEqual(400);
});

test.each(groups)('the calls of $name are told apart', ({ handlers }) => {
  const keys = handlers.flatMap(({ trigger }) => keysOf(trigger));
  expect(new Set(keys).size).toBe(keys.length);
});

test('a trigger whose events say nothing of it cannot be grouped', () => {
  expect(() => keysOf({ invoke: true })).toThrow('a handler that is started by invoke cannot be grouped');
});

const answering = (answer: string) => async () => ({ handler: async () => answer });
const routed = byHandler({
  'GET /v1/pay/{code}': answering('page'),
  'aws:sqs': answering('queue'),
  'aws:sns': answering('topic'),
});

test.each([
  [{ routeKey: 'GET /v1/pay/{code}' }, 'page'],
  [{ Records: [{ eventSource: 'aws:sqs' }] }, 'queue'],
  [{ Records: [{ EventSource: 'aws:sns' }] }, 'topic'],
])('%j finds its handler', async (event, answer) => {
  expect(await routed(event, {})).toBe(answer);
});

/** The API hands this over where a route of the manifest leads to no route of its own. */
const caught = (method: string, rawPath: string) => ({
  ...{ routeKey: '$default', rawPath, requestContext: { http: { method } } },
});
const about = groups.find(({ name }) => name === 'about')?.handlers ?? [];
const asked = byHandler(
  Object.fromEntries(
    about.flatMap(({ name, trigger }) =>
      keysOf(trigger).map((key) => [key, async () => ({ handler: async (event) => ({ name, event }) })] as const),
    ),
  ),
);

test.each([
  ['GET', '/', 'show-about', undefined],
  ['GET', '/v1/docs/webhooks', 'show-about', { page: 'webhooks' }],
  ['HEAD', '/.well-known/api-catalog', 'show-about', undefined],
  ['OPTIONS', '/v1/jobs/job_1', 'preflight', { path: 'jobs/job_1' }],
  ['OPTIONS', '/v1/pay/code', 'not-found', { path: 'code' }],
  ['POST', '/v1/docs', 'not-found', undefined],
  ['GET', '/v1/nothing', 'not-found', undefined],
])('%s %s without a route at the API is served by %s', async (method, path, name, pathParameters) => {
  const answer = (await asked(caught(method, path), {})) as { readonly event: object };
  expect(answer).toMatchObject({ name });
  expect(answer.event).toMatchObject(pathParameters === undefined ? { rawPath: path } : { pathParameters });
});

test('no route of another function takes what the API leaves to $default', () => {
  const route = router(manifest);
  const beside = routesOf({ triggers: about.map(({ trigger }) => trigger) }).filter((key) => key !== '$default');
  for (const key of beside) {
    const [method = '', path = ''] = key.split(' ');
    expect(route(method, path.replace(/[{}+]/g, ''))?.row.group).toBe('about');
  }
  expect(beside.length).toBeGreaterThan(20);
});

test.each([{}, { routeKey: '$default' }])('%j belongs to another function', async (event) => {
  await expect(routed(event, {})).rejects.toThrow('no handler of this group takes');
});

test('a handler that cannot be loaded ends the process, because Node would fail its later calls as well', async () => {
  const broken = byHandler({ $default: () => Promise.reject(new Error('no key')) }, (error) => {
    throw new Error(`ended: ${error}`);
  });
  await expect(broken({ routeKey: '$default' }, {})).rejects.toThrow('ended: Error: no key');
});
