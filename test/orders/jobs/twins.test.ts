/** Duplicate orders: which orders are equal, who is warned, and that no race, crash or retry hides a duplicate. */
import { manifest } from '../../../functions/manifest.ts';
import type { ServiceDeps } from '../../../shared/config/app.ts';
import { formTokenOf } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { createJob } from '../../../shared/orders/create/create-job.ts';
import { getJob } from '../../../shared/orders/follow/get-job.ts';
import { record } from '../../../shared/orders/record.ts';
import { ask, type Caller } from '../../../shared/orders/use-case.ts';
import { payPage } from '../../../shared/pages/pay.ts';
import { answerQuestion, chooseEmails } from '../../../shared/pages/views/answer-order.ts';
import { showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { maxTwins } from '../../../shared/storage/table.ts';
import { callTool } from '../../../shared/web/mcp/call.ts';
import { toolsFor } from '../../../shared/web/mcp/tools.ts';
import { writtenDocument } from '../../../shared/web/openapi/document.ts';
import { depsAround } from '../../support/fakes/around.ts';
import { account, type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { cancel } from '../../support/fakes/given.ts';
import { mortal } from '../../support/fakes/mortal.ts';
import { ada, caller, jobOf, paid, quotedAs, reconcileFor, requestFor, samples } from '../../support/fakes/orders.ts';
import { readerFor } from '../../support/pages/reader.ts';
import { seeded } from '../../support/simulation/chance.ts';

const otherNetwork: Caller = { ...caller, address: '198.51.100.7' };
const assistant: Caller = { ...caller, isAssistant: true };

const create = async (deps: ServiceDeps, request: object, from: Caller = caller, product: ProductName = 'letter') =>
  (await ask(createJob(productNamed(product)), deps, request, from)).body;

const quoteOf = async (deps: MemoryDeps, product: ProductName = 'letter', fields: object = {}) =>
  (await quotedAs(deps, product, fields)).quote_id;

const choiceOf = async (deps: MemoryDeps, jobId: unknown) =>
  (await showPayPage(deps, (await jobOf(deps, `${jobId}`)).payCode)).copyChoice;

const isAsked = async (deps: MemoryDeps, jobId: unknown) => (await choiceOf(deps, jobId))?.isAsked === true;

const duplicateWarning = ({ warnings }: Record<string, unknown>) =>
  (warnings as string[]).find((warning) => warning.startsWith(warningStart));

const withKey = (idempotency_key: string) => ({ idempotency_key });

const askUser = "ask the user whether they want both; if not, cancel the one that they don't want.";
const warningStart = 'An order with the same content and recipient was made';
const quoteWarning = `${warningStart} less than a minute ago and is awaiting payment: ${askUser}`;
const networkWarning = `${warningStart} earlier from your network: ${askUser}`;

interface SecondOrder {
  readonly product?: ProductName;
  /** Changes to the second order. */
  readonly order?: object;
  /** Changes to its quote. If missing, it has the first order's quote. */
  readonly quote?: object;
  readonly from?: Caller;
  readonly warning: string | undefined;
}

const otherRegistration = `bank_${'1'.repeat(26)}`;
const checkOfOtherQuote = { product: 'check', quote: {} } as const;

const secondOrders: Readonly<Record<string, SecondOrder>> = {
  'a letter of the same quote, from another network': { from: otherNetwork, warning: quoteWarning },
  'a letter of another quote, from the same network': { quote: {}, warning: networkWarning },
  'the same letter in color': { quote: { color: true }, warning: networkWarning },
  'a letter of another quote, from another network': { quote: {}, from: otherNetwork, warning: undefined },
  'a letter whose recipient is spelled differently': {
    order: { to: { ...ada, name: 'Dr. ADA LOVELACE', addressLine1: '12 analytical way', provinceOrState: 'Illinois' } },
    warning: quoteWarning,
  },
  'a letter to another recipient': { order: { to: { ...ada, name: 'Grace Hopper' } }, warning: undefined },
  'a letter from another sender': {
    order: { from: { ...ada, addressLine1: '13 Analytical Way' } },
    warning: undefined,
  },
  'a letter with another word': {
    quote: { text: 'Dear Ada, another word.' },
    order: { text: 'Dear Ada, another word.' },
    warning: undefined,
  },
  'a check of another quote, from the same network': { ...checkOfOtherQuote, warning: networkWarning },
  'a check with another note on its page': {
    ...checkOfOtherQuote,
    order: { message: '<p>Thanks</p>' },
    warning: networkWarning,
  },
  'a check on the same account, registered again': {
    ...checkOfOtherQuote,
    order: { bank_account: otherRegistration },
    warning: networkWarning,
  },
  'a check for another amount': { ...checkOfOtherQuote, order: { amount_cents: 12_551 }, warning: undefined },
  'a check with another memo': { ...checkOfOtherQuote, order: { memo: 'Invoice 18' }, warning: undefined },
  'a fax of the same quote': { product: 'fax', from: otherNetwork, warning: quoteWarning },
  'a fax of another quote, from the same network': { product: 'fax', quote: {}, warning: undefined },
  'a fax of the same quote to another number': {
    product: 'fax',
    order: { to_number: '+12125550198' },
    warning: undefined,
  },
};

test.each(Object.entries(secondOrders))('a second order gets the right warning, or none: %s', async (_name, row) => {
  const { product = 'letter', order = {}, quote, from, warning } = row;
  const deps = memoryDeps();
  await deps.bankAccounts.create({ ...account, id: otherRegistration });
  const quoteId = await quoteOf(deps, product);
  const first = await create(deps, requestFor(product, quoteId, 'none', withKey('one')), caller, product);
  const other = quote === undefined ? quoteId : await quoteOf(deps, product, quote);
  const request = { quote_id: other, [product]: { ...samples[product].order('none'), ...order }, ...withKey('two') };
  const second = await create(deps, request, from, product);
  expect([first, second].map(duplicateWarning)).toEqual([
    undefined,
    warning && `${warning} If they do, this job is the second copy: do not create another.`,
  ]);
  expect(await isAsked(deps, second.job_id)).toBe(warning !== undefined);
  expect((await choiceOf(deps, first.job_id))?.isAsked).toBe(warning === undefined ? undefined : false);
});

test.each([
  ['2001:db8:0:1::1', '2001:db8:0:1::2', true],
  ['2001:db8:0:2::1', '2001:db8:0:1::1', false],
  ['no address', 'none either', false],
])('orders from the addresses %s and %s count as from one network: %s', async (first, second, isSame) => {
  const deps = memoryDeps();
  const orderFrom = async (address: string) =>
    create(deps, requestFor('letter', await quoteOf(deps), 'none'), { ...caller, address });
  await orderFrom(first);
  expect(duplicateWarning(await orderFrom(second)) !== undefined).toBe(isSame);
});

describe('the state of the first order', () => {
  const states: Readonly<Record<string, readonly [(deps: MemoryDeps, jobId: string) => Promise<unknown>, string?]>> = {
    'an order can have a duplicate while it is with the partner': [paid, 'is with our partner'],
    'an order can have a duplicate while it is paid and no partner has it yet': [
      async (deps, jobId) => record(deps, jobId, () => ({ kind: 'paid', payment: payment() })),
      'is paid',
    ],
    'an order can have no duplicate once it is canceled': [cancel],
    'an order can have no duplicate once it has failed': [
      async (deps, jobId) => deps.jobs.replace({ ...(await jobOf(deps, jobId)), state: 'failed' }),
    ],
    'an order can have no duplicate once its mail is returned': [
      async (deps, jobId) => {
        await paid(deps, jobId);
        const job = await jobOf(deps, jobId);
        await deps.jobs.replace({ ...job, partner: { id: 'letter_1', stage: 'completed', returned: true, readAt: 0 } });
      },
    ],
    'an order can have no duplicate once its payment page has closed': [(deps, jobId) => closePage(deps, jobId)],
    'an order can have a duplicate while its payment takes days, although its page has closed': [
      (deps, jobId) => closePage(deps, jobId, { isPaymentProcessing: true }),
      'is awaiting payment',
    ],
  };
  async function closePage(deps: MemoryDeps, jobId: string, fields: Partial<Job> = {}) {
    const job = await jobOf(deps, jobId);
    const checkout = job.checkout && { ...job.checkout, expiresAt: deps.clock.now() };
    await deps.jobs.replace({ ...job, ...fields, ...(checkout && { checkout }) });
  }
  const payment = () =>
    ({ provider: 'mock', id: 'pi_test_1', amountCents: 212, currency: 'USD', isTest: true }) as const;

  test.each(Object.entries(states))('%s', async (_name, [reachState, stateInWarning]) => {
    const deps = memoryDeps();
    const quoteId = await quoteOf(deps);
    const request = (name: string) => requestFor('letter', quoteId, 'none', withKey(name));
    const first = await create(deps, request('one'));
    const second = await create(deps, request('two'));
    expect(await isAsked(deps, second.job_id)).toBe(true);
    await reachState(deps, `${first.job_id}`);
    await cancel(deps, `${second.job_id}`);
    const third = await create(deps, request('three'));
    expect(duplicateWarning(third)).toEqual(stateInWarning && expect.stringContaining(stateInWarning));
    expect(await isAsked(deps, third.job_id)).toBe(stateInWarning !== undefined);
    expect(await isAsked(deps, second.job_id)).toBe(false);
  });
});

test('an order whose document cannot be stored leaves no entry for the next order to find', async () => {
  const deps = memoryDeps();
  const quoteId = await quoteOf(deps);
  const entries: string[] = [];
  const twins = { add: async (id: string) => void entries.push(id) };
  const documents = new Proxy(deps.documents, { get: () => () => Promise.reject(new Error('the store is down')) });
  const broken = Object.assign(Object.create(deps), { twins, documents });
  await expect(create(broken, requestFor('letter', quoteId, 'none', withKey('one')))).rejects.toThrow(
    'the store is down',
  );
  expect(entries).toEqual([]);
});

test('with another_copy there is no warning about a duplicate, and a retry without it is the same request', async () => {
  const deps = memoryDeps();
  const quoteId = await quoteOf(deps);
  const first = await create(deps, requestFor('letter', quoteId, 'none', withKey('one')));
  const request = requestFor('letter', quoteId, 'none', withKey('two'));
  const second = await create(deps, { ...request, another_copy: true });
  expect(second.warnings).toEqual([]);
  expect([await choiceOf(deps, first.job_id), await choiceOf(deps, second.job_id)]).toEqual([undefined, undefined]);
  expect(await create(deps, request)).toEqual(second);
  // Only the first order is in the lists of duplicates, of which there is one for each window of time.
  expect([...deps.twins.entries.values()].map(({ size }) => size)).toEqual([1, 1]);
});

test('another_copy must be a boolean, and is neither in the OpenAPI document nor in the list of tools', async () => {
  const deps = memoryDeps();
  const request = requestFor('letter', await quoteOf(deps), 'none', { another_copy: 'yes' });
  await expect(create(deps, request)).rejects.toMatchObject({ field: 'another_copy' });
  const tools = toolsFor(productNames);
  const published = [writtenDocument(manifest), ...tools.map((tool) => [tool.inputSchema, tool.description('')])];
  expect(JSON.stringify(published)).not.toContain('another_copy');
});

test('a retry that names the quoted options finds its job even if the document was deleted', async () => {
  const deps = memoryDeps();
  const quoteId = await quoteOf(deps, 'letter', { color: true });
  const request = requestFor('letter', quoteId, 'none', { ...withKey('one'), color: true });
  const first = await create(deps, request);
  for (const quote of deps.quotes.all()) await deps.quotes.replace({ ...quote, options: {}, documentDeletedAt: 1 });
  expect(await create(deps, request)).toEqual(first);
});

test('a retry that adds an unknown limit is refused, although its job exists', async () => {
  const deps = memoryDeps();
  const limits = { max_total_cents: 500, currency: 'USD' };
  const request = requestFor('letter', await quoteOf(deps), 'none', { ...withKey('one'), limits });
  await create(deps, request);
  const retry = { ...request, limits: { ...limits, max: 1 } };
  await expect(create(deps, retry)).rejects.toMatchObject({ field: 'limits' });
});

test('an order made with a freed key is not found as a duplicate of the first order', async () => {
  const deps = memoryDeps();
  const request = async (key: string, changes: object = {}) => {
    const letter = { ...samples.letter.order('none'), ...changes };
    return { quote_id: await quoteOf(deps), letter, ...withKey(key) };
  };
  await create(deps, await request('one'));
  await reconcileFor(deps, 25 * 60);
  const other = await create(deps, await request('one', { to: { ...ada, addressLine1: '7 Other Way' } }));
  expect(duplicateWarning(other)).toBeUndefined();
  const startedAt = deps.clock.now();
  const [again] = await Promise.all([create(deps, await request('two')), deps.clock.advance(5_000)]);
  expect(duplicateWarning(again)).toBeUndefined();
  // The first order's entry still leads to its job. A request waits three seconds for the job of an entry that has none.
  expect(Number(again.created_at) - startedAt).toBeLessThan(1_000);
});

test('the page of a duplicate asks once, and shows the first order’s number only for the same quote', async () => {
  const deps = memoryDeps();
  const quoteId = await quoteOf(deps);
  const first = await create(deps, requestFor('letter', quoteId, 'none', withKey('one')));
  const second = await create(deps, requestFor('letter', quoteId, 'none', withKey('two')));
  const stranger = await create(deps, requestFor('letter', await quoteOf(deps), 'none', withKey('three')));
  const pageOf = async (jobId: unknown) => {
    const view = await showPayPage(deps, (await jobOf(deps, `${jobId}`)).payCode);
    return `${payPage(view, readerFor({ isTest: true, operator: deps.settings.operator })).body}`;
  };
  const payButton = '<button class="button" form="pay"';
  expect(await pageOf(first.job_id)).toContain(payButton);
  const { payCode } = await jobOf(deps, `${second.job_id}`);
  const number = (await showPayPage(deps, (await jobOf(deps, `${first.job_id}`)).payCode)).orderNumber;
  expect(await pageOf(second.job_id)).toContain(`hasn’t been paid for yet: order ${number}`);
  expect(await pageOf(second.job_id)).not.toContain(payButton);
  const strangersPage = await pageOf(stranger.job_id);
  expect(strangersPage).toContain('The same order was placed less than two days earlier.');
  for (const secret of [number, first.job_id, first.pay_url]) expect(strangersPage).not.toContain(`${secret}`);
  const { body: status } = await ask(getJob, deps, { job_id: second.job_id }, caller);
  expect(status.same_order).toBe(quoteWarning);
  await answerQuestion(deps, payCode, { token: formTokenOf('address', `${second.job_id}`), choice: 'copy' });
  expect(await pageOf(second.job_id)).toContain(payButton);
  expect((await ask(getJob, deps, { job_id: second.job_id }, caller)).body.same_order).toBeUndefined();
  // The latest copy of the first order is the stranger's.
  expect(await pageOf(first.job_id)).toContain('The same order was placed again.');
});

test('if the second of two identical orders is paid first, the page of the first order asks, even if it was already open', async () => {
  const deps = memoryDeps();
  const quoteId = await quoteOf(deps);
  const [first, second] = [
    await create(deps, requestFor('letter', quoteId, 'none', withKey('one'))),
    await create(deps, requestFor('letter', quoteId, 'none', withKey('two'))),
  ];
  expect(await isAsked(deps, first.job_id)).toBe(false);
  await paid(deps, `${second.job_id}`);
  expect(await isAsked(deps, first.job_id)).toBe(true);
  expect(await isAsked(deps, second.job_id)).toBe(false);
  const { id, payCode } = await jobOf(deps, `${first.job_id}`);
  const pressed = { token: formTokenOf('emails', id), step: 'pay' };
  expect(await chooseEmails(deps, payCode, pressed, 'en')).toBe(`/v1/pay/${payCode}`);
});

test('duplicates are noticed even if their list is full, and after it has expired, and a full list does not grow', async () => {
  const deps = memoryDeps();
  const quoteId = await quoteOf(deps);
  for (let count = 0; count < maxTwins; count += 1) await create(deps, requestFor('letter', quoteId, 'none'));
  expect(duplicateWarning(await create(deps, requestFor('letter', quoteId, 'none')))).toContain(quoteWarning);
  expect([...deps.twins.entries.values()].map(({ size }) => size)).toEqual([maxTwins, maxTwins]);
  await deps.clock.advance(96 * 3_600_000);
  const request = requestFor('letter', await quoteOf(deps), 'none');
  expect(duplicateWarning(await create(deps, request))).toBeUndefined();
  expect(duplicateWarning(await create(deps, request))).toContain(quoteWarning);
});

type ToolResult = Awaited<ReturnType<typeof callTool>> | undefined;

const jobIdIn = (result: ToolResult) => (result?.structuredContent as { readonly job_id?: string } | undefined)?.job_id;

test('a warning prefers the order with the same quote, and says that a retry without a key creates another order', async () => {
  const deps = memoryDeps();
  await create(deps, requestFor('letter', await quoteOf(deps), 'none'));
  await deps.clock.advance(1_000);
  const request = requestFor('letter', await quoteOf(deps), 'none');
  expect(duplicateWarning(await create(deps, request))).toContain('from your network');
  const warned = duplicateWarning(await create(deps, request));
  expect(warned).not.toContain('from your network');
  expect(warned).toContain('a retry of this request makes another order');
});

test('a keyless assistant gets the same job for ten minutes, even with five calls at once, and the response says so', async () => {
  const deps = memoryDeps();
  const request = requestFor('letter', await quoteOf(deps), 'none');
  const tool = toolsFor(['letter']).find(({ name }) => name === 'create_letter_job');
  const context = { requestId: 'request-1', caller, deps, products: productNames };
  const callCreate = async () =>
    tool === undefined ? undefined : callTool(tool, request, { ...context, deadline: deps.clock.now() + 20_000 });
  const results = Promise.all(Array.from({ length: 5 }, callCreate));
  await deps.clock.advance(10_000);
  const ids = (await results).map((result) => jobIdIn(result));
  expect(new Set(ids).size).toBe(1);
  expect(await isAsked(deps, ids[0])).toBe(false);
  await paid(deps, `${ids[0]}`);
  const repeated = await callCreate();
  expect(repeated?.content).toEqual([{ type: 'text', text: expect.stringContaining('Nothing new was created') }]);
  await deps.clock.advance(600_000);
  const later = await callCreate();
  expect(jobIdIn(later)).not.toBe(ids[0]);
  expect(later?.content).toEqual([
    {
      type: 'text',
      text: expect.stringContaining(
        `Show the user these warnings: ${warningStart} 10 minutes ago and is with our partner: ${askUser}`,
      ),
    },
  ]);
});

test.each<[string, object, boolean]>([
  ['another field', { notify: { email: 'ada@example.com' } }, true],
  ['a key', withKey('one'), true],
  ['another_copy', { another_copy: true }, false],
])('a keyless assistant gets a different job if the repeated request has %s', async (_name, more, isWarned) => {
  const deps = memoryDeps();
  const request = requestFor('letter', await quoteOf(deps), 'none');
  const first = await create(deps, request, assistant);
  const second = await create(deps, { ...request, ...more }, assistant);
  expect(second.job_id).not.toBe(first.job_id);
  expect(duplicateWarning(second) !== undefined).toBe(isWarned);
});

test.each<[string, object, Caller]>([
  ['with a key', withKey('one'), assistant],
  ['over REST', {}, caller],
])('a keyless assistant gets the job that the same request created %s, for ten minutes', async (_name, more, by) => {
  const deps = memoryDeps();
  const request = requestFor('letter', await quoteOf(deps), 'none');
  const first = await create(deps, { ...request, ...more }, by);
  for (const _again of [1, 2]) expect((await create(deps, request, assistant)).job_id).toBe(first.job_id);
  await deps.clock.advance(600_000);
  expect((await create(deps, request, assistant)).job_id).not.toBe(first.job_id);
});

/** The same dependencies, where every external call takes a random time. */
const withDelays = (deps: MemoryDeps, random: () => number) =>
  depsAround(deps, async (_port, call) => {
    await deps.clock.sleep(random() * 30);
    const result = await call();
    await deps.clock.sleep(random() * 30);
    return result;
  });

test('in each of 200 pairs of identical orders, made in sequence, at the same time or after a crash, exactly one page asks', async () => {
  let pairsThatAsk = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const random = seeded(seed);
    const deps = memoryDeps();
    const product = productNames[seed % productNames.length] ?? 'letter';
    const quoteId = await quoteOf(deps, product);
    const request = (name: string) => requestFor(product, quoteId, 'none', withKey(name));
    const place = async (from: ServiceDeps, name: string) =>
      `${(await create(from, request(name), caller, product)).job_id}`;
    const ways = [
      async () => [await place(deps, 'one'), await place(deps, 'two')],
      async () => {
        const pair = Promise.all([place(withDelays(deps, random), 'one'), place(withDelays(deps, random), 'two')]);
        await deps.clock.advance(20_000);
        return pair;
      },
      async () => {
        const atCall = 1 + Math.floor(random() * 14);
        const { deps: dying } = mortal(deps, { atCall, when: random() < 0.5 ? 'before' : 'after' });
        await place(dying, 'one').catch(() => undefined);
        await deps.clock.advance(25_000);
        // A retry with the same key isn't a duplicate of the request that died.
        const first = await place(deps, 'one');
        expect([seed, await isAsked(deps, first)]).toEqual([seed, false]);
        return [first, await place(deps, 'two')];
      },
    ];
    const pair = (await ways[Math.floor(seed / productNames.length) % ways.length]?.()) ?? [];
    const pages = await Promise.all(pair.map((jobId) => isAsked(deps, jobId)));
    if (pages.filter(Boolean).length === 1) pairsThatAsk += 1;
  }
  expect(pairsThatAsk).toBe(200);
});
