/** The one table of HTTP statuses and their meaning in a partner's answer: for orders, alarms and the doctor. */
import type { AccountProblem } from '../partner.ts';
import { accountProblem } from './account-problem.ts';

export interface Meaning {
  /** The outcome of a new order. Never `rejected`: a wrong key of ours must not refund every paid order. */
  readonly order: 'unavailable' | 'unknown';
  /** Continues the sentence after the partner's name; never the partner's own words. */
  readonly says: string;
  /** One word for the alarm, if only the operator can fix it. */
  readonly problem?: 'key_refused' | 'account_unpaid' | 'not_allowed' | 'not_found';
  /** It is a problem for new orders only: any other call may ask for an object that does not exist. */
  readonly ofOrdersOnly?: true;
}

/** Partners add their own. Any other status says nothing by itself: the partner may have made the order before it. */
export const statusMeanings: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [401, { order: 'unavailable', says: 'does not know our key', problem: 'key_refused' }],
  [402, { order: 'unavailable', says: 'wants our account to be paid', problem: 'account_unpaid' }],
  [403, { order: 'unavailable', says: 'does not allow our account to do this', problem: 'not_allowed' }],
  // A new order gets this if the key, the address or a setting belongs to another account or service.
  [
    404,
    { order: 'unavailable', says: 'knows no such thing at this address', problem: 'not_found', ofOrdersOnly: true },
  ],
  [408, { order: 'unknown', says: 'got the request too slowly' }],
  [409, { order: 'unknown', says: 'is still at work on an earlier call' }],
  [425, { order: 'unknown', says: 'does not want the request yet' }],
  [429, { order: 'unavailable', says: 'wants fewer calls' }],
  [503, { order: 'unavailable', says: 'is out of service' }],
]);

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The partner may give another answer later. */
export const isTemporary = (status: number): boolean => status === 429 || status >= 500;

export function accountProblemIn(name: string, status: number): AccountProblem | undefined {
  const { problem, says, ofOrdersOnly } = statusMeanings.get(status) ?? {};
  return problem && says && !ofOrdersOnly ? accountProblem(name, problem, says) : undefined;
}
