/** Groups of handlers: which may share a function, what each gains by it, and how a call finds its handler. */
import { byHandler, keysOf } from '../../functions/groups/by-handler.ts';
import { type FunctionRow, manifest, type Need, type Rights } from '../../functions/manifest.ts';
import { router } from '../../functions/routes.ts';
import { lambdaRows, routesOf } from '../../lib/cloud/lambda-rows.ts';
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

test('an endpoint of the API or a webhook that shares a function gains no power, but get-receipt documents', () => {
  const ofApi = /^(quote-|get-|receive-(?!email))/;
  const own = members.filter(({ name }) => ofApi.test(name));
  expect(own).toHaveLength(8);
  const gained = own.flatMap(({ name, row, group }) =>
    [...powersOf(group)].filter((power) => !powersOf(row).has(power)).map((power) => `${name}: ${power}`),
  );
  expect(gained).toEqual(['get-receipt: documents']);
});

test('handlers that people reach share no function with background work', () => {
  for (const { handlers } of groups)
    expect(new Set(handlers.map(({ trigger }) => 'http' in trigger || 'functionUrl' in trigger)).size).toBe(1);
});

test('there are at most 30 functions: the only one that deletes documents shares its role with none', () => {
  expect(functions.length).toBeLessThanOrEqual(30);
  const deleting = manifest.filter(({ rights }) => rights?.deletesUnder !== undefined);
  expect(deleting.map(({ name, group }) => [name, group])).toEqual([['delete-document', undefined]]);
});

test.each(flags)('a stack has at most 340 of CloudFormation’s 500 resources, and 40 routes of HEAD: %j', (asked) => {
  const { Resources } = synthesized({ ...asked, name: 'trial', release: 'new-key' });
  const isHead = ({ Properties }: { Properties?: { RouteKey?: string } }) => Properties?.RouteKey?.startsWith('HEAD ');
  const all = Object.values(Resources);
  const heads = all.filter(isHead);
  expect(heads.length).toBe(all.filter(({ Properties }) => Properties?.RouteKey?.startsWith('GET ')).length);
  expect(heads.length).toBeLessThanOrEqual(40);
  expect(all.length - heads.length).toBeLessThanOrEqual(340);
});

test.each(groups)('the events of $name name the handler that they are for', ({ handlers }) => {
  const keys = handlers.flatMap(({ trigger }) => keysOf(trigger));
  expect(new Set(keys).size).toBe(keys.length);
});

test('handlers whose events do not name their trigger cannot share a function', () => {
  expect(() => keysOf({ invoke: true })).toThrow('a handler with the trigger invoke cannot be grouped');
});

const named = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, async (event: object) => ({ name, event })]));
const routed = byHandler(named(['show-pay-page', 'send-emails', 'receive-email-event']));

test.each([
  [{ routeKey: 'GET /v1/pay/{code}' }, 'show-pay-page'],
  [{ Records: [{ eventSource: 'aws:sqs' }] }, 'send-emails'],
  [{ Records: [{ EventSource: 'aws:sns' }] }, 'receive-email-event'],
])('%j finds its handler', async (event, name) => {
  expect(await routed(event, {})).toMatchObject({ name });
});

/** The API hands this over where a route of the manifest leads to no route of its own. */
const caught = (method: string, rawPath: string) => ({
  routeKey: '$default',
  rawPath,
  requestContext: { http: { method } },
});
const about = groups.find(({ name }) => name === 'about')?.handlers ?? [];
const asked = byHandler(named(about.map(({ name }) => name)));

test.each([
  ['GET', '/', 'show-about', undefined],
  ['GET', '/v1/docs/webhooks', 'show-about', { page: 'webhooks' }],
  ['HEAD', '/.well-known/security.txt', 'show-about', undefined],
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

test.each(groups)('the entry of $name has each of its handlers, and no other', async ({ file, handlers }) => {
  const entry = await import(`../../functions/${file}.ts`);
  expect(Object.keys(entry.handlers).sort()).toEqual(handlers.map(({ name }) => name).sort());
});
