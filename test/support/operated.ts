/** Jobs that operators work on, and the operators' commands. */
import type { Partner } from '../../shared/partners/partner.ts';
import { operate } from '../../shared/web/operator/operate.ts';
import { type MemoryDeps, memoryDeps } from './fakes/deps.ts';
import { jobOf, paidOnly, reconcileFor } from './fakes/orders.ts';

export const hour = 3_600_000;
export const minute = 60_000;

export const command = (deps: MemoryDeps, name: string, fields: object = {}) =>
  operate(deps, { command: name, ...fields }, deps.clock.now() + hour);

/** The response to a refused command. */
export const refused = (says: string | RegExp) => ({ ok: false, says: expect.stringMatching(says) });

export const stateOf = async (deps: MemoryDeps, jobId: string) => {
  const job = await deps.jobs.get(jobId);
  return { state: job?.state, refund: job?.refund };
};

/** Dependencies whose queue delivers nothing until `go` is called. */
export function withStoppedQueue() {
  let isDelivering = false;
  const deps = memoryDeps({ deliver: () => isDelivering });
  return { deps, go: () => (isDelivering = true) };
}

export const changeLetterPartner = (deps: MemoryDeps, change: Partial<Partner>) =>
  Object.assign(deps, { partners: { ...deps.partners, letter: { ...deps.partners.letter, ...change } } });

/** A job in review after 13 hours without a response to submissions and lookups. `hasOrder`: its order was made. */
export async function jobInReview(deps: MemoryDeps, hasOrder: boolean): Promise<string> {
  const { submit } = deps.partners.letter;
  changeLetterPartner(deps, {
    submit: async (request) => {
      if (hasOrder) await submit(request);
      return { kind: 'unknown', reason: 'no response' };
    },
    find: async () => ({ kind: 'unknown' }),
  });
  const jobId = await paidOnly(deps);
  await reconcileFor(deps, 13 * 60);
  expect(await stateOf(deps, jobId)).toMatchObject({ state: 'needs_review' });
  return jobId;
}

/** A paid letter that a worker has claimed and may be submitting. */
export async function claimedJob(deps: MemoryDeps): Promise<string> {
  const jobId = await paidOnly(deps);
  const job = await jobOf(deps, jobId);
  const firstSeenAt = { ...job.firstSeenAt, claimed: deps.clock.now() };
  await deps.jobs.replace({ ...job, state: 'submitting', routedTo: 'simulated', firstSeenAt });
  return jobId;
}

/** Restores the partner's methods after `jobInReview`. */
export const restorePartner = (deps: MemoryDeps, { find, submit }: Partner) =>
  changeLetterPartner(deps, { find, submit });
