/** How long each kind of item is stored. No other test would notice if two kinds had their lifetimes swapped. */
import { silence } from '../../shared/notify/silence.ts';
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { requestUpload } from '../../shared/web/request-upload.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { accountDetails, caller, ordered, orderFor, paid, quoted, submitted } from '../support/fakes/orders.ts';
import { command } from '../support/operated.ts';

interface Item {
  readonly id: string;
  readonly createdAt: number;
  readonly keepUntil: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/** The stores among the dependencies. */
const storesOf = (deps: MemoryDeps): readonly { all(): readonly Item[] }[] =>
  Object.values(deps).filter((value) => typeof value?.all === 'function');

const kindOf = ({ id }: Item): string => id.replace(/_[^_]*$/, '');

/** A service that has stored every kind of item. */
async function filledService(): Promise<MemoryDeps> {
  const deps = memoryDeps();
  await ask(registerBankAccount, deps, accountDetails, caller);
  await ask(requestUpload, deps, {}, caller);
  await command(deps, 'stop-list', { act: 'add', kind: 'name', whom: 'Somebody' });
  await silence(deps, 'ada@example.com', 'asked');
  await silence(deps, 'bob@example.com', 'bounced');
  const notify = { webhook_url: 'https://shop.example.com/hooks', email: 'carol@example.com' };
  const order = { ...orderFor((await quoted(deps)).quote_id), idempotency_key: 'a-key', notify };
  await paid(deps, String((await ordered(deps, order)).body.job_id));
  await submitted(deps, 'fax');
  await deps.clock.advance(60_000);
  return deps;
}

test('each kind of item is stored for the lifetime of its kind', async () => {
  const items = storesOf(await filledService()).flatMap(({ all }) => all());
  const lifetimes: Record<string, Set<number>> = {};
  // The account and the counter that every test starts with were not created by the service.
  for (const item of items.filter(({ createdAt }) => createdAt > 0)) {
    const others = lifetimes[kindOf(item)] ?? [];
    lifetimes[kindOf(item)] = new Set([...others, item.keepUntil - item.createdAt]);
  }
  expect(lifetimes).toEqual({
    quote: new Set([48 * hour]),
    upload: new Set([24 * hour]),
    key: new Set([30 * day]),
    job: new Set([400 * day]),
    bank: new Set([400 * day]),
    checks: new Set([400 * day]),
    lane: new Set([400 * day]),
    letter: new Set([400 * day]),
    fax: new Set([400 * day]),
    cs_test: new Set([400 * day]),
    webhooks: new Set([400 * day]),
    emails: new Set([400 * day]),
    stops: new Set([3_650 * day]),
    silenced: new Set([3_650 * day, 180 * day]),
    mail: new Set([30 * day]),
    tally: new Set([hour]),
  });
});
