/** Registering, counting, drawing: what is kept of a bank account, and how its checks are numbered. */
import { Refusal } from '../../shared/core/refusal.ts';
import { countRequest } from '../../shared/usecases/count-request.ts';
import { registerBankAccount } from '../../shared/usecases/register-bank-account.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import {
  account,
  caller,
  type MemoryWorld,
  memoryWorld,
  orderedAs,
  quotedAs,
  requestFor,
} from '../support/fakes/world.ts';

const details = {
  ...{ nickname: 'Operating', country: 'US', account_holder_name: 'Ada King', bank_name: 'First Bank' },
  ...{ routing_number: '021000021', account_number: '8812345670' },
};

const registered = (world: MemoryWorld, changes: object = {}) =>
  ask(registerBankAccount, world, { ...details, ...changes }, caller);

const limited = { name: 'register-bank-account', perHour: 10 };
const counted = (world: MemoryWorld, address = caller.address) => countRequest(world, limited, { ...caller, address });

test('only id, nickname, country and the partner’s id are kept', async () => {
  const world = memoryWorld();
  const { outcome, body } = await registered(world);
  expect(outcome).toBe('created');
  expect(body).toEqual({ bank_account_id: expect.stringMatching(/^bank_[0-9a-z]{26}$/), nickname: 'Operating' });
  const kept = await world.bankAccounts.get(body.bank_account_id);
  expect(Object.keys(kept ?? {}).sort()).toEqual(
    ['id', 'version', 'createdAt', 'keepUntil', 'country', 'nickname', 'partnerId', 'lastCheckNumber'].sort(),
  );
  expect(JSON.stringify(kept)).not.toMatch(/021000021|8812345670/);
});

test('the partner gets the numbers once, under the account’s own id', async () => {
  const world = memoryWorld();
  const calls: unknown[][] = [];
  const register = async (...call: unknown[]) => {
    calls.push(call);
    return { kind: 'registered', partnerId: 'account_9' } as const;
  };
  Object.assign(world, { vault: { register } });
  const { body } = await registered(world);
  expect(calls).toEqual([[body.bank_account_id, expect.objectContaining({ accountNumber: '8812345670' })]]);
});

test.each([
  ['TEST REJECT BANK', 'invalid_request'],
  ['TEST DOWN BANK', 'unavailable'],
])('at %s nothing is kept and the answer is %s', async (bank_name, code) => {
  const world = memoryWorld();
  await expect(registered(world, { bank_name })).rejects.toMatchObject({ code });
});

test('a partner that breaks with the numbers in its error lets none of them out', async () => {
  const world = memoryWorld();
  const register = () => Promise.reject(new Error('bad account 8812345670'));
  Object.assign(world, { vault: { register } });
  await expect(registered(world)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.not.stringContaining('88'),
  });
});

describe('the limit', () => {
  test('lets ten requests through in any hour, and says when the next may come', async () => {
    const world = memoryWorld();
    for (let time = 0; time < 10; time += 1) {
      await counted(world);
      await world.clock.wind(60_000);
    }
    await expect(counted(world)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 50 * 60 });
    await world.clock.wind(50 * 60_000);
    await counted(world);
    await expect(counted(world)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 });
  });

  test('holds when fifty come at once', async () => {
    const world = memoryWorld();
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => counted(world)));
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(10);
    expect(world.requestCounters.all().map(({ times }) => times.length)).toEqual([10]);
  });

  test('counts an IPv6 customer as one and other networks by themselves', async () => {
    const world = memoryWorld();
    for (let host = 0; host < 10; host += 1) await counted(world, `2001:db8:0:1::${host}`);
    await expect(counted(world, '2001:db8:0:1:ffff::1')).rejects.toMatchObject({ code: 'rate_limited' });
    await counted(world, '2001:db8:0:2::1');
    await counted(world, '192.0.2.7');
  });

  test('is held by `ask` itself, and counts a request that cannot be read', async () => {
    const world = memoryWorld();
    const unreadable = () => {
      throw new Refusal({ code: 'invalid_request', message: 'The body is not valid JSON.' });
    };
    for (let time = 0; time < 5; time += 1) {
      await registered(world);
      await expect(ask(registerBankAccount, world, unreadable, caller)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    await expect(registered(world)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(ask(registerBankAccount, world, unreadable, caller)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('remembers no address, and forgets the hour', async () => {
    const world = memoryWorld();
    await counted(world, '192.0.2.7');
    const [tally] = world.requestCounters.all();
    expect(JSON.stringify(tally)).not.toContain('192.0.2.7');
    expect(tally?.keepUntil).toBe(world.clock.now() + 3_600_000);
  });
});

describe('check numbers', () => {
  const numbered = async (world: MemoryWorld) => {
    const { quote_id } = await quotedAs(world, 'check');
    return (await orderedAs(world, 'check', requestFor('check', quote_id, 'none'))).body.check_number as number;
  };

  test('go up by one, and none is given twice, however many are drawn at once', async () => {
    const world = memoryWorld();
    const numbers = await Promise.all(Array.from({ length: 30 }, () => numbered(world)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => 1_001 + at));
  });

  test('count for each account by itself', async () => {
    const world = memoryWorld();
    await numbered(world);
    const { body } = await registered(world);
    const { quote_id } = await quotedAs(world, 'check');
    const request = requestFor('check', quote_id, 'none');
    const check = { ...(request as unknown as { check: object }).check, bank_account: body.bank_account_id };
    expect((await orderedAs(world, 'check', { ...request, check })).body.check_number).toBe(1_001);
  });

  test('are not used up by a request that is refused', async () => {
    const world = memoryWorld();
    const { quote_id } = await quotedAs(world, 'check');
    const request = requestFor('check', quote_id, 'none') as unknown as { check: object };
    const wrong = { ...request, check: { ...request.check, amount_cents: 1 } };
    await expect(orderedAs(world, 'check', wrong)).rejects.toMatchObject({ field: 'check.amount_cents' });
    expect((await world.bankAccounts.get(account.id))?.lastCheckNumber).toBe(1_000);
  });
});

test.each(['bank_00000000000000000000000009', 'bank_1', '021000021', '12345-003-1234567', 'anything'])(
  'a check on the unknown account %s is refused by its field, which is not repeated',
  async (bank_account) => {
    const world = memoryWorld();
    const { quote_id } = await quotedAs(world, 'check');
    const request = requestFor('check', quote_id, 'none') as unknown as { check: object };
    await expect(
      orderedAs(world, 'check', { ...request, check: { ...request.check, bank_account } }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'check.bank_account',
      message: expect.not.stringContaining(bank_account),
    });
    expect(world.jobs.all()).toEqual([]);
  },
);
