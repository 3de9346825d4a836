/** Compares our clock with the partners'. Signatures are valid for 300 seconds, so a wrong clock refuses all events. */
import type { Checkup } from './checkup.ts';
import { type DoctorFinding, failedFinding, ok, warn } from './verdict.ts';

const seconds = 1_000;
const odd = 60 * seconds;
const wrong = 240 * seconds;

/** The median, because a single partner may be wrong or answer from a cache. */
const middle = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

export function clock({ aheadMs }: Checkup): DoctorFinding {
  const ahead = middle([...aheadMs.values()]);
  if (ahead === undefined)
    return warn('no partner has told the time', 'mend the lines above, then run the doctor again');
  const by = `this clock is ${Math.round(Math.abs(ahead) / seconds)} s ${ahead < 0 ? 'behind' : 'ahead of'} the partners’`;
  const cure = 'synchronize this machine by NTP; where the service runs elsewhere, look at its clock';
  if (Math.abs(ahead) > wrong) return failedFinding(`${by}: signed events are refused from 300 s on`, cure);
  return Math.abs(ahead) > odd ? warn(by, cure) : ok(by);
}
