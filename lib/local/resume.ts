/** Takes up at a start what the process before has left: claims, calls that may be landing, lost payments. */
import { depsFor } from '../../shared/config/app.ts';
import { heldOutboxes, releaseOutboxes } from '../../shared/notify/release-outboxes.ts';
import { askOpenCheckouts } from '../../shared/orders/pay/checkout.ts';
import { findLanded, heldClaims, releaseClaims } from '../../shared/orders/submit/release-claims.ts';
import { reportToStderr } from './functions.ts';
import { wallClock } from './triggers/clock.ts';

/**
 * Only for the holder of the folder's lock, before it serves anybody: it reads the table alone, as not all settings are set
 * yet. The result resolves when all that was held is due. Its `done` resolves when no call may still be landing, and never
 * rejects.
 */
export async function findLeftBehind() {
  const deps = () => depsFor({ function: 'start' });
  const claims = await heldClaims(deps());
  const outboxes = await heldOutboxes(deps(), claims.at);
  return async (signal: AbortSignal): Promise<{ readonly done: Promise<unknown> }> => {
    const landing = await releaseClaims(deps(), claims);
    await releaseOutboxes(deps(), outboxes);
    const report = (error: unknown) => reportToStderr('start', error);
    const look = async () => {
      let waiting = landing;
      while (waiting.length > 0 && !signal.aborted) {
        waiting = await findLanded(deps(), waiting);
        if (waiting.length > 0) await wallClock.wait(10_000, signal);
      }
    };
    return { done: Promise.all([look().catch(report), askOpenCheckouts(deps()).catch(report)]) };
  };
}
