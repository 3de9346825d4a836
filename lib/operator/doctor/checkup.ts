/** One round of the doctor: what is configured, what was asked, and what time it was at the partners. */
import type { Call, Reply } from '../../../shared/adapters/http/partner-client.ts';
import type { Environment } from '../../../shared/partners/descriptor.ts';
import { askPartner, type PartnerLine } from './partner-line.ts';
import { lineTo, type Name } from './partner-lines.ts';

export interface Checkup {
  readonly environment: Environment;
  /** Whether webhooks that are missing may be registered. */
  readonly fix: boolean;
  /** Throws where the partner is not configured: its checks do not apply then. */
  line(partner: Name): PartnerLine;
  /** An answer to a GET is kept: the same thing is not read twice. */
  ask(partner: Name, call: Call): Promise<Reply>;
  /** How far our clock is ahead of the clock of each partner that tells the time. */
  readonly aheadMs: ReadonlyMap<Name, number>;
}

export interface CheckupOptions {
  readonly environment: Environment;
  readonly fix: boolean;
  /** Our clock, in Unix ms. */
  readonly now: () => number;
}

export function newCheckup({ environment, fix, now }: CheckupOptions): Checkup {
  const read = new Map<string, Promise<Reply>>();
  const aheadMs = new Map<Name, number>();
  const line = (partner: Name): PartnerLine => {
    const found = lineTo(partner, environment);
    if (found === undefined) throw new Error(`${partner} is not configured`);
    return found;
  };

  async function make(partner: Name, call: Call): Promise<Reply> {
    const sentAt = now();
    const reply = await askPartner(line(partner), call);
    const theirs = reply.kind === 'answered' ? Date.parse(reply.date ?? '') : Number.NaN;
    // The header has whole seconds, cut off: on average, half a second is missing.
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

  return { environment, fix, line, ask, aheadMs };
}
