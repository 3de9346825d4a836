/**
 * What only the operator can mend: a partner or the payment provider refuses this service itself, not one order. What
 * was asked for stays open and is asked for again like everything else that could not be had, and somebody is called.
 */

export interface OurFault {
  /** One word for the log. */
  readonly code: string;
  /** Goes on after the partner's name; never the partner's own words. */
  readonly says: string;
}

/** Answers that mean the same whatever was asked for. */
const refusals: ReadonlyMap<number, OurFault> = new Map([
  [401, { code: 'key_refused', says: 'does not know our key' }],
  [402, { code: 'account_unpaid', says: 'wants our account to be paid' }],
  [403, { code: 'not_allowed', says: 'does not allow our account to do this' }],
]);

export const ourFaultIn = (status: number): OurFault | undefined => refusals.get(status);

interface Alarm {
  alarm(message: string, fields: { readonly jobId?: string; readonly code: string; readonly reason: string }): void;
}

/** `name`: who refuses. */
export function callOperator(log: Alarm, name: string, { code, says }: OurFault, jobId?: string): void {
  const reason = `${name} ${says}: npm run doctor tells what is wrong`;
  log.alarm('a partner refuses this service', { ...(jobId && { jobId }), code, reason });
}
