/** Plugs the self-check: what the service is set up with, and its parts on AWS, however many ask. */

import type { Clock } from '../domain/clock.ts';
import { lazy } from '../domain/lazy.ts';
import { awsParts } from './aws-parts.ts';
import { checkConfig, config, environmentWith, seedLength } from './config.ts';
import type { SelfCheck } from './health-parts.ts';
import { secretsHeld } from './keys.ts';

/** Nothing is asked more often. Counting has its own limit. */
const askedAgainMs = 10_000;

export function selfCheckBy({ now }: Clock): SelfCheck {
  const parts = lazy(() =>
    awsParts({
      table: config('table').TABLE_NAME,
      bucket: config('documents').DOCUMENTS_BUCKET,
      queueUrl: config('queue').QUEUE_URL,
    }),
  );
  /** The answer, or the failure, of a while ago; callers meanwhile share one request. */
  const recently = <T>(ask: () => Promise<T>) => {
    let asked: { readonly at: number; readonly answer: Promise<T> } | undefined;
    return () => {
      if (asked === undefined || now() - asked.at >= askedAgainMs) asked = { at: now(), answer: ask() };
      return asked.answer;
    };
  };
  return {
    settings: recently(settingsProblems),
    count: async (...given) => parts().count(...given),
    documents: recently(async () => parts().documents()),
    queue: recently(async () => parts().queue()),
  };
}

/** One line per problem of the parameters and of both secrets; on one machine there are none of those. */
async function settingsProblems(): Promise<string[]> {
  const { seed, issued } = await secretsHeld({ seed: true, issued: true });
  const problems = checkConfig(environmentWith({ ...seed, ...issued }));
  if (seed === undefined || (seed.RECEIPT_SIGNING_SEED ?? '').length >= seedLength) return problems;
  return [...problems, `RECEIPT_SIGNING_SEED must be ${seedLength} random characters.`];
}
