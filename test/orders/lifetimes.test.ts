/** How long each kind of item is stored. No other test would notice if an item had the lifetime of another kind. */
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

const hours = 3_600_000;
const days = 24 * hours;

const collections = (deps: MemoryDeps): readonly { all(): readonly Item[] }[] =>
  Object.values(deps).filter((value) => typeof value?.all === 'function');

const kindOf = ({ id }: Item): string => id.replace(/_[^_]*$/, '');

/** A service that has stored every kind of item. */
async function busy(): Promise<MemoryDeps> {
  const deps = memoryDeps();
  await ask(registerBankAccount, deps, accountDetails, caller);
  await ask(requestUpload, deps, {}, caller);
  await command(deps, 'stop-list', { act: 'add', kind: 'name', whom: 'Somebody' });
  await silence(deps, 'ada@example.com', 'asked');
  await silence(deps, 'bob@example.com', 'bounced');
  const notify = { webhook_url: 'https://shop.example.com/hooks', email: 'carol@example.com' };
  const order = orderFor((await quoted(deps)).quote_id, {}, { idempotency_key: 'a-key', notify });
  await paid(deps, String((await ordered(deps, order)).body.job_id));
  await submitted(deps, 'fax');
  await deps.clock.advance(60_000);
  return deps;
}

test('each kind of item is stored for its own lifetime', async () => {
  const items = collections(await busy()).flatMap(({ all }) => all());
  const lives: Record<string, Set<number>> = {};
  // The account and the counter that every test starts with were not created by the service.
  for (const item of items.filter(({ createdAt }) => createdAt > 0)) {
    const known = lives[kindOf(item)] ?? [];
    lives[kindOf(item)] = new Set([...known, item.keepUntil - item.createdAt]);
  }
  expect(lives).toEqual({
    quote: new Set([48 * hours]),
    upload: new Set([24 * hours]),
    key: new Set([30 * days]),
    job: new Set([400 * days]),
    bank: new Set([400 * days]),
    checks: new Set([400 * days]),
    lane: new Set([400 * days]),
    letter: new Set([400 * days]),
    fax: new Set([400 * days]),
    cs_test: new Set([400 * days]),
    webhooks: new Set([400 * days]),
    emails: new Set([400 * days]),
    stops: new Set([3_650 * days]),
    silenced: new Set([3_650 * days, 180 * days]),
    mail: new Set([30 * days]),
    tally: new Set([hours]),
  });
});
