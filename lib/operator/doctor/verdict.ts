/** The result of a check as one line: grade, finding and cure. */
import {
  asFields,
  type Fields,
  isSuccess,
  isTemporary,
  type Reply,
  statusMeanings,
} from '../../../shared/partners/http/partner-client.ts';
import type { DoctorConnection } from './partner-connection.ts';

export interface DoctorFinding {
  readonly grade: 'ok' | 'warn' | 'FAIL';
  readonly says: string;
  readonly cure?: string;
}

export const ok = (says: string): DoctorFinding => ({ grade: 'ok', says });
export const warn = (says: string, cure: string): DoctorFinding => ({ grade: 'warn', says, cure });
export const failedFinding = (says: string, cure: string): DoctorFinding => ({ grade: 'FAIL', says, cure });

export const findingLine = (name: string, { grade, says, cure }: DoctorFinding): string =>
  `${grade.padEnd(4)}  ${name}: ${says}${cure === undefined ? '' : ` — ${cure}`}`;

export function answeredFinding(
  reply: Reply,
  connection: DoctorConnection,
): { readonly body: Fields } | { readonly wrong: DoctorFinding } {
  if (reply.kind !== 'answered') {
    const { title, baseVariable } = connection;
    const settings = reply.code === 'TIMEOUT' ? '' : ` and ${baseVariable}`;
    const cure = `check the network${settings}, and ${title}’s status page`;
    return { wrong: failedFinding(`${title} did not answer (${reply.code})`, cure) };
  }
  const { status } = reply;
  const body = asFields(reply.body);
  if (isSuccess(status) && body !== undefined) return { body };
  return { wrong: refusal(status, connection) };
}

function refusal(status: number, { title, credential, baseVariable }: DoctorConnection): DoctorFinding {
  const answers = `${title} answered ${status}`;
  const problem = statusMeanings.get(status)?.problem;
  if (problem === 'key_refused')
    return failedFinding(`${title} does not know ${credential} (401)`, `copy it once more from ${title}’s dashboard`);
  if (problem === 'account_unpaid') return failedFinding(answers, `see to the billing of the account at ${title}`);
  if (problem === 'not_allowed')
    return failedFinding(
      `${title} knows ${credential}, but does not allow it this (403)`,
      `give the key more rights, or the account what it lacks, in ${title}’s dashboard`,
    );
  if (isTemporary(status)) return warn(answers, 'nothing can be said now: run the doctor again later');
  return failedFinding(answers, `check ${baseVariable}: this is not the answer of ${title}’s API`);
}
