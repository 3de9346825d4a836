/** Reads the print partner's own record of a letter, for letters that a job of this service has created. */
import * as z from 'zod/mini';
import { notFound } from '../core/refusal.ts';
import { type PartnerDeps, partnerOf } from '../fulfilment/partner.ts';
import type { Deps } from '../ports.ts';
import type { UseCase } from './use-case.ts';

const letterReference = z.object({ letter_id: z.string('must be a text').check(z.describe('From the job view.')) });

export const getLetter: UseCase<z.infer<typeof letterReference>, Record<string, unknown>> = {
  name: 'get-letter',
  summary: "The print partner's own record of a letter.",
  tag: 'letter',
  schemas: { answer: 'PartnerLetter' },
  outcomes: { done: 'The record as the partner wrote it, without `metadata`.' },
  refusals: ['not_found'],
  input: letterReference,
  output: z.looseObject({ id: z.string().check(z.describe("The partner's own id.")) }),
  run: async (deps: PartnerDeps & Pick<Deps, 'jobs'>, { letter_id }) => {
    // Partners choose their own ids. A value of any other form is not looked up.
    const jobId = /^[\w-]{1,100}$/.test(letter_id) ? await deps.jobs.idByPartnerId(letter_id) : undefined;
    const job = jobId === undefined ? undefined : await deps.jobs.get(jobId);
    if (job?.product !== 'letter') throw notFound();
    const record = await partnerOf(deps, job).record(letter_id);
    if (record === undefined) throw notFound();
    // It holds our reference, a job's id; whoever sees a letter's record may not cancel the letter.
    const { metadata: _, ...shown } = record;
    return { outcome: 'done', body: shown };
  },
};
