/** One round of the doctor: what is configured, what was asked, and what time it was at the partners. */
import { type Answer, type Call, callPartner, type PartnerLine } from './partner-line.ts';
import { type Environment, lineTo, type PartnerName } from './partner-lines.ts';

export interface Round {
  readonly environment: Environment;
  /** Whether webhooks that are missing may be registered. */
  readonly fix: boolean;
  /** Throws where the partner is not configured: its checks do not apply then. */
  line(partner: PartnerName): PartnerLine;
  /** What was read once is not read again. */
  ask(partner: PartnerName, call: Call): Promise<Answer>;
  /** How far our clock is before each partner's that tells the time. */
  readonly aheadMs: ReadonlyMap<PartnerName, number>;
}

export interface RoundOptions {
  readonly environment: Environment;
  readonly fix: boolean;
  /** Our clock, in Unix ms. */
  readonly now: () => number;
}

export function newRound({ environment, fix, now }: RoundOptions): Round {
  const read = new Map<string, Promise<Answer>>();
  const aheadMs = new Map<PartnerName, number>();
  const line = (partner: PartnerName): PartnerLine => {
    const found = lineTo(partner, environment);
    if (found === undefined) throw new Error(`${partner} is not configured`);
    return found;
  };

  async function make(partner: PartnerName, call: Call): Promise<Answer> {
    const answer = await callPartner(line(partner), call, now);
    if (answer.kind === 'answered' && answer.aheadMs !== undefined) aheadMs.set(partner, answer.aheadMs);
    return answer;
  }

  function ask(partner: PartnerName, call: Call): Promise<Answer> {
    if (call.method !== 'GET') return make(partner, call);
    const name = `${partner} ${call.path}`;
    const answer = read.get(name) ?? make(partner, call);
    read.set(name, answer);
    return answer;
  }

  return { environment, fix, line, ask, aheadMs };
}
