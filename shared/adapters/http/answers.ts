/** The one table of what a partner's answer means by its status alone: for orders, for alarms and for the doctor. */
import type { AccountProblem } from '../../ports.ts';
import { accountProblem } from './account-problem.ts';

export interface Meaning {
  /** What becomes of a new order. A key of ours that is wrong must not refund every paid order. */
  readonly order: 'unavailable' | 'unknown';
  /** Goes on after the partner's name; never the partner's own words. */
  readonly says: string;
  /** One word for the alarm, where only the operator can mend it. */
  readonly problem?: 'key_refused' | 'account_unpaid' | 'not_allowed' | 'not_found';
  /** The problem is one for new orders only: any other call may ask for a thing that is not there. */
  readonly ofOrdersOnly?: true;
}

/** Partners add their own; any other status tells nothing by itself, and may have come after the order was made. */
export const meanings: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [401, { order: 'unavailable', says: 'does not know our key', problem: 'key_refused' }],
  [402, { order: 'unavailable', says: 'wants our account to be paid', problem: 'account_unpaid' }],
  [403, { order: 'unavailable', says: 'does not allow our account to do this', problem: 'not_allowed' }],
  // A new order gets this where the key, the address or a setting belongs to another account or service.
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

/** The partner may answer otherwise in a while. */
export const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** The problem that a status tells of whatever was asked for. */
export function accountProblemIn(name: string, status: number): AccountProblem | undefined {
  const { problem, says, ofOrdersOnly } = meanings.get(status) ?? {};
  return problem && says && !ofOrdersOnly ? accountProblem(name, problem, says) : undefined;
}
