/** Receivers of events in memory: they agree to be told, keep what they hear, and answer as a test wants. */
import type { Posted, Receivers } from '../../../shared/ports/notifications.ts';

export interface Heard {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface MemoryReceivers extends Receivers {
  /** The events, without the challenges. */
  readonly heard: Heard[];
  readonly challenges: Heard[];
  /** The answer to each event; by default every receiver takes everything. */
  answer(heard: Heard): Posted | Promise<Posted>;
  /** The answer to each challenge; by default every receiver repeats it. */
  agree(heard: Heard): Posted | Promise<Posted>;
}

const done = (body = ''): Posted => ({ outcome: 'delivered', code: 'http_200', body });

export const memoryReceivers = (): MemoryReceivers => {
  const receivers: MemoryReceivers = {
    heard: [],
    challenges: [],
    answer: () => done(),
    agree: ({ body }) => done(JSON.stringify({ challenge: JSON.parse(body).challenge })),
    problemOf: async () => undefined,
    post: async (url, body, headers) => {
      const heard = { url, body, headers };
      const isChallenge = JSON.parse(body).type === 'endpoint.verify';
      (isChallenge ? receivers.challenges : receivers.heard).push(heard);
      return isChallenge ? receivers.agree(heard) : receivers.answer(heard);
    },
  };
  return receivers;
};
