/** A bank account is removed while checks are being ordered and paid. */

import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import { hasLeft } from '../../../../shared/domain/job/lifecycle.ts';
import { sweep } from '../../../../shared/orders/audit/audit-nights.ts';
import { removeBankAccount } from '../../../../shared/orders/bank-accounts/remove-bank-account.ts';
import { ask } from '../../../../shared/orders/use-case.ts';
import { account, type MemoryDeps } from '../../fakes/deps.ts';
import { caller } from '../../fakes/orders.ts';
import { insisting } from '../people.ts';
import { type World, withoutMore } from './world.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const removedAccounts: World = (made, rare) => {
  const { clock, partners, vault } = made;
  const refused = new Set<string>();
  let forgottenAt: number | undefined;
  let answeredAt: number | undefined;
  const memory: MemoryDeps = {
    ...made,
    vault: {
      ...vault,
      // The partner still lists it to the daily sweep.
      accountsOf: async () => ({
        accounts:
          forgottenAt === undefined ? [{ partnerId: account.partnerId, reference: account.id, createdAt: 0 }] : [],
      }),
      async forget(partnerId) {
        forgottenAt ??= clock.now();
        return vault.forget(partnerId);
      },
    },
    partners: {
      ...partners,
      check: {
        ...partners.check,
        // A check cannot be printed on numbers that are deleted.
        async submit(request) {
          const isNew = (await partners.check.find(request.reference, request.order)).kind === 'none';
          if (forgottenAt === undefined || !isNew) return partners.check.submit(request);
          refused.add(request.jobId);
          return { kind: 'rejected', reason: 'The bank account does not exist.' };
        },
      },
    },
  };
  const isTold = (job: Job): boolean => answeredAt !== undefined && job.state === 'awaiting_payment';
  const isNumberless = (job: Job): boolean =>
    refused.has(job.id) ||
    (forgottenAt !== undefined && job.state === 'fulfilled' && !hasLeft(job) && isForgottenEarly(job));
  const isForgottenEarly = ({ firstSeenAt }: Job): boolean =>
    forgottenAt !== undefined && forgottenAt > (firstSeenAt.paid ?? 0) && firstSeenAt.dispatched === undefined;
  return {
    ...withoutMore(memory),
    products: ['check'],
    mayRefuse: true,
    async meanwhile(process: () => ServiceDeps) {
      await clock.sleep(rare() * rare() * 60_000);
      const remove = () => ask(removeBankAccount, process(), { bank_account_id: account.id }, caller);
      if ((await insisting(made, remove, 40, minuteMs)) !== undefined) answeredAt = clock.now();
    },
    async muchLater() {
      await clock.wind(dayMs);
      await sweep(memory, clock.now() + minuteMs);
    },
    broken: (job) => {
      const promises = {
        'an unpaid check of a removed account is cancelled': !isTold(job),
        'a paid check keeps its numbers until it has left': !isNumberless(job),
      };
      return Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));
    },
  };
};
