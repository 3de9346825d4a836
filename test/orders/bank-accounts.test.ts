/** Registering a bank account: what is stored of it, how often it can be done, and how its checks are numbered. */
import { logTo } from '../../shared/config/log.ts';
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { countRequest } from '../../shared/orders/count-request.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { account, type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { accountDetails, caller, orderedAs, quotedAs, samples } from '../support/fakes/orders.ts';

const register = (deps: MemoryDeps, changes: object = {}) =>
  ask(registerBankAccount, deps, { ...accountDetails, ...changes }, caller);

/** Orders the sample check with these changes. */
const orderCheck = async (deps: MemoryDeps, changes: object = {}) => {
  const { quote_id } = await quotedAs(deps, 'check');
  return orderedAs(deps, 'check', { quote_id, check: { ...samples.check.order('none'), ...changes } });
};

test('of an account we store only ids, the nickname, the country and the owner’s email, never a bank number', async () => {
  const deps = memoryDeps();
  const { outcome, body } = await register(deps);
  expect(outcome).toBe('created');
  expect(body).toEqual({ bank_account_id: expect.stringMatching(/^bank_[0-9a-z]{26}$/), nickname: 'Operating' });
  const stored = await deps.bankAccounts.get(body.bank_account_id);
  expect(Object.keys(stored ?? {}).sort()).toEqual(
    ['id', 'version', 'createdAt', 'keepUntil', 'country', 'nickname', 'partnerId', 'counterId', 'ownerEmail'].sort(),
  );
  const counter = await deps.checkCounters.get(stored?.counterId ?? '');
  expect(counter).toMatchObject({ keepUntil: stored?.keepUntil, lastNumber: 1_000 });
  expect(JSON.stringify([stored, counter])).not.toMatch(/021000021|8812345670/);
});

test('an owner’s email is stored, and refused if this service sends no email', async () => {
  const deps = memoryDeps();
  const { body } = await register(deps, { owner_email: 'owner@example.com' });
  expect(await deps.bankAccounts.get(body.bank_account_id)).toMatchObject({ ownerEmail: 'owner@example.com' });
  for (const empty of ['', undefined]) expect((await register(deps, { owner_email: empty })).outcome).toBe('created');
  Object.assign(deps, { settings: { ...deps.settings, sendsEmail: false } });
  await expect(register(deps, { owner_email: 'owner@example.com' })).rejects.toMatchObject({ field: 'owner_email' });
  await expect(register(memoryDeps(), { owner_email: 'a\nb@c' })).rejects.toMatchObject({ field: 'owner_email' });
});

test('the partner gets the numbers once, under the id of the account', async () => {
  const deps = memoryDeps();
  const calls: unknown[][] = [];
  const registerAtPartner = async (...call: unknown[]) => {
    calls.push(call);
    return { kind: 'registered', partnerId: 'account_9' } as const;
  };
  Object.assign(deps, { vault: { register: registerAtPartner } });
  const { body } = await register(deps);
  expect(calls).toEqual([
    [body.bank_account_id, expect.objectContaining({ accountNumber: '8812345670' }), expect.any(String)],
  ]);
});

test.each([
  ['TEST REJECT BANK', 'invalid_request'],
  ['TEST DOWN BANK', 'unavailable'],
])('the test bank %s is refused as %s', async (bank_name, code) => {
  const deps = memoryDeps();
  await expect(register(deps, { bank_name })).rejects.toMatchObject({ code });
});

test('bank numbers in a partner’s error reach neither the response nor the log', async () => {
  const deps = memoryDeps();
  const lines: string[] = [];
  Object.assign(deps, { log: logTo((line) => lines.push(line)) });
  const failing = () => Promise.reject(new Error('bad account 8812345670'));
  Object.assign(deps, { vault: { register: failing } });
  await expect(register(deps)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.not.stringContaining('88'),
  });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toMatch(/8812345670|021000021/);
});

test('one network can register ten accounts an hour, and sees how many are left and when it can register the next one', async () => {
  const deps = memoryDeps();
  const left: number[] = [];
  const onCounted = (quota: { readonly left: number }) => void left.push(quota.left);
  const count = () => countRequest(deps, registerBankAccount, { ...caller, onCounted });
  await deps.clock.advance(25 * 60_000);
  for (let time = 0; time < 10; time += 1) {
    await count();
    await deps.clock.advance(60_000);
  }
  await expect(count()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 50 * 60 });
  await deps.clock.advance(50 * 60_000);
  await count();
  await expect(count()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 });
  expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0]);
});

describe('check numbers', () => {
  /** Orders a check on the account. Returns its check number. */
  const drawOn = async (deps: MemoryDeps, bank_account: string) =>
    (await orderCheck(deps, { bank_account })).body.check_number as number;

  test('check numbers increase by one, and none is used twice, even if checks are ordered at the same time', async () => {
    const deps = memoryDeps();
    const numbers = await Promise.all(Array.from({ length: 30 }, () => drawOn(deps, account.id)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => 1_001 + at));
  });

  const newId = async (deps: MemoryDeps, changes: object = {}) => (await register(deps, changes)).body.bank_account_id;

  test('each account counts its own checks', async () => {
    const deps = memoryDeps();
    await drawOn(deps, account.id);
    const ids = [await newId(deps), await newId(deps, { account_number: '8812345671' })];
    for (const id of ids) expect(await drawOn(deps, id)).toBe(1_001);
  });

  test.each([
    ['the same way', {}],
    ['under another nickname', { nickname: 'Household' }],
    ['with spaces', { account_number: '8812 345 670' }],
    ['with leading zeros', { account_number: '008812345670' }],
  ])('an account that is registered again %s continues its check numbers', async (_, changes) => {
    const deps = memoryDeps();
    const [one, other] = [await newId(deps), await newId(deps, changes)];
    expect(one).not.toBe(other);
    const numbers = [await drawOn(deps, one), await drawOn(deps, other), await drawOn(deps, one)];
    numbers.push(await drawOn(deps, await newId(deps, changes)));
    expect(numbers).toEqual([1_001, 1_002, 1_003, 1_004]);
  });

  test('the check counter is stored for 400 days after the account’s latest registration or check', async () => {
    const deps = memoryDeps();
    const id = await newId(deps);
    const counterId = (await deps.bankAccounts.get(id))?.counterId ?? '';
    const keepUntil = async () => (await deps.checkCounters.get(counterId))?.keepUntil;
    for (const act of [() => newId(deps), () => drawOn(deps, id)]) {
      await deps.clock.advance(86_400_000);
      await act();
      expect(await keepUntil()).toBe(deps.clock.now() + 400 * 86_400_000);
    }
    expect((await deps.bankAccounts.get(id))?.keepUntil).toBe(await keepUntil());
  });

  test('a refused request does not use a check number', async () => {
    const deps = memoryDeps();
    await expect(orderCheck(deps, { amount_cents: 1 })).rejects.toMatchObject({ field: 'check.amount_cents' });
    expect((await deps.checkCounters.get(account.counterId))?.lastNumber).toBe(1_000);
  });
});

test.each(['bank_00000000000000000000000009', 'bank_1', '021000021', '12345-003-1234567', 'anything'])(
  'a check on the unknown account %j is refused, and the error doesn’t repeat it',
  async (bank_account) => {
    const deps = memoryDeps();
    await expect(orderCheck(deps, { bank_account })).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'check.bank_account',
      message: expect.not.stringContaining(bank_account),
    });
    expect(deps.jobs.all()).toEqual([]);
  },
);
