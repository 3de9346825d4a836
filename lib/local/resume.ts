/** Takes up at a start what the process before has left: claims, calls that may be landing, lost payments. */
import { depsFor } from '../../shared/config/app.ts';
import { heldOutboxes, releaseOutboxes } from '../../shared/notify/release-outboxes.ts';
import { askOpenCheckouts } from '../../shared/orders/pay/checkout.ts';
import { findLanded, type HeldClaims, heldClaims, releaseClaims } from '../../shared/orders/submit/release-claims.ts';
import { reportToStderr } from './functions.ts';
import { type TriggerClock, wallClock } from './triggers/clock.ts';

const deps = () => depsFor({ function: 'start' });

export interface LeftBehind {
  readonly claims: HeldClaims;
  readonly outboxes: Awaited<ReturnType<typeof heldOutboxes>>;
}

/** Only for the holder of the folder's lock, before it serves anybody. Reads the table alone: not all settings are set yet. */
export async function leftBehind(): Promise<LeftBehind> {
  const claims = await heldClaims(deps());
  return { claims, outboxes: await heldOutboxes(deps(), claims.at) };
}

/** All that was held is due when this resolves. `done` resolves when nothing is left to be looked for, and never rejects. */
export async function resume(
  { claims, outboxes }: LeftBehind,
  signal: AbortSignal,
): Promise<{ readonly done: Promise<unknown> }> {
  const landing = await releaseClaims(deps(), claims);
  await releaseOutboxes(deps(), outboxes);
  const report = (error: unknown) => reportToStderr('start', error);
  const look = async (
    landing: HeldClaims['jobs'],
    signal: AbortSignal,
    clock: TriggerClock = wallClock,
  ): Promise<void> => {
    let waiting = landing;
    while (waiting.length > 0 && !signal.aborted) {
      waiting = await findLanded(deps(), waiting);
      if (waiting.length > 0) await clock.wait(10_000, signal);
    }
  };
  return { done: Promise.all([look(landing, signal).catch(report), askOpenCheckouts(deps()).catch(report)]) };
}
