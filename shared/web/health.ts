/** The health check: whether the settings and keys work and, with `deep=1`, whether the AWS services behind us respond. */
import * as z from 'zod/mini';
import type { ServiceDeps } from '../config/app.ts';
import type { Build } from '../config/self-check.ts';
import { countInWindow } from '../orders/count-request.ts';
import type { Caller, UseCase } from '../orders/use-case.ts';

const state = z.enum(['ok', 'failed']);

const checks = z
  .object({
    settings: state.check(z.describe('The settings and keys fit together, including those of the partners.')),
    table: z.optional(state.check(z.describe('The table accepts a write.'))),
    documents: z.optional(state.check(z.describe('The document bucket responds.'))),
    queue: z.optional(state.check(z.describe('The job queue responds.'))),
  })
  .check(z.describe('Each part that was checked. Missing if all is well and only the settings were checked.'));

const healthView = z.object({
  ok: z.boolean().check(z.describe('Whether orders can be taken and sent.')),
  payment_mode: z.enum(['mock', 'real']).check(z.describe('mock: a test; nothing is charged, mailed or sent.')),
  version: z.string().check(z.describe('The version that runs; 0.0.0-dev without a build.')),
  commit: z.optional(z.string().check(z.describe('The commit that it was built from, if recorded.'))),
  checks: z.optional(checks),
});

export const healthOf = (build: Build): UseCase<{ readonly deep?: '1' | undefined }, z.infer<typeof healthView>> => ({
  name: 'health',
  summary: 'Whether the service can work, in which payment mode, and which version it is.',
  description: 'If a part fails, the status is 503, and `checks` says which. With `deep=1`, it always lists each part.',
  tag: 'service',
  schemas: { answer: 'Health' },
  outcomes: { done: 'The service works.', unhealthy: 'The service does not work: `checks` says which part.' },
  refusals: ['invalid_request', 'rate_limited'],
  input: z.object({
    deep: z.optional(
      z
        .enum(['1'], 'must be 1, to check the parts on AWS as well')
        .check(z.describe('1 also tests the table, the documents and the queue: for monitors.')),
    ),
  }),
  output: healthView,
  async run(deps: ServiceDeps, { deep }, caller) {
    const partChecks = await checksFor(deps, caller, deep !== undefined);
    const results = await Promise.all(
      Object.entries(partChecks).map(async ([part, check]) => {
        const fault = await check(deps).catch((error: unknown) => ({ error }));
        if (fault === undefined) return [part, 'ok'] as const;
        deps.log.info('not healthy', { code: part, ...(typeof fault === 'string' ? { reason: fault } : fault) });
        return [part, 'failed'] as const;
      }),
    );
    const ok = results.every(([, result]) => result === 'ok');
    const body = {
      ok,
      payment_mode: deps.settings.paymentMode,
      ...build,
      checks: ok && deep === undefined ? undefined : (Object.fromEntries(results) as z.infer<typeof checks>),
    };
    return { outcome: ok ? 'done' : 'unhealthy', body };
  },
});

/** Only for the OpenAPI document, which needs no real version. */
export const health = healthOf({ version: '0.0.0-dev' });

/** Resolves with what is wrong, if anything, or rejects. */
type PartCheck = (deps: ServiceDeps) => Promise<string | undefined>;

/** The checks by part. Counting this request is the write that tests the table, so deep checks always have a limit. */
async function checksFor(
  deps: ServiceDeps,
  { address, onCounted }: Caller,
  isDeep: boolean,
): Promise<Readonly<Record<string, PartCheck>>> {
  const settings: PartCheck = async ({ selfCheck }) => (await selfCheck.settings()).join(' ') || undefined;
  if (!isDeep) return { settings };
  let isCounted = false;
  const { clock, log, selfCheck } = deps;
  // Each check writes to the table, so a network may run one every ten seconds on average.
  const limit = { name: 'deep health checks', max: 60, windowSeconds: 600 };
  await countInWindow({ clock, log, requestCounters: { add: selfCheck.count } }, limit, {
    address,
    onCounted: (quota) => {
      isCounted = true;
      onCounted?.(quota);
    },
  });
  return {
    settings,
    table: async () => (isCounted ? undefined : 'the request was not counted'),
    documents: async () => void (await selfCheck.documents()),
    queue: async () => void (await selfCheck.queue()),
  };
}
