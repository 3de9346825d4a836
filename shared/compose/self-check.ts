/** Plugs the self-check: what the service is set up with, and its parts on AWS, however many ask. */
import { awsParts } from '../adapters/self-check.ts';
import { fieldsOfSecret } from '../adapters/service-secret.ts';
import type { Clock } from '../ports/clock.ts';
import type { SelfCheck } from '../ports/health.ts';
import { checkConfigWith, config } from './config.ts';
import { lazy, lazyFor } from './lazy.ts';

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
  const recently = <T>(ask: () => Promise<T>) => lazyFor(askedAgainMs, now, ask);
  return {
    settings: recently(async () => {
      const { SECRET_ARN } = config('secret');
      return checkConfigWith(SECRET_ARN === undefined ? undefined : await fieldsOfSecret(SECRET_ARN));
    }),
    count: async (...given) => parts().count(...given),
    documents: recently(async () => parts().documents()),
    queue: recently(async () => parts().queue()),
  };
}
