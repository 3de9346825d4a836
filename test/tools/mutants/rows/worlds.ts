/** Cures of what the worlds of the simulation have found first: each is taken out. */
import type { Mutant } from '../mutant.ts';

const between = 'test/fulfilment/once/news-in-between.test.ts';

export const worlds: readonly Mutant[] = [
  {
    bug: 'a warning between two rounds of a fax is only noted',
    file: 'shared/core/job/apply.ts',
    text: "job.state === 'paid' && !mayStop(job)) return { to: 'parked', now: true };",
    planted: "job.state === 'paid' && !mayStop(job)) return noted('paid');",
    suites: [between],
  },
  {
    bug: 'news of a partner has no place in a recall',
    file: 'shared/core/job/apply.ts',
    text: "job.state === 'recalling' && fact.kind === 'progressed' && fact.progress.stage !== 'accepted')\n    return transitions.recalling.partner_refused;",
    planted: "job.state === 'recalling' && fact.kind === 'progressed') return undefined;",
    suites: [between],
  },
  {
    bug: 'the alarm of a refused refund waits for its write',
    file: 'shared/fulfilment/refund.ts',
    text: `  if (isFinal && job.state !== 'cancelling') deps.log.alarm('refund refused', { jobId: job.id });
  const recorded = await record(deps, job.id, (current) =>
    isOutdated(current, fact) ? undefined : { ...fact, ...boundTo(fact, claim) },
  );
`,
    planted: `  const recorded = await record(deps, job.id, (current) =>
    isOutdated(current, fact) ? undefined : { ...fact, ...boundTo(fact, claim) },
  );
  if (isFinal && job.state !== 'cancelling') deps.log.alarm('refund refused', { jobId: job.id });
`,
    suites: [between],
  },
];
