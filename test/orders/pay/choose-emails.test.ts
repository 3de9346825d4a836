/** The payer's checkbox for emails: when it applies, and that without it the payer's address is stored nowhere. */
import { formTokenOf } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { Notify } from '../../../shared/domain/job/notify.ts';
import { chooseEmails } from '../../../shared/pages/views/answer-order.ts';
import { showPaidPage, showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import { testPayer } from '../../../shared/partners/mock/mock.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { cancel } from '../../support/fakes/given.ts';
import { jobOf, paid, payingEvent, placedAs, received, reconcileFor } from '../../support/fakes/orders.ts';

/** An unpaid letter. `traces`: everything that is stored or logged, as JSON. */
async function placed(notify?: Notify) {
  const deps = memoryDeps();
  const logged: unknown[] = [];
  Object.assign(deps.log, { info: (...line: unknown[]) => void logged.push(line) });
  const job = await jobOf(deps, await placedAs(deps, 'letter'));
  if (notify !== undefined) await deps.jobs.replace({ ...job, notify });
  const traces = () => {
    const { jobs, outboxes, emails, sessions, sharedAnswers } = deps;
    return JSON.stringify([jobs.all(), outboxes.all(), emails.all(), sessions.all(), sharedAnswers.all(), logged]);
  };
  return { deps, job: await jobOf(deps, job.id), traces };
}

const sendForm = (
  deps: MemoryDeps,
  { id, payCode }: Job,
  form: Parameters<typeof chooseEmails>[2],
  language: 'en' | 'fr' = 'fr',
) => chooseEmails(deps, payCode, { token: formTokenOf('emails', id), ...form }, language);
const pressPay = (deps: MemoryDeps, job: Job, isChecked: boolean) =>
  sendForm(deps, job, { step: 'pay', emails: isChecked ? 'yes' : undefined });

const paymentReports = {
  'the event': async (deps: MemoryDeps, job: Job) => void (await paid(deps, job.id)),
  'the visit after paying': async (deps: MemoryDeps, job: Job) => {
    await payingEvent(deps, job.id);
    await showPaidPage(deps, job.payCode);
  },
  'a later check': async (deps: MemoryDeps, job: Job) => {
    await payingEvent(deps, job.id);
    await reconcileFor(deps, 60);
  },
  'a cancellation that comes too late': async (deps: MemoryDeps, job: Job) => {
    await payingEvent(deps, job.id);
    await cancel(deps, job.id);
  },
};

describe.each(Object.entries(paymentReports))('if a payment is found by %s', (_, pay) => {
  test('with the box checked, the payer’s address and the page’s language are stored with the payment', async () => {
    const { deps, job } = await placed();
    const writes: Job[] = [];
    const { replace } = deps.jobs;
    const recordingReplace: typeof replace = (next) => {
      writes.push(next);
      return replace(next);
    };
    Object.assign(deps.jobs, { replace: recordingReplace });
    expect(await pressPay(deps, job, true)).toBe(job.checkout?.url);
    await pay(deps, job);
    await deps.clock.advance(1_000);
    const first = writes.find(({ payment }) => payment !== undefined);
    expect(first?.notify?.payer).toEqual({ language: 'fr', address: testPayer });
    expect(first?.events?.pending).toMatchObject([{ type: 'letter.paid' }]);
    const to = deps.outboxes
      .all()
      .filter(({ channel }) => channel === 'email')
      .map((outbox) => outbox.to);
    expect(to).toEqual([testPayer]);
  });

  test('without the box checked, the payer’s address is neither stored nor logged', async () => {
    const { deps, job, traces } = await placed();
    await pressPay(deps, job, false);
    await pay(deps, job);
    expect((await jobOf(deps, job.id)).payment).toBeDefined();
    expect(traces()).not.toContain(testPayer);
  });
});

test('unchecking the box removes the payer, and the caller’s `notify` is unchanged', async () => {
  const notify: Notify = { email: { address: 'grace@example.com', language: 'en' } };
  const { deps, job, traces } = await placed(notify);
  await pressPay(deps, job, true);
  expect((await jobOf(deps, job.id)).notify).toEqual({ ...notify, payer: { language: 'fr' } });
  await pressPay(deps, job, false);
  expect((await jobOf(deps, job.id)).notify).toEqual(notify);
  await paid(deps, job.id);
  expect(traces()).not.toContain(testPayer);
  expect(deps.outboxes.all().map(({ to }) => to)).toEqual(['grace@example.com']);
});

test('a payer whose address the caller gave gets each email once', async () => {
  const { deps, job } = await placed({ email: { address: testPayer.toUpperCase(), language: 'en' } });
  await pressPay(deps, job, true);
  await paid(deps, job.id);
  expect(deps.outboxes.all()).toHaveLength(1);
  expect((await showPayPage(deps, job.payCode)).emails?.to).toEqual(['P…@EXAMPLE.COM']);
});

test('a payer of the wrong amount is listed for emails until the refund, and not after it', async () => {
  const { deps, job } = await placed();
  await pressPay(deps, job, true);
  const event = JSON.parse(JSON.stringify(await payingEvent(deps, job.id)));
  event.data.object.amount_total += 1;
  await received(deps, event);
  expect(await jobOf(deps, job.id)).toMatchObject({ state: 'failed', refund: 'pending' });
  expect((await showPayPage(deps, job.payCode)).emails?.to).toEqual(['p…@example.com']);
  await deps.clock.advance(3_600_000);
  expect((await showPayPage(deps, job.payCode)).emails).toBeUndefined();
});

test.each([
  ['a word', 'nobody'],
  ['two addresses', 'ada@example.com, grace@example.com'],
  ['an address with another header', 'ada@example.com\r\nBcc: grace@example.com'],
  ['a number', 7],
  ['null', null],
])('the payment is recorded, but no one is notified, if the payer’s address is %s', async (_, email) => {
  const { deps, job } = await placed();
  await pressPay(deps, job, true);
  const event = JSON.parse(JSON.stringify(await payingEvent(deps, job.id)));
  event.data.object.customer_details = { email };
  await received(deps, event);
  expect(await jobOf(deps, job.id)).toMatchObject({
    payment: { id: expect.any(String) },
    notify: { payer: { language: 'fr' } },
  });
  expect(deps.outboxes.all()).toEqual([]);
});

test('once the order is paid, the pay button leads to its page, and the checkbox changes nothing', async () => {
  const { deps, job } = await placed();
  await paid(deps, job.id);
  const before = await jobOf(deps, job.id);
  expect(await pressPay(deps, job, true)).toBe(`/v1/pay/${job.payCode}`);
  expect(await jobOf(deps, job.id)).toEqual(before);
});

test('if this service sends no email, the pay button leads to the payment without storing the choice', async () => {
  const { deps, job } = await placed();
  Object.assign(deps.settings, { sendsEmail: false });
  expect(await pressPay(deps, job, true)).toBe(job.checkout?.url);
  expect(await jobOf(deps, job.id)).toEqual(job);
  expect((await showPayPage(deps, job.payCode)).emails).toBeUndefined();
});

test('an unknown button leads back to the page', async () => {
  const { deps, job } = await placed();
  expect(await sendForm(deps, job, { step: 'other', emails: 'yes' })).toBe(`/v1/pay/${job.payCode}`);
  expect(await jobOf(deps, job.id)).toEqual(job);
});

test('a box that is checked at the same time as the payment comes too late, and the address is not stored', async () => {
  const { deps, job, traces } = await placed();
  const event = await payingEvent(deps, job.id);
  const replace: typeof deps.jobs.replace = async (next) => {
    if (next.notify?.payer !== undefined && next.payment === undefined) await received(deps, event);
    return deps.jobs.replace(next);
  };
  await pressPay({ ...deps, jobs: { ...deps.jobs, replace } }, job, true);
  expect((await jobOf(deps, job.id)).payment).toBeDefined();
  expect(traces()).not.toContain(testPayer);
});

const stop = (deps: MemoryDeps, job: Job) => sendForm(deps, job, { step: 'stop' });

test('the stop button stops emails to the payer and the caller, even after the payment, but not the webhooks', async () => {
  const webhook = { url: 'https://hook.example/' };
  const { deps, job } = await placed({ webhook, email: { address: 'grace@example.com', language: 'en' } });
  await pressPay(deps, job, true);
  await paid(deps, job.id);
  expect((await showPayPage(deps, job.payCode)).emails?.to).toEqual(['g…@example.com', 'p…@example.com']);
  expect(await stop(deps, job)).toBe(`/v1/pay/${job.payCode}?emails=stopped`);
  expect((await jobOf(deps, job.id)).notify).toEqual({ webhook });
  expect((await showPayPage(deps, job.payCode)).emails).toMatchObject({ isChecked: false, to: [] });
  const stopped = await jobOf(deps, job.id);
  await stop(deps, job);
  expect(await jobOf(deps, job.id)).toEqual(stopped);
});

test('the stop button also stops an email that is waiting to be sent', async () => {
  const { deps, job } = await placed({ email: { address: 'grace@example.com', language: 'en' } });
  const { mailer } = deps;
  Object.assign(deps, { mailer: { send: async () => 'unavailable' } });
  await paid(deps, job.id);
  await deps.clock.advance(6_000);
  expect(deps.outboxes.all()).toMatchObject([{ deliveries: [{ state: 'waiting', attempts: [{}] }] }]);
  await stop(deps, job);
  Object.assign(deps, { mailer });
  await deps.clock.advance(3_600_000);
  expect(deps.emails.all()).toEqual([]);
  expect(deps.outboxes.all()).toMatchObject([{ deliveries: [{ state: 'given_up' }] }]);
});

test.each([
  ['without a token', undefined],
  ['with the token of another order', formTokenOf('emails', `job_${'1'.repeat(26)}`)],
])('a forged form %s is refused for every button', async (_, token) => {
  const { deps, job } = await placed({ email: { address: 'grace@example.com', language: 'en' } });
  for (const step of ['pay', 'stop'])
    await expect(sendForm(deps, job, { token, step, emails: 'yes' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  expect(await jobOf(deps, job.id)).toEqual(job);
});
