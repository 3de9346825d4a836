/** Events reach only receivers that have agreed, and strangers cannot make this service send more than its limits. */
import { serviceLog, showLog } from '../../shared/compose/log.ts';
import { endpointKnownMs } from '../../shared/core/lifetimes.ts';
import { countTelling, tellingLimits } from '../../shared/notifications/telling-limits.ts';
import type { Posted } from '../../shared/ports/notifications.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { ordered, orderFor, paid, quoted, reconcileFor } from '../support/fakes/orders.ts';
import type { Heard } from '../support/fakes/receivers.ts';

const url = 'https://shop.example.com/hooks?token=canary';
const hour = 3_600_000;

async function orderedBy(deps: MemoryDeps, webhook_url = url, webhook_secret?: string): Promise<string> {
  const { quote_id } = await quoted(deps);
  const { body } = await ordered(deps, orderFor(quote_id, {}, { notify: { webhook_url, webhook_secret } }));
  return body.job_id as string;
}

const typesOf = (heard: readonly Heard[]) => heard.map(({ body }) => JSON.parse(body).type.split('.')[1]);
const codesOf = (deps: MemoryDeps) =>
  deps.outboxes
    .all()
    .flatMap(({ deliveries }) => deliveries.flatMap(({ attempts }) => attempts.map(({ code }) => code)));
const saying = (body: unknown): Posted => ({ outcome: 'delivered', code: 'http_200', body: JSON.stringify(body) });

describe('a receiver that nobody knows', () => {
  test('is asked once, with a signed question, and then told of all jobs', async () => {
    const deps = memoryDeps();
    await paid(deps, await orderedBy(deps));
    await paid(deps, await orderedBy(deps));
    await reconcileFor(deps, 3);
    const [asked, ...more] = deps.receivers.challenges;
    expect(more).toEqual([]);
    expect(asked).toMatchObject({ url, headers: { 'webhook-id': expect.stringMatching(/^challenge_/) } });
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      type: 'endpoint.verify',
      timestamp: expect.stringMatching(/^2026-11-21T12:/),
      receiver: 'https://shop.example.com',
      challenge: asked?.headers['webhook-id'],
    });
    expect(typesOf(deps.receivers.heard).filter((type) => type === 'created')).toHaveLength(2);
  });

  test('is asked with the secret of the job, which signs for no other job and agrees for none', async () => {
    const deps = memoryDeps();
    const signed: (readonly [kind: string, secret: string | undefined])[] = [];
    const { headersOf } = deps.eventSigner;
    Object.assign(deps.eventSigner, {
      headersOf: (...[message, secret]: Parameters<typeof headersOf>) => {
        signed.push([JSON.parse(message.body).type, secret]);
        return headersOf(message, secret);
      },
    });
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    await orderedBy(deps, url, secret);
    await orderedBy(deps, url, secret);
    await reconcileFor(deps);
    await orderedBy(deps);
    await reconcileFor(deps);
    expect(signed).toEqual([
      ['endpoint.verify', secret],
      ['letter.created', secret],
      ['letter.created', secret],
      ['endpoint.verify', undefined],
      ['letter.created', undefined],
    ]);
  });

  test.each<[string, (heard: Heard) => Posted, string]>([
    ['answers with nothing', () => saying(undefined), 'unverified'],
    ['answers another challenge', () => saying({ challenge: 'challenge_1' }), 'unverified'],
    ['repeats whatever it gets', ({ body }) => saying(JSON.parse(body)), 'unverified'],
    ['refuses', () => ({ outcome: 'refused', code: 'http_404', body: '' }), 'unverified_http_404'],
    ['is not there', () => ({ outcome: 'unreachable', code: 'timeout', body: '' }), 'unverified_timeout'],
  ])('hears no event if it %s, and is asked anew at each attempt', async (_, agree, code) => {
    const deps = memoryDeps();
    const { agree: agrees } = deps.receivers;
    deps.receivers.agree = agree;
    await paid(deps, await orderedBy(deps));
    await reconcileFor(deps, 3);
    expect(deps.receivers.heard).toEqual([]);
    expect(new Set(codesOf(deps))).toEqual(new Set([code]));
    const asked = deps.receivers.challenges.map(({ headers }) => headers['webhook-id']);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeGreaterThan(1);
    deps.receivers.agree = agrees;
    await reconcileFor(deps, 5);
    expect(typesOf(deps.receivers.heard).slice(0, 2)).toEqual(['created', 'paid']);
  });

  test('hears nothing any more if it is gone', async () => {
    const deps = memoryDeps();
    deps.receivers.agree = () => ({ outcome: 'gone', code: 'http_410', body: '' });
    await orderedBy(deps);
    await reconcileFor(deps, 10);
    expect(deps.receivers.challenges).toHaveLength(1);
    expect(deps.outboxes.all()).toMatchObject([{ deliveries: [{ state: 'given_up' }] }]);
  });
});

test('a receiver that has agreed is asked again when a month is over', async () => {
  const deps = memoryDeps();
  await orderedBy(deps);
  await deps.clock.wind(endpointKnownMs - hour);
  await orderedBy(deps);
  await reconcileFor(deps);
  expect(deps.receivers.challenges).toHaveLength(1);
  await deps.clock.wind(hour);
  await orderedBy(deps);
  await reconcileFor(deps);
  expect(deps.receivers.challenges).toHaveLength(2);
});

describe('a stranger who names a receiver that has agreed', () => {
  const createdOf = ({ receivers }: MemoryDeps) => typesOf(receivers.heard).filter((type) => type === 'created').length;
  const { most } = tellingLimits.unpaidFromNetworkToHost;

  test('has few events of unpaid jobs sent there, and payment brings the rest of its job in order', async () => {
    const deps = memoryDeps();
    for (let jobs = 0; jobs < most; jobs += 1) await orderedBy(deps);
    const held = await orderedBy(deps);
    await reconcileFor(deps);
    expect(createdOf(deps)).toBe(most);
    deps.receivers.heard.length = 0;
    await paid(deps, held);
    await reconcileFor(deps);
    const ofHeld = deps.receivers.heard.filter(({ body }) => body.includes(held));
    expect(typesOf(ofHeld).slice(0, 3)).toEqual(['created', 'paid', 'handed_over']);
    expect(createdOf(deps)).toBe(1);
  });

  test('gets no more of them there in an hour, and other hosts and networks get theirs', async () => {
    const deps = memoryDeps();
    for (let jobs = 0; jobs < most + 2; jobs += 1) await orderedBy(deps);
    await orderedBy(deps, 'https://other.example.com/hooks');
    Object.assign(deps, { fingerprint: () => 'another network' });
    await orderedBy(deps);
    await reconcileFor(deps, 60);
    expect(createdOf(deps)).toBe(most + 2);
  });

  test('with many networks reaches the limit of the host, and paid jobs are told', async () => {
    const deps = memoryDeps();
    const { add } = deps.requestCounters;
    Object.assign(deps.requestCounters, {
      add: async (id: string, limited: number, keepUntil: number) =>
        limited === tellingLimits.unpaidToHost.most ? 'full' : add(id, limited, keepUntil),
    });
    const job = await orderedBy(deps);
    await reconcileFor(deps, 30);
    expect([...deps.receivers.heard, ...codesOf(deps)]).toEqual([]);
    await paid(deps, job);
    await reconcileFor(deps);
    expect(typesOf(deps.receivers.heard).slice(0, 2)).toEqual(['created', 'paid']);
  });
});

describe('a limit that is reached', () => {
  /** All counts stand at `most` in the window of the clock that is open now. */
  const full = (deps: MemoryDeps, limit: keyof typeof tellingLimits) => {
    const { add } = deps.requestCounters;
    const { most } = tellingLimits[limit];
    const windowMs = limit === 'eventsToHost' ? 60_000 : 60 * 60_000;
    const opensAgainAt = (Math.floor(deps.clock.now() / windowMs) + 1) * windowMs;
    const isFull = () => deps.clock.now() < opensAgainAt;
    Object.assign(deps.requestCounters, {
      add: async (id: string, limited: number, keepUntil: number) =>
        limited === most && isFull() ? 'full' : add(id, limited, keepUntil),
    });
    return opensAgainAt;
  };

  test.each(['challengesToHost', 'challengesFromNetwork', 'eventsToHost'] as const)(
    'lets events wait, in their order and without an attempt: %s',
    async (limit) => {
      const deps = memoryDeps();
      await deps.clock.wind(limit === 'eventsToHost' ? 1_000 : 5 * 60_000);
      const opensAgainAt = full(deps, limit);
      await paid(deps, await orderedBy(deps));
      expect(deps.receivers.heard).toEqual([]);
      expect(codesOf(deps)).toEqual([]);
      await deps.clock.wind(opensAgainAt - deps.clock.now() - 1);
      expect([...deps.receivers.heard, ...codesOf(deps)]).toEqual([]);
      await reconcileFor(deps, 15);
      expect(typesOf(deps.receivers.heard).slice(0, 3)).toEqual(['created', 'paid', 'handed_over']);
      expect(new Set(codesOf(deps))).toEqual(new Set(['http_200']));
    },
  );

  test.each([
    ['eventsToHost', 60_000],
    ['unpaidToHost', 600_000],
    ['challengesToHost', hour],
    ['emailsToAddress', 24 * hour],
  ] as const)('%s begins anew after %i ms, and not before', async (limit, windowMs) => {
    const deps = memoryDeps();
    const { most } = tellingLimits[limit];
    const untilNext = windowMs - (deps.clock.now() % windowMs);
    for (let count = 0; count < most; count++) expect(await countTelling(deps, limit, 'one')).toBeUndefined();
    await deps.clock.wind(untilNext - 1);
    expect(await countTelling(deps, limit, 'one')).toBeDefined();
    await deps.clock.wind(1);
    expect(await countTelling(deps, limit, 'one')).toBeUndefined();
  });

  test('counts the challenges of one network and to one host, and the events to one host', async () => {
    const deps = memoryDeps();
    for (const receiver of ['a.example.com/1', 'a.example.com/2', 'b.example.com/1'])
      await orderedBy(deps, `https://${receiver}`);
    await reconcileFor(deps);
    // Three receivers on two hosts get three challenges from the network, two and one to the hosts, and as many events,
    // which are counted as unpaid ones of the network and to the host, too.
    expect([...deps.requestCounters.counts.values()].toSorted()).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3]);
  });
});

test('no line of the log names a receiver', async () => {
  const lines: string[] = [];
  showLog((line) => void lines.push(line));
  const deps = memoryDeps();
  Object.assign(deps.log, serviceLog({}));
  deps.receivers.answer = () => {
    throw new Error(`no way to ${url}`);
  };
  await orderedBy(deps);
  await reconcileFor(deps);
  expect(lines.join('\n')).toContain('telling failed');
  expect(lines.join('\n')).not.toMatch(/shop\.example|canary/);
});
