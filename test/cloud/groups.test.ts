/** Groups of handlers: which handlers may share a function, what each gains by that, and how an event finds its handler. */
import { dispatchAmong, keysOf } from '../../functions/groups/dispatch-among.ts';
import { type FunctionRow, manifest, type Need, type Rights } from '../../functions/manifest.ts';
import { router } from '../../functions/routes.ts';
import { lambdaRows, routesOf } from '../../lib/cloud/lambda-rows.ts';
import { flags, synthesized } from '../support/cloud/synthesized.ts';

const functions = lambdaRows(manifest);
const groups = functions.filter(({ handlers }) => handlers.length > 1);
const members = groups.flatMap((group) => group.handlers.map((row) => ({ name: row.name, row, group })));

/** The power that a need gives. Needs with the same power share a name, such as those for the service's own keys. */
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

/** Each right as text, such as `reads job`. */
const rightsIn = (rights: Rights = {}): string[] =>
  Object.entries(rights).flatMap(([right, kinds]) => [kinds ?? []].flat().map((kind) => `${right} ${kind}`));

test.each(groups)('$name has the needs and rights of its handlers, and no others', ({ handlers, needs, rights }) => {
  const needed = new Set(handlers.flatMap((row) => row.needs));
  // `table` includes reading.
  if (needed.has('table')) needed.delete('table:read');
  expect(new Set(needs)).toEqual(needed);
  expect(new Set(rightsIn(rights))).toEqual(new Set(handlers.flatMap((row) => rightsIn(row.rights))));
});

test.each(members)(
  '$name gains at most one power from its group, and is grouped with handlers that need nothing if it needs nothing',
  ({ row, group }) => {
    const rowPowers = powersOf(row);
    const gained = [...powersOf(group)].filter((power) => !rowPowers.has(power));
    expect(gained.length).toBeLessThanOrEqual(1);
    expect(row.needs.length === 0).toBe(group.needs.length === 0);
  },
);

test('an API endpoint or webhook gains no power from its group, except that get-receipt gains documents', () => {
  const endpoints = members.filter(({ name }) => /^(quote-|get-|receive-(?!email))/.test(name));
  expect(endpoints.length).toBeGreaterThan(7);
  const gained = endpoints.flatMap(({ name, row, group }) =>
    [...powersOf(group)].filter((power) => !powersOf(row).has(power)).map((power) => `${name}: ${power}`),
  );
  expect(gained).toEqual(['get-receipt: documents']);
});

test('public handlers share no function with background work', () => {
  for (const { handlers } of groups)
    expect(new Set(handlers.map(({ trigger }) => 'http' in trigger || 'functionUrl' in trigger)).size).toBe(1);
});

test('there are at most 30 functions, and the only handler that deletes documents is not in a group', () => {
  expect(functions.length).toBeLessThanOrEqual(30);
  const deleting = manifest.filter(({ rights }) => rights?.deletesUnder !== undefined);
  expect(deleting.map(({ name, group }) => [name, group])).toEqual([['delete-document', undefined]]);
});

test.each(flags)('a stack has at most 40 HEAD routes, one for each GET, and 340 other resources: %j', (options) => {
  const { Resources } = synthesized({ ...options, name: 'trial', release: 'new-key' });
  const isHead = ({ Properties }: { Properties?: { RouteKey?: string } }) => Properties?.RouteKey?.startsWith('HEAD ');
  const all = Object.values(Resources);
  const heads = all.filter(isHead);
  expect(heads.length).toBe(all.filter(({ Properties }) => Properties?.RouteKey?.startsWith('GET ')).length);
  expect(heads.length).toBeLessThanOrEqual(40);
  expect(all.length - heads.length).toBeLessThanOrEqual(340);
});

test.each(groups)('the events of $name identify the handler', ({ handlers }) => {
  const keys = handlers.flatMap(({ trigger }) => keysOf(trigger));
  expect(new Set(keys).size).toBe(keys.length);
});

test('handlers whose events do not identify their trigger cannot share a function', () => {
  expect(() => keysOf({ invoke: true })).toThrow('a handler with the trigger invoke cannot be grouped');
});

const handlersNamed = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, async (event: object) => ({ name, event })]));
const dispatch = dispatchAmong(handlersNamed(['show-pay-page', 'send-emails', 'receive-email-event']));

test.each([
  [{ routeKey: 'GET /v1/pay/{code}' }, 'show-pay-page'],
  [{ Records: [{ eventSource: 'aws:sqs' }] }, 'send-emails'],
  [{ Records: [{ EventSource: 'aws:sns' }] }, 'receive-email-event'],
])('the event %j is handled by %s', async (event, name) => {
  expect(await dispatch(event, {})).toMatchObject({ name });
});

/** The event that API Gateway sends through $default for a route that is only in the manifest. */
const defaultEvent = (method: string, rawPath: string) => ({
  routeKey: '$default',
  rawPath,
  requestContext: { http: { method } },
});
const about = groups.find(({ name }) => name === 'about')?.handlers ?? [];
const dispatchAbout = dispatchAmong(handlersNamed(about.map(({ name }) => name)));

test.each([
  ['GET', '/', 'show-about', undefined],
  ['GET', '/v1/docs/webhooks', 'show-about', { page: 'webhooks' }],
  ['HEAD', '/.well-known/security.txt', 'show-about', undefined],
  ['OPTIONS', '/v1/jobs/job_1', 'preflight', { path: 'jobs/job_1' }],
  ['OPTIONS', '/v1/pay/code', 'not-found', { path: 'code' }],
  ['POST', '/v1/docs', 'not-found', undefined],
  ['GET', '/v1/nothing', 'not-found', undefined],
])('%s %s, which has no route at the API, is served by %s', async (method, path, name, pathParameters) => {
  const result = (await dispatchAbout(defaultEvent(method, path), {})) as { readonly event: object };
  expect(result).toMatchObject({ name });
  expect(result.event).toMatchObject(pathParameters === undefined ? { rawPath: path } : { pathParameters });
});

test('no route of another function matches a request that the API sends to $default', () => {
  const route = router(manifest);
  const aboutRoutes = routesOf({ triggers: about.map(({ trigger }) => trigger) }).filter((key) => key !== '$default');
  for (const key of aboutRoutes) {
    const [method = '', path = ''] = key.split(' ');
    expect(route(method, path.replace(/[{}+]/g, ''))?.row.group).toBe('about');
  }
  expect(aboutRoutes.length).toBeGreaterThan(20);
});

test.each([{}, { routeKey: '$default' }])('the event %j is refused, because no handler takes it', async (event) => {
  await expect(dispatch(event, {})).rejects.toThrow('no handler of this group takes');
});

test.each(groups)('the entry of $name has each of its handlers, and no other', async ({ file, handlers }) => {
  const entry = await import(`../../functions/${file}.ts`);
  expect(Object.keys(entry.handlers).sort()).toEqual(handlers.map(({ name }) => name).sort());
});
