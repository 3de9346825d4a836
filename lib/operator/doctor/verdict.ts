/** The result of a check as one line: grade, finding and cure. */
import { isSuccess, isTemporary, meanings } from '../../../shared/adapters/http/answers.ts';
import { asFields, type Fields } from '../../../shared/adapters/http/body.ts';
import type { Reply } from '../../../shared/adapters/http/partner-client.ts';
import type { PartnerConnection } from './partner-connection.ts';

export interface Verdict {
  readonly grade: 'ok' | 'warn' | 'FAIL';
  readonly says: string;
  readonly cure?: string;
  /** A secret that nobody shows again, printed on its own line for the operator to keep. */
  readonly keep?: string;
}

export const ok = (says: string): Verdict => ({ grade: 'ok', says });
export const warn = (says: string, cure: string): Verdict => ({ grade: 'warn', says, cure });
export const failure = (says: string, cure: string): Verdict => ({ grade: 'FAIL', says, cure });

export const linesOf = (name: string, { grade, says, cure, keep }: Verdict): string[] => [
  `${grade.padEnd(4)}  ${name}: ${says}${cure === undefined ? '' : ` — ${cure}`}`,
  ...(keep === undefined ? [] : [`      ${keep}`]),
];

/** Returns the body of an answer, or the verdict that says why there is none. */
export function answered(
  reply: Reply,
  connection: PartnerConnection,
): { readonly body: Fields } | { readonly wrong: Verdict } {
  if (reply.kind !== 'answered') {
    const { title, baseVariable } = connection;
    const settings = reply.code === 'TIMEOUT' ? '' : ` and ${baseVariable}`;
    const cure = `check the network${settings}, and ${title}’s status page`;
    return { wrong: failure(`${title} did not answer (${reply.code})`, cure) };
  }
  const { status } = reply;
  const body = asFields(reply.body);
  if (isSuccess(status) && body !== undefined) return { body };
  return { wrong: refusal(status, connection) };
}

function refusal(status: number, { title, credentials, baseVariable }: PartnerConnection): Verdict {
  const answers = `${title} answered ${status}`;
  const problem = meanings.get(status)?.problem;
  if (problem === 'key_refused')
    return failure(`${title} does not know ${credentials} (401)`, `copy it once more from ${title}’s dashboard`);
  if (problem === 'account_unpaid') return failure(answers, `see to the billing of the account at ${title}`);
  if (problem === 'not_allowed')
    return failure(
      `${title} knows ${credentials}, but does not allow it this (403)`,
      `give the key more rights, or the account what it lacks, in ${title}’s dashboard`,
    );
  if (isTemporary(status)) return warn(answers, 'nothing can be said now: run the doctor again later');
  return failure(answers, `check ${baseVariable}: this is not the answer of ${title}’s API`);
}
