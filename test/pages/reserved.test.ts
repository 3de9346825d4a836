/** Reserved money is told as such by every surface, in both languages: page, e-mail, receipt, question, tool. */

import { dayOf } from '../../shared/core/job/waiting.ts';
import { formatStatus } from '../../shared/doors/mcp/status-message.ts';
import { cancelPage } from '../../shared/pages/cancel.ts';
import { payPage } from '../../shared/pages/pay.ts';
import { receiptPage } from '../../shared/pages/receipt.ts';
import { askToCancel } from '../../shared/usecases/cancel/cancel-from-page.ts';
import { cancelJob } from '../../shared/usecases/cancel/cancel-job.ts';
import { getJob } from '../../shared/usecases/jobs/get-job.ts';
import { showPayPage } from '../../shared/usecases/pay/show-pay-page.ts';
import { showReceipt } from '../../shared/usecases/receipts/show-receipt.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import {
  caller,
  jobOf,
  orderedAs,
  paid,
  placedFor,
  quotedAs,
  reconcileFor,
  requestFor,
} from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';
import { words } from '../support/pages/reading.ts';
import { plainReader as english } from '../support/pages/views.ts';

const french = readerFor({ acceptLanguage: 'fr-CA', operator: {}, isTest: false });
const day = 86_400_000;

function reserving(): MemoryDeps {
  const deps = memoryDeps();
  return Object.assign(deps, { settings: { ...deps.settings, capture: 'at_hand_over' } });
}

async function placed(deps: MemoryDeps, product: 'letter' | 'fax' = 'letter', mood: 'none' | 'busy' = 'none') {
  const { quote_id } = await quotedAs(deps, product);
  const fields = { notify: { email: 'ada@example.com' } };
  return (await orderedAs(deps, product, requestFor(product, quote_id, mood, fields))).body.job_id as string;
}

/** Each surface says this of the order now. */
async function told(deps: MemoryDeps, jobId: string) {
  const job = await jobOf(deps, jobId);
  const pay = await showPayPage(deps, job.payCode);
  const receipt = await showReceipt(deps, job, 'https://mail.example.com/v1');
  const view = (await ask(getJob, deps, { job_id: jobId }, caller)).body;
  return {
    page: words(payPage(pay, english)),
    french: words(payPage(pay, french)),
    receipt: words(receiptPage(receipt, english)),
    receiptFrench: words(receiptPage(receipt, french)),
    signed: receipt.receipt,
    view,
    tool: formatStatus(view),
  };
}

test('before the payment the page says when the money is charged: printed, arrived, or at once for a far day', async () => {
  const deps = reserving();
  const letter = await told(deps, await placed(deps));
  expect(letter.page).toContain('are reserved. They are charged when the order is printed, and not before.');
  expect(letter.french).toContain('Elle est débitée à l’impression de la commande, et pas avant.');
  expect(letter.view).toMatchObject({
    payment_status: 'pending',
    timeline: expect.arrayContaining([{ step: 'reserved', at: null }]),
  });
  const fax = await told(deps, await placed(deps, 'fax'));
  expect(fax.page).toContain('They are charged when the fax has arrived, and not before.');
  expect(fax.french).toContain('Elle est débitée lorsque la télécopie est arrivée, et pas avant.');
  const far = await told(deps, await placedFor(deps, 'letter', dayOf(deps.clock.now() + 20 * day)));
  expect(far.page).toContain('Its day is farther ahead than a payment can be reserved for.');
  expect(far.view).not.toHaveProperty('capture', expect.anything());
  const usual = memoryDeps();
  expect((await told(usual, await placed(usual))).page).not.toContain('reserved');
});

test('a reserved letter is reserved everywhere, and paid everywhere once it is printed', async () => {
  const deps = reserving();
  const jobId = await placed(deps);
  await paid(deps, jobId);
  const before = await told(deps, jobId);
  expect(before.page).toContain('Your payment has not been charged: that happens when the order is printed.');
  expect(before.page).toContain('Payment reserved');
  expect(before.french).toContain('Votre paiement n’a pas été débité : il le sera à l’impression de la commande.');
  expect(before.view).toMatchObject({ capture: 'reserved', payment_status: 'paid' });
  expect(before.tool).toContain('Its payment is reserved and is charged when it is printed');
  expect(before.signed).toMatchObject({
    capture: 'reserved',
    statement: expect.stringContaining('has not been taken'),
  });
  expect(before.signed.times).not.toHaveProperty('paid_at');
  expect(before.receipt).not.toContain('Total paid');
  expect(before.receiptFrench).toContain('n’a pas été prélevé');
  const { payCode } = await jobOf(deps, jobId);
  const question = words(cancelPage(await askToCancel(deps, payCode), english));
  expect(question).toContain('are released: nothing is charged.');
  expect(question).not.toContain('refund');
  await reconcileFor(deps, 60);
  const after = await told(deps, jobId);
  expect(after.page).not.toContain('has not been charged');
  expect(after.view).toMatchObject({ capture: 'taken' });
  expect(after.signed).toMatchObject({ capture: 'taken', times: { paid_at: expect.any(Number) } });
  expect(after.receipt).toContain('Total paid');
  expect(deps.emails.all().map(({ subject }) => subject.split(':')[0])).toContain('Payment reserved');
});

test('what does not go through was not charged, everywhere, and no refund is spoken of', async () => {
  const deps = reserving();
  const jobId = await placed(deps, 'fax', 'busy');
  await paid(deps, jobId);
  await reconcileFor(deps, 90);
  const { page, french: inFrench, view, tool, signed, receipt } = await told(deps, jobId);
  expect(page).toContain('The receiving line was busy.');
  expect(page).toContain('You were not charged: the reserved amount was released.');
  expect(inFrench).toContain('Vous n’avez pas été débité : le montant réservé a été libéré.');
  expect(view).toMatchObject({ refund: 'issued', refund_kind: 'released', capture: 'released' });
  expect(tool).toContain('Nothing was charged: what was reserved has been released.');
  expect(signed).toMatchObject({ capture: 'released' });
  expect(receipt).toContain('The reserved payment was released: nothing was charged.');
  expect(receipt).not.toContain('Refunded');
  const [last] = deps.emails.all().slice(-1);
  expect(JSON.stringify(last)).toContain('You were not charged');
});

test('a cancellation says that nothing was charged; an order that lost its money says so, too', async () => {
  const deps = reserving();
  const jobId = await placed(deps);
  await paid(deps, jobId);
  const { body } = await ask(cancelJob, deps, { job_id: jobId }, caller);
  expect(body).toMatchObject({ cancelled: true, refund: 'issued', refund_kind: 'released' });
  expect((await told(deps, jobId)).page).toContain('You were not charged');
  const other = await placed(deps);
  await paid(deps, other);
  await reconcileFor(deps, 60);
  const job = await jobOf(deps, other);
  if (job.reserve !== undefined) await deps.jobs.replace({ ...job, reserve: { ...job.reserve, state: 'lost' } });
  const lost = await told(deps, other);
  expect(lost.page).toContain('You were not charged: the reservation of your payment had ended.');
  expect(lost.view).toMatchObject({ capture: 'lost', payment_status: 'failed' });
  expect(lost.tool).toContain('It was not charged');
  expect(lost.signed.statement).toContain('has not been taken');
});
