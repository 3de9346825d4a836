/** `notify` in a job request: it is part of the idempotent request, it is validated, and no response repeats it. */
import { productNames } from '../../shared/domain/names.ts';
import { getJobEvents } from '../../shared/notify/notifications.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { callTool } from '../../shared/web/mcp/call.ts';
import { operate } from '../../shared/web/operator/operate.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, ordered, orderedAs, orderFor, paid, quoted, quotedAs, requestFor } from '../support/fakes/orders.ts';
import { tools } from '../support/mcp-tools.ts';
import { hook, secret, setReceiverResponse, webhookAndEmail } from '../support/notified-jobs.ts';

const key = { idempotency_key: '0f1c6b9e-7f0e-4a57-9a0b-6f5a2f7c1d11' };

test.each([
  ['another URL', { ...webhookAndEmail, webhook_url: 'https://shop.example.com/other' }],
  ['another secret', { ...webhookAndEmail, webhook_secret: `${secret.slice(0, -4)}AAA=` }],
  ['another language', { ...webhookAndEmail, language: 'fr' }],
])('the same key with %s in `notify` is a different request', async (_, notify) => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps);
  await ordered(deps, orderFor(quote_id, {}, { ...key, notify: webhookAndEmail }));
  const repeated = ordered(deps, orderFor(quote_id, {}, { ...key, notify }));
  await expect(repeated).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test.each(productNames)('an order for a %s stores `notify`', async (product) => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, product);
  const request = requestFor(product, quote_id, 'none', { notify: { ...webhookAndEmail, language: 'fr' } });
  const { body } = await orderedAs(deps, product, request);
  expect((await deps.jobs.get(body.job_id as string))?.notify).toMatchObject({
    webhook: { url: hook, secret },
    email: { address: webhookAndEmail.email, language: 'fr' },
  });
});

test.each<[object, string]>([
  [{ webhook_url: 'http://shop.example.com' }, 'notify.webhook_url'],
  [{ webhook_secret: secret }, 'notify.webhook_secret'],
  ...[33, 88].map((length): [object, string] => [
    { ...webhookAndEmail, webhook_secret: `whsec_${'A'.repeat(length)}` },
    'notify.webhook_secret',
  ]),
  ...['ada', '..@x.com', 'a@127.0.0.1', 'a\u202eb@x.com'].map((email): [object, string] => [{ email }, 'notify.email']),
])('`notify` with %j is refused before anything is written', async (notify, field) => {
  const deps = memoryDeps();
  Object.assign(deps.receivers, { problemOf: async () => 'cannot receive events: The URL must begin with https://.' });
  const { quote_id } = await quotedAs(deps, 'check');
  const refused = orderedAs(deps, 'check', requestFor('check', quote_id, 'none', { ...key, notify }));
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request', field });
  expect(deps.jobs.all()).toEqual([]);
  // No check number is used up.
  expect(await deps.checkCounters.get('checks_1')).toMatchObject({ lastNumber: 1_000 });
});

test('a service that sends no email refuses an email address', async () => {
  const deps = memoryDeps();
  const quiet = { ...deps, settings: { ...deps.settings, sendsEmail: false } };
  const { quote_id } = await quoted(quiet);
  const refused = ordered(quiet, orderFor(quote_id, {}, { notify: { email: webhookAndEmail.email } }));
  const message = 'notify.email cannot be used: this service sends no email. Leave it out.';
  await expect(refused).rejects.toMatchObject({ message });
});

/** Everything that a client, an assistant and an operator see of a job, and everything that is logged. */
async function everythingShown(deps: MemoryDeps): Promise<string> {
  const seen: unknown[] = [];
  const record = (...args: readonly unknown[]): void => void seen.push(args);
  Object.assign(deps.log, { info: record, alarm: record });
  const { quote_id } = await quoted(deps);
  const { body } = await ordered(deps, orderFor(quote_id, {}, { ...key, notify: webhookAndEmail }));
  const request = { job_id: body.job_id };
  await paid(deps, body.job_id as string);
  await deps.clock.advance(600_000);
  seen.push(body, (await ask(getJob, deps, request, caller)).body, (await ask(getReceipt, deps, request, caller)).body);
  seen.push((await ask(getJobEvents, deps, request, caller)).body);
  seen.push(await operate(deps, { command: 'show', ...request }, deps.clock.now() + 60_000));
  const context = { requestId: 'request', caller, deps, products: productNames, deadline: deps.clock.now() + 60_000 };
  for (const tool of tools.filter(({ name }) => /^get_job|^cancel/.test(name)))
    seen.push(await callTool(tool, request, context));
  return JSON.stringify(seen);
}

test.each([
  ['accepts all events', { outcome: 'delivered', code: 'http_200' }],
  ['refuses all events', { outcome: 'refused', code: 'http_400' }],
] as const)('no response and no log line repeats `notify` if the receiver %s', async (_, response) => {
  const deps = memoryDeps();
  setReceiverResponse(deps, response);
  const seen = await everythingShown(deps);
  expect(seen).toContain('notified by webhook');
  for (const hidden of ['s3cret', '/hooks', secret, secret.slice(6, 26), 'Hopper@', webhookAndEmail.email])
    expect(seen).not.toContain(hidden);
});
