/** Those who are told of a job's events: receivers and mailboxes with moods, which keep all that reaches them. */
import type { Posted } from '../../../../shared/notify/deps.ts';
import type { WoundClock } from '../../fakes/clock.ts';
import { oneOf, type Random } from '../chance.ts';

export interface Arrival {
  readonly to: string;
  /** Unix ms, by the true clock. */
  readonly at: number;
  readonly id: string;
  readonly body: string;
  /** The recipient has it now, whatever the sender hears of that. */
  readonly isAccepted: boolean;
  /** The recipient wants nothing before then, Unix ms. */
  readonly notBefore?: number | undefined;
  readonly isGone: boolean;
}

const taken: Posted = { outcome: 'delivered', code: 'http_200' };

interface Mood {
  /** Answers well all the time. */
  readonly isSound?: true;
  /** Never takes anything. */
  readonly isDead?: true;
  /** It takes events, although its answer does not say so. */
  readonly isDeceptive?: true;
  readonly takesMs: readonly [least: number, most: number];
  /** While it is ill; afterwards it takes everything. */
  readonly answer: (random: Random) => Posted;
}

const failing = (code: string): Posted => ({ outcome: 'unreachable', code });

const moods: Readonly<Record<string, Mood>> = {
  sound: { isSound: true, takesMs: [0, 300], answer: () => taken },
  slow: { isSound: true, takesMs: [5_000, 14_900], answer: () => taken },
  down: { takesMs: [0, 100], answer: () => failing('connection') },
  silent: { takesMs: [15_000, 15_000], answer: () => failing('timeout') },
  dead: { isDead: true, takesMs: [15_000, 15_000], answer: () => failing('timeout') },
  flaky: { takesMs: [0, 2_000], answer: (random) => (random() < 0.5 ? taken : failing('http_503')) },
  forgetful: { isDeceptive: true, takesMs: [15_000, 15_000], answer: () => failing('timeout') },
  redirecting: { takesMs: [0, 100], answer: () => failing('http_302') },
  refusing: { takesMs: [0, 100], answer: () => ({ outcome: 'refused', code: 'http_400' }) },
  busy: {
    takesMs: [0, 100],
    answer: (random) => ({ ...failing('http_429'), retryAfterMs: Math.floor(random() ** 3 * 30 * 3_600_000) }),
  },
};

export interface Recipient {
  readonly to: string;
  readonly mood: Mood;
  /** When it falls ill, and when it is well again, Unix ms. */
  readonly illAt: number;
  readonly wellAt: number;
  /** When it wants nothing more, Unix ms. */
  readonly goneAt: number | undefined;
  /** One request; the answer that the sender gets. */
  hear(id: string, body: string): Promise<Posted>;
}

const hours = 3_600_000;
const mostArrivals = 1_000;

export function recipientOf(to: string, clock: WoundClock, random: Random, arrivals: Arrival[]): Recipient {
  const mood = moods[random() < 0.4 ? 'sound' : oneOf(Object.keys(moods), random)] as Mood;
  const illAt = clock.now() + (mood.isDead || random() < 0.5 ? 0 : random() ** 2 * 5 * hours);
  const wellAt = mood.isDead ? Number.POSITIVE_INFINITY : clock.now() + random() ** 2 * 70 * hours;
  const goneAt = random() < 0.1 ? clock.now() + random() ** 2 * 20 * hours : undefined;
  return {
    ...{ to, mood, illAt, wellAt, goneAt },
    async hear(id, body) {
      // One that takes the whole time of an attempt is taken for one that hangs: nobody who is well does.
      const isIll = mood.isSound !== true && clock.now() >= illAt && clock.now() < wellAt;
      const [least, most] = isIll || mood.isSound === true ? mood.takesMs : [0, 300];
      // A recipient of so many finds nobody any more, so that the run ends.
      if (arrivals.length >= mostArrivals) return new Promise(() => {});
      await clock.sleep(least + random() * (most - least));
      const at = clock.now();
      const isGone = goneAt !== undefined && at >= goneAt;
      const isWell = mood.isSound === true || at < illAt || at >= wellAt;
      const living = (): Posted => (isWell ? taken : mood.answer(random));
      const answer: Posted = isGone ? { outcome: 'gone', code: 'http_410' } : living();
      const isAccepted = !isGone && (answer.outcome === 'delivered' || (mood.isDeceptive === true && !isWell));
      const notBefore = answer.retryAfterMs === undefined ? undefined : at + answer.retryAfterMs;
      arrivals.push({ to, at, id, body, isAccepted, notBefore, isGone });
      return answer;
    },
  };
}

/** It stays, and is well in the end. */
export const isFaithful = ({ mood, goneAt }: Recipient): boolean => !mood.isDead && goneAt === undefined;
