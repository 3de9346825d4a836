/** Receivers of events in memory: they keep what they hear, and answer as a test wants. */
import type { NotifyDeps, Posted } from '../../../shared/notify/deps.ts';

interface Heard {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type MemoryReceivers = NotifyDeps['receivers'] & {
  readonly heard: Heard[];
  /** The answer to each event; by default every receiver takes everything. */
  answer(heard: Heard): Posted | Promise<Posted>;
};

export const memoryReceivers = (): MemoryReceivers => {
  const receivers: MemoryReceivers = {
    heard: [],
    answer: () => ({ outcome: 'delivered', code: 'http_200' }),
    problemOf: async () => undefined,
    post: async (url, body, headers) => {
      const heard = { url, body, headers };
      receivers.heard.push(heard);
      return receivers.answer(heard);
    },
  };
  return receivers;
};
