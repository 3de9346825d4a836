/** The facts of a random life: mostly the usual way, with detours that a job may really take. */

import type { Job } from '../../../../shared/domain/job/job.ts';
import type { Fact, FactKind } from '../../../../shared/domain/job/lifecycle.ts';
import { type Stage, scanCodes, stages } from '../../../../shared/domain/job/progress.ts';
import { transitions } from '../../../../shared/domain/job/transitions.ts';
import { sample } from '../../lives.ts';
import { oneOf, type Random } from '../chance.ts';

const progress = (stage: Stage, more: object = {}): Fact => ({ kind: 'progressed', progress: { stage, ...more } });

/** The usual way, in its order. */
const way: readonly Fact[] = [
  sample.paid,
  sample.claimed,
  sample.accepted,
  progress('in_progress'),
  progress('dispatched'),
  progress('completed', { delivered: true }),
  progress('completed', { returned: true }),
];

/** A provider that issues a refund and takes it back, again and again. */
const undecided: readonly Fact[] = [sample.refunded, sample.refund_failed];

export type NextFact = (job: Job) => Fact;

/** `isOrphan`: its payment page never opens, because its creation has died. */
export function lifeOf(random: Random, isOrphan: boolean): NextFact {
  let steps = 0;
  const isUndecided = random() < 0.05;
  const detours = random() * 0.5;
  return (job) => {
    if (isOrphan) return oneOf([sample.checkout_expired, sample.cancelled], random);
    if (job.checkout === undefined && job.state === 'awaiting_payment') return sample.checkout_opened;
    if (isUndecided && job.payment !== undefined) return undecided[job.refund === 'issued' ? 1 : 0] ?? sample.refunded;
    if (random() >= detours) {
      const next = way[steps % way.length] ?? sample.paid;
      steps += 1;
      return next;
    }
    const kind = oneOf(Object.keys(transitions[job.state]) as FactKind[], random);
    const fact = sample[kind];
    if (fact.kind !== 'progressed' && fact.kind !== 'partner_refused') return fact;
    return { ...fact, progress: { stage: oneOf(stages, random), ...evidence(random) } };
  };
}

const evidence = (random: Random) => ({
  ...(random() < 0.2 && { delivered: true }),
  ...(random() < 0.1 && { returned: true }),
  ...(random() < 0.3 && { scans: [{ code: oneOf(scanCodes, random), at: Math.floor(random() * 9) }] }),
});
