/** The recipients of each email, and when emails stop, with the whole service in memory. */
import { outboxIdOf } from '../../shared/domain/ids.ts';
import type { Mailer } from '../../shared/notify/deps.ts';
import { outboxIdIn, silence, silencedBy, stopUrlOf, unsilence } from '../../shared/notify/silence.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { caller, ordered, orderedAs, orderFor, paid, quoted, quotedAs, requestFor } from '../support/fakes/orders.ts';

const reader = 'ada@example.com';

async function placed(deps: MemoryDeps, notify: object = { email: reader }, to: object = {}): Promise<string> {
  const { quote_id } = await quoted(deps);
  return (await ordered(deps, orderFor(quote_id, to, { notify }))).body.job_id as string;
}

/** The subjects of the emails, without the part that names the order. */
const subjects = ({ emails }: MemoryDeps) => emails.all().map(({ subject }) => subject.split(':')[0]);
const outboxOf = (deps: MemoryDeps, jobId: string) => deps.outboxes.get(outboxIdOf('email', jobId));
/** The state and the response codes of each email about a job. */
const outcomes = async (deps: MemoryDeps, jobId: string) =>
  (await outboxOf(deps, jobId))?.deliveries.map(({ state, attempts }) => [state, attempts.map(({ code }) => code)]);

/** A mailer that returns these results one after the other, and then repeats the last one. */
function mailer(...results: Awaited<ReturnType<Mailer['send']>>[]): Mailer & { readonly sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    send: async ({ subject }) => {
      sent.push(subject);
      return results[Math.min(sent.length, results.length) - 1] ?? 'sent';
    },
  };
}

test('a letter that is paid for and mailed sends two emails, each once', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps, { email: reader }, { addressLine1: '1 TEST MAILED ST' });
  await deps.clock.advance(60_000);
  expect(deps.emails.all()).toEqual([]);
  await paid(deps, jobId);
  await deps.clock.advance(10 * 60_000);
  expect(subjects(deps)).toEqual(['Payment received', 'In the mail']);
  for (const email of deps.emails.all()) expect(email).toMatchObject({ to: reader, jobId, isTest: true });
});

test('an unpaid order sends no email, even when it is canceled', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await ask(cancelJob, deps, { job_id: jobId }, caller);
  await deps.clock.advance(60_000);
  expect([deps.emails.all(), await outboxOf(deps, jobId)]).toEqual([[], undefined]);
});

test('an order that is paid, canceled and refunded at once sends one email about all of it', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await paid(deps, jobId);
  await ask(cancelJob, deps, { job_id: jobId }, caller);
  await deps.clock.advance(10 * 60_000);
  expect(subjects(deps)).toEqual(['Refund issued']);
  expect(deps.emails.all().at(-1)?.text).toContain('This order was canceled. We won’t send it.');
  expect(deps.emails.all().at(-1)?.text).toContain('Your payment was refunded');
});

/** Places and pays an order. `change` edits its `notify` before the payment. */
async function paidWith(deps: MemoryDeps, change: (notify: object) => object): Promise<void> {
  const jobId = await placed(deps);
  const job = await deps.jobs.get(jobId);
  if (job === undefined) throw new Error('no job');
  await deps.jobs.replace({ ...job, notify: change(job.notify ?? {}) });
  await paid(deps, jobId);
  await deps.clock.advance(6_000);
}

test.each([
  ['one, if client and payer have the same address in a different case', true, 'ADA@example.com', ['Payment ']],
  ['one each in their own language, if client and payer differ', true, 'payer@example.com', ['Payment ', 'Paiement']],
  ['one in French, if only a French payer is notified', false, 'payer@example.com', ['Paiement']],
])('emails about a payment: %s', async (_, hasClient, address, expected) => {
  const deps = memoryDeps();
  const payer = { language: 'fr', address } as const;
  await paidWith(deps, (notify) => ({ ...(hasClient ? notify : {}), payer }));
  const emails = deps.emails.all().map(({ subject }) => subject.slice(0, 8));
  expect(emails.toSorted()).toEqual(expected.toSorted());
  for (const { text } of deps.emails.all().filter(({ to }) => to === 'payer@example.com'))
    expect(text).toContain('parce que vous l’avez demandé en payant');
});

test('emails about an order paid with test money say so, even if the service is not in test mode', async () => {
  const deps = memoryDeps();
  Object.assign(deps, { settings: { ...deps.settings, isTest: false } });
  await paid(deps, await placed(deps));
  await deps.clock.advance(6_000);
  expect(deps.emails.all().map(({ isTest, text }) => [isTest, text.startsWith('Test mode: ')])).toEqual([[true, true]]);
});

test('an email that bounces at once is counted, and its address gets no more', async () => {
  const deps = Object.assign(memoryDeps(), { mailer: mailer('bounced') });
  const jobId = await placed(deps);
  await paid(deps, jobId);
  await deps.clock.advance(6_000);
  expect(await outcomes(deps, jobId)).toEqual([['given_up', ['bounced']]]);
  expect(await silencedBy(deps, reader)).toBe('bounced');
  expect(deps.measured.filter(([name]) => name === 'emailAddressesSilenced')).toHaveLength(1);
});

test('only a refused email is given up: its address is not silenced, and the next email is sent', async () => {
  const deps = Object.assign(memoryDeps(), { mailer: mailer('refused', 'sent') });
  const jobId = await placed(deps);
  await paid(deps, jobId);
  await deps.clock.advance(6_000);
  await ask(cancelJob, deps, { job_id: jobId }, caller);
  await deps.clock.advance(70_000);
  expect(await outcomes(deps, jobId)).toEqual([
    ['given_up', ['refused']],
    ['delivered', ['accepted']],
  ]);
  expect(await silencedBy(deps, reader)).toBeUndefined();
  expect(deps.measured.filter(([name]) => name === 'emailAddressesSilenced')).toEqual([]);
});

test('if the mailer is down, the email is tried again on schedule and sent once', async () => {
  const recovering = mailer('unavailable', 'sent');
  const deps = Object.assign(memoryDeps(), { mailer: recovering });
  const jobId = await placed(deps);
  await paid(deps, jobId);
  await deps.clock.advance(15_000);
  expect(recovering.sent).toHaveLength(2);
  expect(await outcomes(deps, jobId)).toEqual([['delivered', ['unavailable', 'accepted']]]);
  expect(deps.measured.filter(([name]) => name === 'emailsFailed').map(([, value]) => value)).toEqual([1, 0]);
});

test('a reader can resume stopped emails, but not after a bounce or a complaint', async () => {
  const deps = memoryDeps();
  await silence(deps, reader, 'asked');
  await unsilence(deps, reader);
  expect(await silencedBy(deps, reader)).toBeUndefined();
  await silence(deps, reader, 'asked');
  expect(await silencedBy(deps, reader)).toBe('asked');
  for (const why of ['bounced', 'complained'] as const) {
    await silence(deps, reader, why);
    await unsilence(deps, reader);
    expect(await silencedBy(deps, reader)).toBe(why);
  }
  await silence(deps, reader, 'asked');
  expect(await silencedBy(deps, reader)).toBe('complained');
});

test('a stop link identifies its outbox, and cannot be derived from the job’s id', () => {
  const deps = memoryDeps();
  const outboxId = outboxIdOf('email', `job_${'0'.repeat(26)}`);
  const url = stopUrlOf(deps, { baseUrl: caller.baseUrl }, outboxId);
  const token = url.slice(url.lastIndexOf('/') + 1);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8787\/v1\/emails\/stop\/[0-9a-z]+$/);
  expect(token).toHaveLength(58);
  expect(outboxIdIn(deps, token)).toBe(outboxId);
  const name = outboxId.slice('emails_'.length);
  for (const forged of ['', name, `${name}${'0'.repeat(32)}`, token.slice(0, -1), `${token}0`, `x${token.slice(1)}`])
    expect(outboxIdIn(deps, forged)).toBeUndefined();
});

test.each([
  ['a phone number to call', { name: 'PayPal Fraud Desk call 1-888-555-0199 now' }],
  ['a link in full-width characters', { name: 'evil．com win', city: 'evil。com' }],
  ['sentences in the state and ZIP code', { provinceOrState: 'Call 18885550199', postalOrZip: '18885550199 call' }],
])('an email contains no text from the order, such as %s', async (_, to) => {
  const deps = memoryDeps();
  const jobId = await placed(deps, { email: reader }, to);
  await paid(deps, jobId);
  await deps.clock.advance(6_000);
  const [email] = deps.emails.all();
  expect(email?.subject).toMatch(/^Payment received: Your letter \((?:IL 62701|IL|62701|…)\)$/);
  for (const words of Object.values(to)) expect(`${email?.text}${email?.html}`).not.toContain(words);
});

test('an email about a fax shows only the last digits of its number', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quotedAs(deps, 'fax');
  const { body } = await orderedAs(deps, 'fax', { ...requestFor('fax', quote_id, 'none'), notify: { email: reader } });
  const jobId = body.job_id as string;
  await paid(deps, jobId);
  await deps.clock.advance(6_000);
  expect(deps.emails.all()[0]?.subject).toBe('Payment received: Your fax (… 0199)');
});
