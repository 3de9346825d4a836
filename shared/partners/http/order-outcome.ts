/** The outcome of a new order, if the answer's status or a missing answer decides it. */
import type { Assumed } from '../assumed.ts';
import type { AccountProblem, SubmitOutcome } from '../partner.ts';
import { type Answered, accountProblem, type Meaning, type Reply, statusMeanings } from './partner-client.ts';

export type OrderOutcome = SubmitOutcome & {
  /** Not raised by the client, because it is a problem for new orders only. */
  readonly problem?: AccountProblem | undefined;
};

/** `own`: statuses with another meaning for this kind of partner. Returns the answer if only its body can decide. */
export function outcomeByStatus(
  { title: name, assumed }: { readonly title: string; readonly assumed: Assumed },
  reply: Reply,
  own: ReadonlyMap<number, Meaning> = new Map(),
): Answered | OrderOutcome {
  if (reply.kind !== 'answered') {
    const kind = reply.kind === 'unreached' ? 'not_taken' : 'unknown';
    return { kind, reason: `${name} did not answer (${reply.code})` };
  }
  const meaning = own.get(reply.status) ?? statusMeanings.get(reply.status);
  if (meaning === undefined) return reply;
  const { order, says, problem, ofOrdersOnly } = meaning;
  return {
    kind: assumed.madeNothing.value.includes(reply.status) ? 'not_taken' : order,
    reason: `${name} ${says} (${reply.status})`,
    problem: problem && ofOrdersOnly && accountProblem(name, problem, says),
  };
}
