/** The payer's choice of an address: who may choose, until when, and that the chosen address is the one that is printed. */

import type { Contact } from '../../../shared/domain/address.ts';
import type { AddressCheck } from '../../../shared/domain/addresses/likely-correction.ts';
import { formTokenOf } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { ProductName } from '../../../shared/domain/names.ts';
import { cancelJob } from '../../../shared/orders/cancel/cancel-job.ts';
import { addressChoiceOf } from '../../../shared/orders/pay/address-choice.ts';
import { getReceipt } from '../../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { chooseAddress } from '../../../shared/pages/views/answer-order.ts';
import { showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import type { LetterOrder } from '../../../shared/products/letter/letter.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import {
  caller,
  orderedAs,
  orderFor,
  paid,
  payingEvent,
  placedAs,
  quoted,
  received,
} from '../../support/fakes/orders.ts';

const jobOf = async (deps: MemoryDeps, jobId: string): Promise<Job<LetterOrder>> => {
  const job = await deps.jobs.get(jobId);
  if (job === undefined) throw new Error('it is gone');
  return job as Job<LetterOrder>;
};

const corrected = (to: Contact, change: Partial<Contact> = { postalOrZip: '62701-1234' }): AddressCheck => ({
  status: 'corrected',
  what: Object.keys(change) as ['postalOrZip'],
  suggestion: { ...to, ...change },
});

/** An unpaid job whose address was checked with this result. */
async function checked(
  deps: MemoryDeps,
  check: (to: Contact) => AddressCheck = corrected,
  product: ProductName = 'letter',
): Promise<Job<LetterOrder>> {
  const job = await jobOf(deps, await placedAs(deps, product));
  await deps.jobs.replace({ ...job, addressCheck: check(job.order.to) });
  return jobOf(deps, job.id);
}

const choose = (deps: MemoryDeps, { id, payCode }: Job, choice = 'suggested') =>
  chooseAddress(deps, payCode, { token: formTokenOf('address', id), choice });

const undeliverable = (): AddressCheck => ({ status: 'undeliverable', what: ['unit_missing'] });

test.each(['letter', 'check'] as const)(
  'a corrected address of a %s is taken once: only the recipient changes, and it is printed',
  async (product) => {
    const deps = memoryDeps();
    const before = await checked(deps, corrected, product);
    expect(addressChoiceOf(before)).toMatchObject({ kind: 'corrected', mayTake: true });
    const page = await choose(deps, before);
    expect(page).toBe(`/v1/pay/${before.payCode}`);
    const after = await jobOf(deps, before.id);
    const to = { ...before.order.to, postalOrZip: '62701-1234' };
    expect(after).toEqual({
      ...before,
      version: after.version,
      order: { ...before.order, to },
      addressCheck: { ...before.addressCheck, takenAt: deps.clock.now() },
    });
    await deps.clock.wind(1_000);
    for (const again of ['suggested', 'ordered']) await choose(deps, after, again);
    expect(await jobOf(deps, before.id)).toEqual(after);
    await paid(deps, before.id);
    expect(deps.orders.all()).toMatchObject([{ order: { to } }]);
    const { body: receipt } = await ask(getReceipt, deps, { job_id: before.id }, caller);
    expect(receipt).toMatchObject({ to });
  },
);

test('the page shows the taken address, without the doubts about the former one', async () => {
  const deps = memoryDeps();
  const job = await checked(deps);
  const odd = { code: 'postal_code_odd', at: 'letter.to', country: 'US', input: '1' } as const;
  const sender = { ...odd, at: 'letter.from' } as const;
  await deps.jobs.replace({ ...job, warnings: [odd, sender] });
  expect((await showPayPage(deps, job.payCode)).warnings).toEqual([odd, sender]);
  await choose(deps, job);
  const view = await showPayPage(deps, job.payCode);
  expect(view.warnings).toEqual([sender]);
  expect(view.addressChoice).toMatchObject({ kind: 'taken' });
  expect(view.stamps?.to.join()).toContain('62701-1234');
  expect(JSON.stringify(view)).not.toContain(job.id);
});

test('an undeliverable address is confirmed once, and the page asks no more', async () => {
  const deps = memoryDeps();
  const job = await checked(deps, undeliverable);
  expect(addressChoiceOf(job)).toMatchObject({ kind: 'doubtful' });
  await choose(deps, job, 'ordered');
  const after = await jobOf(deps, job.id);
  expect(after).toEqual({
    ...job,
    version: after.version,
    addressCheck: { ...job.addressCheck, acceptedAt: deps.clock.now() },
  });
  expect(addressChoiceOf(after)).toMatchObject({ kind: 'confirmed' });
  await deps.clock.wind(1_000);
  await choose(deps, job, 'ordered');
  expect(await jobOf(deps, job.id)).toEqual(after);
});

describe('a choice that comes too late, or that nobody offered, changes nothing', () => {
  const unchanged = async (deps: MemoryDeps, job: Job, choice?: string) => {
    const before = await jobOf(deps, job.id);
    const page = await choose(deps, job, choice);
    expect(await jobOf(deps, job.id)).toEqual(before);
    return page;
  };

  test('after the payment, however it stands', async () => {
    const deps = memoryDeps();
    const job = await checked(deps);
    await paid(deps, job.id);
    for (const choice of ['suggested', 'ordered']) await unchanged(deps, job, choice);
    expect(addressChoiceOf(await jobOf(deps, job.id))).toBeUndefined();
  });

  test('after a payment that only the provider knows of: the page says that it is being confirmed', async () => {
    const deps = memoryDeps();
    const job = await checked(deps);
    const event = await payingEvent(deps, job.id);
    expect(await unchanged(deps, job)).toBe(`/v1/pay/${job.payCode}/paid`);
    await received(deps, event);
    expect(deps.orders.all()).toMatchObject([{ order: { to: job.order.to } }]);
  });

  test('while the money is under way', async () => {
    const deps = memoryDeps();
    const job = await checked(deps);
    const status = async () => ({ status: 'open', isUnderWay: true }) as const;
    Object.assign(deps, { payments: paymentsBut(deps, { status }) });
    expect(await unchanged(deps, job)).toBe(`/v1/pay/${job.payCode}/paid`);
    await deps.jobs.replace({ ...job, isMoneyUnderWay: true });
    await unchanged(deps, job);
  });

  test('after it was cancelled, or has expired', async () => {
    const deps = memoryDeps();
    const job = await checked(deps);
    await ask(cancelJob, deps, { job_id: job.id }, caller);
    await unchanged(deps, job);
  });

  test('a word that is no choice, a job without a check, a verified address, a confirmed one', async () => {
    const deps = memoryDeps();
    await unchanged(deps, await checked(deps), 'other');
    await unchanged(deps, await jobOf(deps, await placedAs(deps, 'letter')));
    await unchanged(deps, await jobOf(deps, await placedAs(deps, 'fax')));
    await unchanged(deps, await checked(deps, () => ({ status: 'verified' })));
    await unchanged(deps, await checked(deps, undeliverable), 'suggested');
    const confirmed = await checked(deps, () => ({ status: 'undeliverable', what: ['not_found'], acceptedAt: 1 }));
    expect(addressChoiceOf(confirmed)).toMatchObject({ kind: 'confirmed' });
    await unchanged(deps, confirmed, 'ordered');
  });

  test.each([
    ['in the same province', { provinceOrState: 'ON' }, { city: 'Ottawa' }, true],
    ['whose province was not named, and is the one of the code', { provinceOrState: undefined }, {}, true],
    ['in another province', { provinceOrState: 'QC' }, {}, false],
    ['in another province of the same tax', { provinceOrState: 'AB' }, { provinceOrState: 'SK' }, false],
  ])('a Canadian address %s', async (_, given, change, mayTake) => {
    const deps = memoryDeps();
    const { quote_id } = await quoted(deps, { country: 'CA' });
    const canadian = { city: 'Toronto', postalOrZip: 'K1A 0B1', countryCode: 'CA', ...given };
    const { body } = await orderedAs(deps, 'letter', orderFor(quote_id, canadian));
    const job = await jobOf(deps, String(body.job_id));
    const check = corrected(job.order.to, { provinceOrState: 'ON', ...change });
    await deps.jobs.replace({ ...job, addressCheck: check });
    expect(addressChoiceOf(await jobOf(deps, job.id))).toMatchObject({ mayTake });
    if (mayTake) {
      await choose(deps, job);
      expect(await jobOf(deps, job.id)).toMatchObject({
        price: job.price,
        addressCheck: { takenAt: expect.any(Number) },
      });
    } else await unchanged(deps, job);
  });
});

test('the payment and a choice at the same moment: the page, the partner and the receipt agree', async () => {
  const deps = memoryDeps();
  const job = await checked(deps);
  const event = await payingEvent(deps, job.id);
  // The provider's answer is older than the payment.
  const status = async () => ({ status: 'open' }) as const;
  const slow = { ...deps, payments: paymentsBut(deps, { status }) };
  const replace: typeof deps.jobs.replace = async (next) => {
    if (next.addressCheck?.takenAt !== undefined && next.state === 'awaiting_payment') await received(deps, event);
    return deps.jobs.replace(next);
  };
  await choose({ ...slow, jobs: { ...deps.jobs, replace } }, job);
  const after = await jobOf(deps, job.id);
  expect(after.addressCheck?.takenAt).toBeUndefined();
  expect(deps.orders.all()).toMatchObject([{ order: { to: after.order.to } }]);
});

test('while the payment provider does not answer, nothing is chosen', async () => {
  const deps = memoryDeps();
  const job = await checked(deps);
  Object.assign(deps, { payments: paymentsBut(deps, { status: () => Promise.reject(new Error('503')) }) });
  await expect(choose(deps, job)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await jobOf(deps, job.id)).toEqual(job);
});

test.each([
  ['without a token', undefined],
  ['with the token of another order', formTokenOf('address', `job_${'1'.repeat(26)}`)],
])('a forged form %s is refused', async (_, token) => {
  const deps = memoryDeps();
  const job = await checked(deps);
  await expect(chooseAddress(deps, job.payCode, { token, choice: 'suggested' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect(await jobOf(deps, job.id)).toEqual(job);
});
