/** Shows one page of a job as a picture to whoever holds the job's id: the card in a chat asks for it. */
import * as z from 'zod/mini';
import { siteOf } from '../../core/network.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Renderer } from '../../ports/renderer.ts';
import { findJob, type JobReference, jobReference } from '../jobs/find-job.ts';
import type { UseCase } from '../use-case.ts';
import { pictureOf } from './show-preview.ts';

interface PageReference extends JobReference {
  /** The first is 1. */
  readonly page: number;
}

const pageReference = z.extend(jobReference, {
  page: z.int('must be the number of a page').check(z.describe('The first is 1.')),
});

interface PagePicture {
  readonly page: number;
  /** In base64. */
  readonly png: string;
}

export const showPage: UseCase<PageReference, PagePicture> = {
  name: 'show-page',
  summary: 'A picture of one page, for the card.',
  tag: 'jobs',
  schemas: { answer: 'PagePicture' },
  outcomes: { done: 'The picture.' },
  refusals: ['not_found', 'unavailable'],
  limitedAs: 'reads',
  input: pageReference,
  output: z.object({ page: z.int(), png: z.string() }),
  run: async (
    deps: { readonly documents: Documents; readonly jobs: Jobs; readonly renderer: Renderer },
    { job_id, page },
    { address },
  ) => {
    const picture = await pictureOf(deps, await findJob(deps, job_id), page, siteOf(address));
    return { outcome: 'done', body: { page, png: Buffer.from(picture).toString('base64') } };
  },
};
