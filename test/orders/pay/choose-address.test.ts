/** The payer's choice of an address: when the payer can choose, and that the chosen address is printed. */
import type { Contact } from '../../../shared/domain/address.ts';
import type { AddressCheck } from '../../../shared/domain/addresses/likely-correction.ts';
import { formTokenOf } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { ProductName } from '../../../shared/domain/names.ts';
import { cancelJob } from '../../../shared/orders/cancel/cancel-job.ts';
import { addressChoiceOf } from '../../../shared/orders/pay/address-choice.ts';
import { getReceipt } from '../../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { answerQuestion } from '../../../shared/pages/views/answer-order.ts';
import { showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import type { LetterOrder } from '../../../shared/products/letter/letter.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import {
  caller,
  jobOf,
  orderedAs,
  orderFor,
  paid,
  payingEvent,
  placedAs,
  quoted,
  received,
} from '../../support/fakes/orders.ts';

const letterOf = async (deps: MemoryDeps, jobId: string) => (await jobOf(deps, jobId)) as Job<LetterOrder>;

/** A check of this address that suggests these changes. */
const corrected = (to: Contact, changes: Partial<Contact> = { postalOrZip: '62701-1234' }): AddressCheck => ({
  status: 'corrected',
  what: Object.keys(changes) as ['postalOrZip'],
  suggestion: { ...to, ...changes },
});

/** An unpaid job whose address was checked with this result. */
async function jobWithCheck(
  deps: MemoryDeps,
  check: (to: Contact) => AddressCheck = corrected,
  product: ProductName = 'letter',
): Promise<Job<LetterOrder>> {
  const job = await letterOf(deps, await placedAs(deps, product));
  await deps.jobs.replace({ ...job, addressCheck: check(job.order.to) });
  return letterOf(deps, job.id);
}

const choose = (deps: MemoryDeps, { id, payCode }: Job, choice = 'suggested') =>
  answerQuestion(deps, payCode, { token: formTokenOf('address', id), choice });

const undeliverable = (): AddressCheck => ({ status: 'undeliverable', what: ['unit_missing'] });

test.each(['letter', 'check'] as const)(
  'the suggested address of a %s can be taken once, which changes only the recipient',
  async (product) => {
    const deps = memoryDeps();
    const before = await jobWithCheck(deps, corrected, product);
    expect(addressChoiceOf(before)).toMatchObject({ kind: 'corrected', mayTake: true });
    const page = await choose(deps, before);
    expect(page).toBe(`/v1/pay/${before.payCode}`);
    const after = await letterOf(deps, before.id);
    const to = { ...before.order.to, postalOrZip: '62701-1234' };
    expect(after).toEqual({
      ...before,
      version: after.version,
      order: { ...before.order, to },
      addressCheck: { ...before.addressCheck, takenAt: deps.clock.now() },
    });
    await deps.clock.advance(1_000);
    for (const choice of ['suggested', 'ordered']) await choose(deps, after, choice);
    expect(await letterOf(deps, before.id)).toEqual(after);
    await paid(deps, before.id);
    expect(deps.orders.all()).toMatchObject([{ order: { to } }]);
    const { body: receipt } = await ask(getReceipt, deps, { job_id: before.id }, caller);
    expect(receipt).toMatchObject({ to });
  },
);

test('the page shows the address that was chosen, without warnings about the former address', async () => {
  const deps = memoryDeps();
  const job = await jobWithCheck(deps);
  const recipientWarning = { code: 'postal_code_odd', at: 'letter.to', country: 'US', input: '1' } as const;
  const senderWarning = { ...recipientWarning, at: 'letter.from' } as const;
  await deps.jobs.replace({ ...job, warnings: [recipientWarning, senderWarning] });
  expect((await showPayPage(deps, job.payCode)).warnings).toEqual([recipientWarning, senderWarning]);
  await choose(deps, job);
  const view = await showPayPage(deps, job.payCode);
  expect(view.warnings).toEqual([senderWarning]);
  expect(view.addressChoice).toMatchObject({ kind: 'taken' });
  expect(view.stamps?.to.join()).toContain('62701-1234');
  expect(JSON.stringify(view)).not.toContain(job.id);
});

test('an undeliverable address can be confirmed once, and then the page no longer asks', async () => {
  const deps = memoryDeps();
  const job = await jobWithCheck(deps, undeliverable);
  expect(addressChoiceOf(job)).toMatchObject({ kind: 'doubtful' });
  await choose(deps, job, 'ordered');
  const after = await letterOf(deps, job.id);
  expect(after).toEqual({
    ...job,
    version: after.version,
    addressCheck: { ...job.addressCheck, acceptedAt: deps.clock.now() },
  });
  expect(addressChoiceOf(after)).toMatchObject({ kind: 'confirmed' });
  await deps.clock.advance(1_000);
  await choose(deps, job, 'ordered');
  expect(await letterOf(deps, job.id)).toEqual(after);
});

const expectNoChange = async (deps: MemoryDeps, job: Job, choice?: string) => {
  const before = await letterOf(deps, job.id);
  const page = await choose(deps, job, choice);
  expect(await letterOf(deps, job.id)).toEqual(before);
  return page;
};

test('an address chosen after the payment, or after the order was canceled, changes nothing', async () => {
  const deps = memoryDeps();
  const [job, other] = [await jobWithCheck(deps), await jobWithCheck(deps)];
  await paid(deps, job.id);
  for (const choice of ['suggested', 'ordered']) await expectNoChange(deps, job, choice);
  expect(addressChoiceOf(await letterOf(deps, job.id))).toBeUndefined();
  await ask(cancelJob, deps, { job_id: other.id }, caller);
  await expectNoChange(deps, other);
});

test('an address chosen after a payment whose event has not arrived changes nothing, and leads to the paid page', async () => {
  const deps = memoryDeps();
  const job = await jobWithCheck(deps);
  const event = await payingEvent(deps, job.id);
  expect(await expectNoChange(deps, job)).toBe(`/v1/pay/${job.payCode}/paid`);
  await received(deps, event);
  expect(deps.orders.all()).toMatchObject([{ order: { to: job.order.to } }]);
});

test('an address chosen while a bank payment is in progress changes nothing', async () => {
  const deps = memoryDeps();
  const job = await jobWithCheck(deps);
  const status = async () => ({ status: 'open', isProcessing: true }) as const;
  Object.assign(deps, { payments: paymentsBut(deps, { status }) });
  expect(await expectNoChange(deps, job)).toBe(`/v1/pay/${job.payCode}/paid`);
  await deps.jobs.replace({ ...job, isPaymentProcessing: true });
  await expectNoChange(deps, job);
});

test('an unknown choice, or a choice for a job whose address needs none, changes nothing', async () => {
  const deps = memoryDeps();
  await expectNoChange(deps, await jobWithCheck(deps), 'other');
  await expectNoChange(deps, await letterOf(deps, await placedAs(deps, 'letter')));
  await expectNoChange(deps, await letterOf(deps, await placedAs(deps, 'fax')));
  await expectNoChange(deps, await jobWithCheck(deps, () => ({ status: 'verified' })));
  await expectNoChange(deps, await jobWithCheck(deps, undeliverable), 'suggested');
  const confirmed = await jobWithCheck(deps, () => ({ status: 'undeliverable', what: ['not_found'], acceptedAt: 1 }));
  expect(addressChoiceOf(confirmed)).toMatchObject({ kind: 'confirmed' });
  await expectNoChange(deps, confirmed, 'ordered');
});

test.each([
  ['in the same province', { provinceOrState: 'ON' }, { city: 'Ottawa' }, true],
  ['in the province of the postal code, if none was named', { provinceOrState: undefined }, {}, true],
  ['in another province', { provinceOrState: 'QC' }, {}, false],
  ['in another province with the same tax', { provinceOrState: 'AB' }, { provinceOrState: 'SK' }, false],
])(
  'a suggestion for a Canadian address %s can be taken only if the tax is certain',
  async (_, address, changes, mayTake) => {
    const deps = memoryDeps();
    const { quote_id } = await quoted(deps, { country: 'CA' });
    const canadian = { city: 'Toronto', postalOrZip: 'K1A 0B1', countryCode: 'CA', ...address };
    const { body } = await orderedAs(deps, 'letter', orderFor(quote_id, canadian));
    const job = await letterOf(deps, String(body.job_id));
    const check = corrected(job.order.to, { provinceOrState: 'ON', ...changes });
    await deps.jobs.replace({ ...job, addressCheck: check });
    expect(addressChoiceOf(await letterOf(deps, job.id))).toMatchObject({ mayTake });
    if (mayTake) {
      await choose(deps, job);
      expect(await letterOf(deps, job.id)).toMatchObject({
        price: job.price,
        addressCheck: { takenAt: expect.any(Number) },
      });
    } else await expectNoChange(deps, job);
  },
);

test('an address chosen at the same time as the payment is not printed', async () => {
  const deps = memoryDeps();
  const job = await jobWithCheck(deps);
  const event = await payingEvent(deps, job.id);
  // The provider's response is older than the payment.
  const status = async () => ({ status: 'open' }) as const;
  const slow = { ...deps, payments: paymentsBut(deps, { status }) };
  const replace: typeof deps.jobs.replace = async (next) => {
    if (next.addressCheck?.takenAt !== undefined && next.state === 'awaiting_payment') await received(deps, event);
    return deps.jobs.replace(next);
  };
  await choose({ ...slow, jobs: { ...deps.jobs, replace } }, job);
  const after = await letterOf(deps, job.id);
  expect(after.addressCheck?.takenAt).toBeUndefined();
  expect(deps.orders.all()).toMatchObject([{ order: { to: after.order.to } }]);
});

test('while the payment provider does not respond, the choice of an address is refused', async () => {
  const deps = memoryDeps();
  const job = await jobWithCheck(deps);
  Object.assign(deps, { payments: paymentsBut(deps, { status: () => Promise.reject(new Error('503')) }) });
  await expect(choose(deps, job)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await letterOf(deps, job.id)).toEqual(job);
});

test.each([
  ['without a token', undefined],
  ['with the token of another order', formTokenOf('address', `job_${'1'.repeat(26)}`)],
])('a forged choice of an address %s is refused', async (_, token) => {
  const deps = memoryDeps();
  const job = await jobWithCheck(deps);
  await expect(answerQuestion(deps, job.payCode, { token, choice: 'suggested' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect(await letterOf(deps, job.id)).toEqual(job);
});
