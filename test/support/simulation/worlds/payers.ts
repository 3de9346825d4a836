/** Payers who change what stands on their page in another tab: before the payment, beside it, or after it. */
import { addressTokenOf, emailsTokenOf } from '../../../../shared/domain/ids.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import { chooseAddress } from '../../../../shared/pages/views/choose-address.ts';
import { chooseEmails } from '../../../../shared/pages/views/choose-emails.ts';
import type { Addresses } from '../../../../shared/partners/bank-accounts.ts';
import { isMail } from '../../../../shared/products/index.ts';
import type { Parties } from '../../../../shared/products/mail.ts';
import { type World, withoutMore } from './world.ts';

/** Each address has a correction, and a payer takes it in another tab: before the payment, beside it, or after it. */
export const chosenAddress: World = (made, rare) => {
  const addresses: Addresses = {
    asksNobody: true,
    verify: async (address) => ({
      status: 'corrected',
      what: ['addressLine2'],
      suggestion: { ...address, addressLine2: 'Unit 5' },
    }),
  };
  const secondLine = (order: unknown) => (order as Parties).to.addressLine2;
  return {
    ...withoutMore({ ...made, addresses }),
    process(deps) {
      const choose = async ({ id, payCode }: Job) => {
        await made.clock.sleep(rare() * 30_000);
        const get: typeof deps.jobs.get = async (wanted) => {
          const job = await deps.jobs.get(wanted);
          await made.clock.sleep(rare() * 6_000);
          return job;
        };
        const tab = { ...deps, jobs: { ...deps.jobs, get } };
        await chooseAddress(tab, payCode, { token: addressTokenOf(id), choice: 'suggested' });
      };
      const replace: typeof deps.jobs.replace = async (job) => {
        const result = await deps.jobs.replace(job);
        if (job.state === 'awaiting_payment' && rare() < 0.5) void choose(job).catch(() => {});
        return result;
      };
      return { ...deps, jobs: { ...deps.jobs, replace } };
    },
    broken(job) {
      if (!isMail(job)) return [];
      const takenAt = job.addressCheck?.takenAt;
      const promises = {
        'the address that the page shows is printed': made.orders
          .all()
          .every(({ jobId, order }) => jobId !== job.id || secondLine(order) === secondLine(job.order)),
        'an address that was paid for does not change':
          (takenAt ?? 0) <= (job.firstSeenAt.paid ?? Number.MAX_SAFE_INTEGER),
        'a corrected address is the taken one': (takenAt !== undefined) === (secondLine(job.order) === 'Unit 5'),
      };
      return Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));
    },
  };
};

/** A payer presses Pay with the tick and without it, in several tabs: before the payment, beside it, or after it. */
export const tickedEmails: World = (made, rare) => {
  const lastTick = new Map<string, boolean>();
  const addressed = new Map<string, boolean>();
  const replace: typeof made.jobs.replace = async (job) => {
    const result = await made.jobs.replace(job);
    const { id, payment, notify } = job;
    if (result === 'saved' && payment === undefined) lastTick.set(id, notify?.payer !== undefined);
    if (result === 'saved' && payment !== undefined && !addressed.has(id))
      addressed.set(id, notify?.payer?.address !== undefined);
    return result;
  };
  return {
    ...withoutMore({ ...made, jobs: { ...made.jobs, replace } }),
    process(deps) {
      const press = async ({ id, payCode }: Job) => {
        await made.clock.sleep(rare() * 30_000);
        const get: typeof deps.jobs.get = async (wanted) => {
          const job = await deps.jobs.get(wanted);
          await made.clock.sleep(rare() * 6_000);
          return job;
        };
        const tab = { ...deps, jobs: { ...deps.jobs, get } };
        const form = { token: emailsTokenOf(id), step: 'pay', emails: rare() < 0.6 ? 'yes' : 'no' };
        await chooseEmails(tab, payCode, form, 'fr');
      };
      const pressing: typeof deps.jobs.replace = async (job) => {
        const result = await deps.jobs.replace(job);
        if (job.state === 'awaiting_payment' && rare() < 0.5) void press(job).catch(() => {});
        return result;
      };
      return { ...deps, jobs: { ...deps.jobs, replace: pressing } };
    },
    broken({ id, payment }) {
      const isTicked = payment !== undefined && (lastTick.get(id) ?? false);
      const isWritten = made.outboxes.all().some(({ jobId, channel }) => jobId === id && channel === 'email');
      const promises = {
        'the payer’s address is written with the payment, if the last press was with the tick':
          (addressed.get(id) ?? false) === isTicked,
        'without the tick no e-mail is due': isTicked || !isWritten,
      };
      return Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));
    },
  };
};
