/** What a fax partner's answer to an order says where it is no acceptance: one table, whoever the partner is. */
import type { OurFault } from '../../../core/our-fault.ts';
import type { SubmitOutcome } from '../../../ports.ts';
import type { Reply } from './call.ts';

export type NotAccepted = Exclude<SubmitOutcome, { readonly kind: 'accepted' }> & {
  /** What the status alone does not tell to be our fault. */
  readonly ours?: OurFault;
};

const unavailable = (reason: string): NotAccepted => ({ kind: 'unavailable', reason });
const unknown = (reason: string): NotAccepted => ({ kind: 'unknown', reason });

const refused: NotAccepted = { kind: 'rejected', reason: 'The fax partner refused the fax; it was not sent.' };
const misconfigured: NotAccepted = {
  ...unavailable('the partner refused a setting of ours'),
  ours: { code: 'setting_refused', says: 'finds fault with a setting of ours' },
};
const notThere: NotAccepted = {
  ...unavailable('the partner does not know our connection or project (404)'),
  ours: { code: 'not_found', says: 'does not know our connection or project' },
};

/** What is not listed may have come after the fax was made. A wrong key of ours must not refund every paid fax. */
const answers: ReadonlyMap<number, NotAccepted> = new Map([
  [401, unavailable('the partner does not accept our key (401)')],
  [402, unavailable('our account with the partner is out of money (402)')],
  [403, unavailable('our account may not send this fax (403)')],
  [404, notThere],
  [429, unavailable('the partner has too many of our faxes at work (429)')],
  [503, unavailable('the partner is out of service (503)')],
]);

/** `blames` names the fields that the partner finds fault with; undefined where the body is no error of its own. */
export function notAccepted(
  reply: Reply,
  blames: (body: unknown) => readonly string[] | undefined,
  ours: ReadonlySet<string>,
): NotAccepted {
  if (reply.kind === 'lost') return unknown('no answer');
  if (reply.kind === 'unheard') return unavailable('the partner could not be reached');
  if (reply.status !== 400 && reply.status !== 422)
    return answers.get(reply.status) ?? unknown(`an answer that says nothing (${reply.status})`);
  const blamed = blames(reply.body);
  if (blamed === undefined) return unknown(`not the partner's own refusal (${reply.status})`);
  return blamed.length > 0 && blamed.every((field) => ours.has(field)) ? misconfigured : refused;
}
