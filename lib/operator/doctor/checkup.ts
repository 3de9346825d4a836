/** One run of the doctor: the configuration, the answers so far, and the partners' clocks. */

import type { EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import type { FetchSeams } from '../../../shared/partners/http/guarded-fetch.ts';
import type { Call, Reply } from '../../../shared/partners/http/partner-client.ts';
import { askPartner, type DoctorConnection } from './partner-connection.ts';
import { connectionTo, type Name } from './partner-connections.ts';
import type { DoctorFinding } from './verdict.ts';

export interface Checkup {
  readonly environment: EnvironmentVariables;
  /** Throws if the partner is not configured; its checks do not apply then. */
  connection(partner: Name): DoctorConnection;
  /** Keeps answers to GET, so that nothing is read twice. */
  ask(partner: Name, call: Call): Promise<Reply>;
  /** Milliseconds that our clock is ahead of each partner's clock, for partners that send a date. */
  readonly aheadMs: ReadonlyMap<Name, number>;
  /** The parts of the way to linked pages that a test replaces. */
  readonly seams?: Partial<FetchSeams> | undefined;
}

export interface Check {
  readonly name: string;
  /** The partner that is checked; undefined if the check concerns all of them. */
  readonly partner?: Name;
  applies(environment: EnvironmentVariables): boolean;
  run(checkup: Checkup): DoctorFinding | Promise<DoctorFinding>;
}

export interface CheckupOptions {
  readonly environment: EnvironmentVariables;
  /** Our clock, in Unix ms. */
  readonly now: () => number;
  readonly seams?: Partial<FetchSeams>;
}

export function newCheckup({ environment, now, seams }: CheckupOptions): Checkup {
  const read = new Map<string, Promise<Reply>>();
  const aheadMs = new Map<Name, number>();
  const connection = (partner: Name): DoctorConnection => {
    const found = connectionTo(partner, environment);
    if (found === undefined) throw new Error(`${partner} is not configured`);
    return found;
  };

  async function make(partner: Name, call: Call): Promise<Reply> {
    const sentAt = now();
    const reply = await askPartner(connection(partner), call);
    const theirs = reply.kind === 'answered' ? Date.parse(reply.date ?? '') : Number.NaN;
    // The header cuts off fractions of a second, so on average half a second is missing.
    if (!Number.isNaN(theirs)) aheadMs.set(partner, (sentAt + now()) / 2 - (theirs + 500));
    return reply;
  }

  function ask(partner: Name, call: Call): Promise<Reply> {
    if (call.method !== 'GET') return make(partner, call);
    const name = `${partner} ${call.path}`;
    const answer = read.get(name) ?? make(partner, call);
    read.set(name, answer);
    return answer;
  }

  return { environment, connection, ask, aheadMs, seams };
}
