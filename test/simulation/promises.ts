/** What must hold of every job when the faults have stopped, and of every state on the way there. */
import { isSettled, publicStatus, stages } from '../../shared/core/job.ts';
import { type Job, totalCents } from '../../shared/core/product.ts';
import type { MemoryWorld } from '../fakes/world.ts';

/** The broken promises, in words; empty when all are kept. */
export function brokenPromises(world: MemoryWorld, job: Job): string[] {
  const sessions = world.sessions.all().filter(({ request }) => request.jobId === job.id);
  const letters = world.letters.all().filter(({ jobId }) => jobId.startsWith(job.id));
  const living = letters.filter(({ cancelledAt }) => cancelledAt === undefined);
  const captured = sessions.some(({ status }) => status === 'paid');
  const refunded = sessions.some(({ refundedAt }) => refundedAt !== undefined);
  const parked = job.state === 'parked';
  const alarmed = world.alarms.some(({ message, fields }) => message === 'parked' && fields.jobId === job.id);
  const promises: Readonly<Record<string, boolean>> = {
    'one checkout session a job': sessions.length <= 1,
    'never more captured than approved': sessions.every(({ payment }) => payment.amountCents === totalCents(job.price)),
    'at most one letter a job, ever': letters.length <= 1,
    'no letter before payment': captured || letters.length === 0,
    'never mailed and refunded': !(refunded && living.length > 0),
    'refunded only what was captured': captured || !refunded,
    'a paid job is with the partner, refunded, or parked with an alarm':
      !captured || (living.length === 1 && job.state === 'fulfilled') || refunded || (parked && alarmed),
    'nothing is left under way': isSettled(job) && job.state !== 'recalling' && job.refund !== 'pending',
    'the view says what is true of the letter': (job.state === 'fulfilled') === (living.length === 1) || parked,
    'the view says what is true of the refund': (job.refund === 'issued') === refunded,
    'the letter is printed from the approved bytes': letters.every(
      ({ documentSha256 }) => documentSha256 === job.document?.sha256,
    ),
  };
  return Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));
}

const order = { awaiting_payment: 0, paid: 1, fulfilled: 2, cancelled: 3, failed: 3 } as const;

/** What a status has said is never taken back. */
export function takenBack(before: Job, after: Job): string[] {
  const [from, to] = [publicStatus[before.state], publicStatus[after.state]];
  const stageOf = ({ partner }: Job) => (partner === undefined ? -1 : stages.indexOf(partner.stage));
  const rules: Readonly<Record<string, boolean>> = {
    [`${from} became ${to}`]: order[to] < order[from] || (order[from] === 3 && from !== to),
    'the partner went backwards': stageOf(after) < stageOf(before),
    'a payment was forgotten': before.payment !== undefined && after.payment?.id !== before.payment.id,
    'a refund was taken back': before.refund === 'issued' && after.refund !== 'issued',
    'the partner id changed': before.partner !== undefined && after.partner?.id !== before.partner.id,
  };
  return Object.entries(rules).flatMap(([rule, broken]) => (broken ? [rule] : []));
}
