/** Reads a job's status: payment, fulfillment and delivery are separate, and none runs ahead of the evidence. */

import * as z from 'zod/mini';
import { productNames } from '../../domain/names.ts';
import { sameOrderSentence } from '../../domain/warnings/for-callers.ts';
import { productNamed } from '../../products/index.ts';
import type { Deps } from '../deps.ts';
import { earlierOrder, earlierTwin } from '../pay/second-copy.ts';
import { freshJob } from '../read-progress.ts';
import type { ToolUseCase } from '../use-case.ts';
import { findJob, type JobReference, jobReference, linkDescriptions } from './find-job.ts';
import { showStatus, statusView } from './status-view.ts';

export const getJob: ToolUseCase<JobReference, Record<string, unknown>> = {
  name: 'get-job',
  summary: 'The status of a job: payment, fulfillment and delivery as three separate statuses.',
  tag: 'jobs',
  schemas: { answer: 'JobStatus' },
  outcomes: { done: 'How the job stands; `service` tells whose fields follow.' },
  refusals: ['not_found'],
  limitedAs: 'reads',
  tool: {
    name: 'get_job_status',
    title: 'Get the status of a job',
    next: (_, products) => `Any product (${products.join(', ')}). Claim no more than it says.`,
    hints: [true, false, true, true],
    descriptions: linkDescriptions,
  },
  input: jobReference,
  output: z.union(productNames.map((name) => statusView(productNamed(name)))),
  run: async (deps: Deps, { job_id }) => {
    const job = await freshJob(deps, await findJob(deps, job_id));
    const earlier = await earlierTwin(deps, job);
    const now = deps.clock.now();
    const body = {
      ...showStatus(job, deps.settings, now),
      same_order: earlier && sameOrderSentence(earlierOrder(job, earlier, now)),
    };
    return { outcome: 'done', body };
  },
};
