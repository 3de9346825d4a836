/** Agents that pay in the service in memory: they ask, answer the challenge with a token, and ask again. */
import { mppRail } from '../../../shared/adapters/payments/mpp.ts';
import { Refusal } from '../../../shared/core/refusal.ts';
import type { Deps } from '../../../shared/ports/deps.ts';
import { payJob } from '../../../shared/usecases/pay/pay-job.ts';
import { ask } from '../../../shared/usecases/use-case.ts';
import { type MemoryDeps, memoryDeps } from './deps.ts';
import { caller } from './orders.ts';

export const testRail = mppRail({ secret: 's'.repeat(32), networkId: 'profile_test' });

/** The service with agents switched on. */
export const payingDeps = (deps: MemoryDeps = memoryDeps()): MemoryDeps => Object.assign(deps, { rail: testRail });

export const asksToPay = (deps: Deps, jobId: string, credential?: unknown) =>
  ask(payJob, deps, { job_id: jobId }, { ...caller, credential });

/** The refusal that a request for payment meets. */
export async function refusalTo(asking: Promise<unknown>): Promise<Refusal> {
  const refused = await asking.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refused instanceof Refusal) return refused;
  throw refused ?? new Error('it was served');
}

/** The challenge of a job as the header gives it back. */
export async function challengeFor(deps: Deps, jobId: string): Promise<Readonly<Record<string, string>>> {
  const { demand } = await refusalTo(asksToPay(deps, jobId));
  return challengeIn(demand?.headers['www-authenticate']);
}

export const challengeIn = (header = ''): Readonly<Record<string, string>> =>
  Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

export const credentialWith = (challenge: object, token: string) => ({ challenge, payload: { spt: token } });

export const paysWith = async (deps: Deps, jobId: string, token: string) =>
  asksToPay(deps, jobId, credentialWith(await challengeFor(deps, jobId), token));
