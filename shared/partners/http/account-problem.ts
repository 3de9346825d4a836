/** A partner refuses this service, not one order: the order stays open, and an alarm calls the operator. */

import type { Log } from '../../domain/log.ts';
import type { AccountProblem } from '../partner.ts';

/** `name`: the partner that refuses. `says` continues the sentence after that name; never the partner's own words. */
export const accountProblem = (name: string, code: string, says: string): AccountProblem => ({
  code,
  reason: `${name} ${says}: npm run doctor tells what is wrong`,
});

export const alarmAccountProblem = (log: Pick<Log, 'alarm'>, problem: AccountProblem, jobId?: string): void =>
  log.alarm('a partner refuses this service', { jobId, ...problem });
