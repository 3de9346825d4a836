/** What became of a new order, as far as the status of the answer tells, or the call that got none. */
import type { AccountProblem, SubmitOutcome } from '../../ports.ts';
import { accountProblem } from './account-problem.ts';
import { type Meaning, meanings } from './answers.ts';
import type { Answered, Reply } from './partner-client.ts';

export type OrderOutcome = SubmitOutcome & {
  /** The one that the client did not raise, because it is the order's alone. */
  readonly problem?: AccountProblem | undefined;
};

/** `own`: what this kind of partner means by a status. An answer comes back where only its body can tell. */
export function outcomeByStatus(
  name: string,
  reply: Reply,
  own: ReadonlyMap<number, Meaning> = new Map(),
): Answered | OrderOutcome {
  if (reply.kind !== 'answered') {
    const kind = reply.kind === 'unreached' ? 'unavailable' : 'unknown';
    return { kind, reason: `${name} did not answer (${reply.code})` };
  }
  const meaning = own.get(reply.status) ?? meanings.get(reply.status);
  if (meaning === undefined) return reply;
  const { order, says, problem, ofOrdersOnly } = meaning;
  return {
    kind: order,
    reason: `${name} ${says} (${reply.status})`,
    problem: problem && ofOrdersOnly && accountProblem(name, problem, says),
  };
}
