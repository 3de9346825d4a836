/** The check of a recipient's address: what responses show of it, how long it may take, and that no address is stored. */
import type { Contact } from '../../shared/domain/address.ts';
import type { AddressVerdict } from '../../shared/domain/addresses/likely-correction.ts';
import { timeoutsMs } from '../../shared/domain/times.ts';
import { createJob } from '../../shared/orders/create/create-job.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { Addresses } from '../../shared/partners/partner.ts';
import { addressTriggers } from '../../shared/partners/simulated/addresses-and-vault.ts';
import { catalog } from '../../shared/products/index.ts';
import type { Parties } from '../../shared/products/mail.ts';
import { verifyAddress } from '../../shared/web/verify-address.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { ada, caller, ordered, orderedAs, orderFor, quoted, quotedAs, samples } from '../support/fakes/orders.ts';

type Body = Record<string, unknown>;

/** Orders a letter with these changes to the recipient and these other fields. */
async function letterTo(deps: MemoryDeps, to: object, otherFields: object = {}): Promise<Body> {
  const { quote_id } = await quoted(deps);
  const { letter } = orderFor(quote_id, to);
  return (await ordered(deps, { quote_id, letter: { ...letter, ...otherFields } })).body;
}

const statusView = async (deps: MemoryDeps, { job_id }: Body) =>
  (await ask(getJob, deps, { job_id }, caller)).body as Body;

const unverified = {
  status: 'unknown',
  what: [],
  message: "We couldn't verify this address. It may still be correct: compare it with the original, letter by letter.",
};

test('a letter to a verified address is reported as verified, without warnings', async () => {
  const deps = memoryDeps();
  const created = await letterTo(deps, { addressLine1: addressTriggers.verified });
  expect(created).toMatchObject({
    address_check: { status: 'verified', what: [], message: 'Mail can be delivered to this address.' },
    warnings: [],
  });
  expect((await statusView(deps, created)).address_check).toMatchObject(created.address_check as object);
});

test('a letter to an address with a mistake gets a suggestion and a warning, and keeps the address as sent', async () => {
  const deps = memoryDeps();
  const created = await letterTo(deps, { addressLine1: '1 Test corrected St' });
  const sentence =
    'letter.to may have a mistake in addressLine1: compare it with the suggestion. Nothing was changed: ask the user which one is right.';
  expect(created).toMatchObject({
    address_check: {
      status: 'corrected',
      what: ['addressLine1'],
      message: sentence,
      suggestion: { firstName: 'Ada', lastName: 'Lovelace', addressLine1: addressTriggers.verified, city: ada.city },
    },
    warnings: [sentence],
  });
  expect(deps.jobs.all()[0]).toMatchObject({ order: { to: { addressLine1: '1 Test corrected St' } } });
});

test.each([
  [addressTriggers.undeliverable, 'not_found', 'the postal service has no record of this address'],
  [addressTriggers.unit, 'unit_missing', 'the building has several units, but the address has no unit number'],
])('a letter to %s gets a warning that it may come back, and can be ordered', async (addressLine1, code, why) => {
  const created = await letterTo(memoryDeps(), { addressLine1 });
  const sentence = `letter.to: mail may come back, because ${why}. Ask the user to check it before paying.`;
  expect(created).toMatchObject({
    address_check: { status: 'undeliverable', what: [code], message: sentence },
    warnings: [sentence],
    status: 'awaiting_payment',
  });
});

test.each([addressTriggers.undeliverable, addressTriggers.corrected])(
  'a letter to %s has no warning if a person has confirmed the address',
  async (addressLine1) => {
    const deps = memoryDeps();
    const acceptedAt = deps.clock.now();
    const created = await letterTo(deps, { addressLine1 }, { accept_address: true });
    expect(created.warnings).toEqual([]);
    expect(created.address_check).not.toMatchObject({ status: 'unknown' });
    expect(created.address_check).not.toHaveProperty('accepted_at');
    const message = expect.stringMatching(/^The address was confirmed as it was sent, on /);
    expect((await statusView(deps, created)).address_check).toMatchObject({ accepted_at: acceptedAt, message });
  },
);

test('the payee’s address of a check is checked, and a fax has no address check', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, 'check');
  const check = {
    ...samples.check.order('none'),
    to: { ...ada, addressLine1: addressTriggers.unit, countryCode: 'CA' },
  };
  const order = { ...check, to: { ...(check.to as object), provinceOrState: 'ON', postalOrZip: 'M5V 2T6' } };
  const { body } = await orderedAs(deps, 'check', { quote_id, check: order });
  expect(body).toMatchObject({ address_check: { what: ['unit_missing'] } });
  expect(body.warnings).toEqual(expect.arrayContaining([expect.stringMatching(/^check\.to: mail may come back/)]));
  const fax = await quotedAs(deps, 'fax');
  const sent = await orderedAs(deps, 'fax', { quote_id: fax.quote_id, fax: samples.fax.order('none') });
  expect(sent.body).not.toHaveProperty('address_check');
});

test('a retry gets the same response, no matter what a person has decided since', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps);
  const request = { ...orderFor(quote_id, { addressLine1: addressTriggers.corrected }), idempotency_key: 'key-1' };
  const first = await ordered(deps, request);
  const [job] = deps.jobs.all();
  if (job?.addressCheck === undefined) throw new Error('no check');
  const order = { ...(job.order as Parties), to: { ...(job.order as Parties).to, city: 'Albany' } };
  const decided = { ...job, order, addressCheck: { ...job.addressCheck, takenAt: 7 } };
  expect(await deps.jobs.replace(decided)).toBe('saved');
  expect(JSON.stringify((await ordered(deps, request)).body)).toBe(JSON.stringify(first.body));
  const view = await statusView(deps, first.body);
  const message = 'The suggestion was taken on 1970-01-01 (UTC): the order goes to that address.';
  expect(view.address_check).toMatchObject({ status: 'corrected', taken_at: 7, message });
  expect(view.summary).toContain('Albany');
});

test('each doubt about an address appears once in the check and once in the warnings', async () => {
  const created = await letterTo(memoryDeps(), { addressLine1: 'Analytical Street', postalOrZip: '02108' });
  expect(created).toMatchObject({
    address_check: { status: 'unknown', what: ['house_number_missing', 'postal_code_elsewhere'] },
  });
  expect(created.warnings).toHaveLength(2);
});

const verify = async (deps: MemoryDeps, address: unknown) => (await ask(verifyAddress, deps, { address }, caller)).body;

test('POST /addresses/verify returns the same check as a job, and stores nothing', async () => {
  const deps = memoryDeps();
  // Only an assistant is refused for a field that it may have misspelled.
  expect(await verify(deps, { ...ada, country: 'US', addressLine1: addressTriggers.corrected })).toEqual({
    status: 'corrected',
    what: ['addressLine1'],
    message: expect.stringMatching(/^address may have a mistake in addressLine1: /),
    suggestion: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      addressLine1: addressTriggers.verified,
      city: 'Springfield',
      provinceOrState: 'IL',
      postalOrZip: '62701',
      countryCode: 'US',
    },
  });
  expect(await verify(deps, ada)).toEqual(unverified);
  expect([deps.jobs.all(), deps.sharedAnswers.all()]).toEqual([[], []]);
});

test('POST /addresses/verify counts toward the job limit of its network', async () => {
  const deps = memoryDeps();
  const limited = { settings: { ...deps.settings, requestLimits: { quotes: 9, jobs: 1, reads: 9 } } };
  const limitedDeps = Object.assign(Object.create(deps), limited) as MemoryDeps;
  await verify(limitedDeps, ada);
  await expect(verify(limitedDeps, ada)).rejects.toMatchObject({ code: 'rate_limited' });
});

describe('with a partner that checks addresses', () => {
  /** Adds a partner that returns this verdict for every address, after this time. `lookedUp`: the addresses it got. */
  function withPartner(deps: MemoryDeps, verdict: AddressVerdict | Error, takesMs = 0) {
    const lookedUp: Contact[] = [];
    const addresses: Addresses = {
      async verify(address) {
        lookedUp.push(address);
        if (takesMs > 0) await deps.clock.sleep(takesMs);
        if (verdict instanceof Error) throw verdict;
        return verdict;
      },
    };
    return { lookedUp, deps: Object.assign(Object.create(deps), { addresses }) as MemoryDeps };
  }
  const verdictFor = async (deps: MemoryDeps, address = caller.address) =>
    (await ask(verifyAddress, deps, { address: ada }, { ...caller, address })).body;
  const undeliverable: AddressVerdict = { status: 'undeliverable', what: ['not_found'] };
  const corrected: AddressVerdict = {
    status: 'corrected',
    what: ['city'],
    suggestion: { ...ada, city: 'Chatham Springs' },
  };

  test('a slow partner delays an order by at most a second and a half', async () => {
    const memory = memoryDeps();
    const { deps } = withPartner(memory, undeliverable, 60_000);
    const before = memory.clock.now();
    const created = await letterTo(deps, {});
    expect(memory.clock.now() - before).toBe(timeoutsMs.addressCheck);
    expect(created).toMatchObject({ address_check: unverified, warnings: [] });
  });

  test('if the partner fails or does not know the address, the order is created without an alarm', async () => {
    for (const verdict of [new Error('out'), { status: 'unknown' } as const]) {
      const memory = memoryDeps();
      expect(await letterTo(withPartner(memory, verdict).deps, {})).toMatchObject({
        address_check: unverified,
        warnings: [],
      });
      expect(memory.alarms).toEqual([]);
    }
  });

  test.each([undeliverable, { status: 'verified' } as const])(
    'the partner is called once a day about an address: %j',
    async (verdict) => {
      const memory = memoryDeps();
      const { deps, lookedUp } = withPartner(memory, verdict);
      const first = await verdictFor(deps);
      expect(await verdictFor(deps)).toEqual(first);
      expect(lookedUp).toHaveLength(1);
      await memory.clock.advance(24 * 3_600_000);
      await verdictFor(deps);
      expect(lookedUp).toHaveLength(2);
    },
  );

  test('a look-up stores no address, so a suggestion is looked up again', async () => {
    const memory = memoryDeps();
    const { deps, lookedUp } = withPartner(memory, corrected);
    for (const _ of ['once', 'again'])
      expect(await verdictFor(deps)).toMatchObject({ suggestion: { city: 'Chatham Springs' } });
    expect(lookedUp).toHaveLength(2);
    const stored = JSON.stringify([memory.sharedAnswers.all(), memory.requestCounters.all()]);
    expect(stored).toMatch(/answer_[0-9a-f]{64}/);
    expect(stored).not.toMatch(/Analytical|Springfield|Chatham|62701|Lovelace/);
  });

  test('all networks together share a limit on look-ups, half of which is reserved for orders', async () => {
    const memory = memoryDeps();
    const { deps, lookedUp } = withPartner(memory, corrected);
    // 600 look-ups in ten minutes are allowed.
    for (let at = 0; at < 400; at += 1) await verdictFor(deps, `192.0.2.${at % 50}`);
    expect(lookedUp).toHaveLength(300);
    expect(await verdictFor(deps, '198.51.100.1')).toEqual(unverified);
    const { quote_id } = await quoted(deps);
    const order = createJob(catalog.letter);
    for (let at = 0; at < 310; at += 1)
      await ask(order, deps, orderFor(quote_id), { ...caller, address: `203.0.113.${at % 50}` });
    expect(lookedUp).toHaveLength(600);
  });

  test('one network gets 20 free look-ups an hour and 60 for orders in ten minutes, without affecting others', async () => {
    const { deps, lookedUp } = withPartner(memoryDeps(), corrected);
    for (let at = 0; at < 25; at += 1) await verdictFor(deps, `2001:db8:1:1::${at}`);
    expect(lookedUp).toHaveLength(20);
    for (let at = 0; at < 65; at += 1) await letterTo(deps, {});
    expect(lookedUp).toHaveLength(80);
    expect(await verdictFor(deps, '198.51.100.1')).toMatchObject({ status: 'corrected' });
  });

  test('if the partner does not find the address, an obvious correction is suggested', async () => {
    const { deps } = withPartner(memoryDeps(), undeliverable);
    expect(await letterTo(deps, { city: 'Springfield, IL' })).toMatchObject({
      address_check: { status: 'corrected', suggestion: { city: 'Springfield' } },
    });
  });

  test('the partner is not called for a request that is refused', async () => {
    const { deps, lookedUp } = withPartner(memoryDeps(), undeliverable);
    await expect(letterTo(deps, {}, { text: 'another text' })).rejects.toMatchObject({
      code: 'quote_content_mismatch',
    });
    expect(lookedUp).toEqual([]);
  });
});
