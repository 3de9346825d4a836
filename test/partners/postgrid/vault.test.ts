/** Bank numbers go to PostGrid once, and nowhere else: no response, log or error repeats them. */
import type { BankDetails } from '../../../shared/products/check/bank-account.ts';
import { type PostgridSetup, setUpPostgrid } from '../../support/adapters/postgrid.ts';
import { accidents, type Fault } from '../../support/doubles/wire.ts';

const us: BankDetails = {
  nickname: 'Household',
  accountHolderName: 'Ada Lovelace',
  bankName: 'Bank of Springfield',
  accountNumber: '73519284605173946',
  country: 'US',
  routingNumber: '314275084',
};
const ca: BankDetails = {
  nickname: 'Ménage',
  accountHolderName: 'Ada Lovelace',
  bankName: 'Banque d’Ottawa',
  accountNumber: '918273645501',
  country: 'CA',
  transitNumber: '60719',
  institutionNumber: '847',
};
const numbers = /73519|314275|918273|60719/;

let postgrid: PostgridSetup;
beforeEach(async () => {
  postgrid = await setUpPostgrid();
});
afterEach(() => postgrid.double.close());

test.each([
  ['US', us, { accountNumber: '73519284605173946', routingNumber: '314275084' }],
  ['CA', ca, { accountNumber: '918273645501', transitNumber: '60719', routeNumber: '847' }],
] as const)('a %s account is registered with the fields of its country', async (country, details, expected) => {
  const outcome = await postgrid.vault.register('bank_ours', details, 'us');
  expect(outcome).toEqual({ kind: 'registered', partnerId: expect.stringMatching(/^bank_/) });
  const [seen] = postgrid.double.requests;
  expect(seen).toMatchObject({ method: 'POST', path: '/bank_accounts', headers: { 'idempotency-key': 'bank_ours' } });
  expect(seen?.fields).toEqual({
    bankName: details.bankName,
    bankCountryCode: country,
    ...expected,
    signatureText: 'Ada Lovelace',
    description: 'bank_ours',
    metadata: { reference: 'bank_ours', owner: 'us' },
  });
});

const response = (status: number, body?: unknown): Fault => ({
  status,
  body: body ?? { error: { type: 'validation_error', message: `account ${us.accountNumber} is not valid` } },
});

test.each<[name: string, fault: Fault, kind: string]>([
  ['400', response(400), 'refused'],
  ['422', response(422), 'refused'],
  ...[401, 409, 429, 500].map((status) => [`${status}`, response(status), 'unavailable'] as [string, Fault, string]),
  ['400 from a proxy', response(400, '<html>'), 'unavailable'],
  ['200 without an id', response(200, { object: 'bank_account' }), 'unavailable'],
  ...accidents.map((accident) => [accident, accident, 'unavailable'] as [string, Fault, string]),
])('an account is not registered after %s, and no bank number is repeated', async (_, fault, kind) => {
  postgrid.double.failNext('POST /bank_accounts', fault);
  const outcome = await postgrid.vault.register('bank_ours', us, 'us');
  expect(outcome).toEqual({ kind });
  expect(JSON.stringify([outcome, postgrid.alarms])).not.toMatch(numbers);
  expect(postgrid.double.requests).toHaveLength(1);
});

describe('bank accounts', () => {
  const idOf = async (reference: string, owner: string) => {
    const outcome = await postgrid.vault.register(reference, us, owner);
    return outcome.kind === 'registered' ? outcome.partnerId : outcome.kind;
  };

  async function listed(owner: string) {
    const all = [];
    let after: string | undefined;
    for (let pages = 0; pages < 10; pages += 1) {
      const { accounts, next } = await postgrid.vault.accountsOf(owner, after);
      all.push(...accounts);
      if (next === undefined) return all;
      after = next;
    }
    throw new Error('the list never ends');
  }

  test('the accounts of this service are listed page by page, without other owners’ accounts and without a number', async () => {
    for (let count = 0; count < 120; count += 1) await idOf(`bank_theirs${count}`, 'others');
    const partnerId = await idOf('bank_ours', 'us');
    const accounts = await listed('us');
    expect(accounts).toEqual([{ partnerId, reference: 'bank_ours', createdAt: expect.any(Number) }]);
    expect(JSON.stringify(accounts)).not.toMatch(numbers);
  });

  test('an account is deleted with its numbers, and deleting it again succeeds', async () => {
    const partnerId = await idOf('bank_ours', 'us');
    expect([await postgrid.vault.forget(partnerId), await postgrid.vault.forget(partnerId)]).toEqual([true, true]);
    expect(await listed('us')).toEqual([]);
  });

  test.each<Fault>([response(401), 'reset_before'])('no account is deleted or listed after %j', async (fault) => {
    const partnerId = await idOf('bank_ours', 'us');
    postgrid.double.failNext('DELETE /bank_accounts', fault);
    expect(await postgrid.vault.forget(partnerId)).toBe(false);
    postgrid.double.failNext('GET /bank_accounts', fault);
    await expect(postgrid.vault.accountsOf('us')).rejects.toThrow('PostGrid sent no list of bank accounts');
  });
});
