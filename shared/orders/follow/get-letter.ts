/** Reads the print partner's own record of a letter that a job of this service created. */
import * as z from 'zod/mini';
import type { Job } from '../../domain/job/job.ts';
import { notFound, Refusal } from '../../domain/refusal.ts';
import { mustBe } from '../../domain/text.ts';
import { intervalsMs } from '../../domain/times.ts';
import { callOnce } from '../call-once.ts';
import type { Deps } from '../deps.ts';
import { configuredPartner } from '../partner.ts';
import type { UseCase } from '../use-case.ts';
import { textField } from '../views.ts';
import { idInIndex } from './find-job.ts';

export const getLetter: UseCase<{ readonly letter_id: string }, Record<string, unknown>> = {
  name: 'get-letter',
  summary: "The print partner's own record of a letter: its status, none of its content.",
  tag: 'letter',
  schemas: { answer: 'PartnerLetter' },
  outcomes: {
    done: 'The fields of the record that show the status of the letter, as the partner wrote them: status, dates, mailing class, format and tracking. It names no one and links to no document.',
  },
  refusals: ['not_found', 'unavailable'],
  limitedAs: 'reads',
  input: z.object({ letter_id: z.string(mustBe('a string')).check(z.describe('From the status of the job.')) }),
  output: z.looseObject({ id: textField("The partner's own id.") }),
  run: async (deps: Deps, { letter_id }) => {
    // Partners choose the form of their ids. A text that can't be an id isn't looked up.
    const isId = /^[\w-]{1,100}$/.test(letter_id);
    const jobId = isId ? await idInIndex(deps, () => deps.jobs.idByPartnerId(letter_id)) : undefined;
    const job = jobId === undefined ? undefined : await deps.jobs.get(jobId);
    if (job?.product !== 'letter') throw notFound('letter');
    return { outcome: 'done', body: await recordOf(deps, job, letter_id) };
  },
};

/** The fields that anyone with the letter's id can read. Not `reference`: it is the job id, which can cancel the job. */
const publicFields = new Set([
  'id',
  'object',
  'live',
  'status',
  'createdAt',
  'updatedAt',
  'sendDate',
  'cancellation',
  'mailingClass',
  'express',
  'color',
  'doubleSided',
  'pageCount',
  'size',
  'envelope',
  'envelopeType',
  'addressPlacement',
  'perforatedPage',
  'imbStatus',
  'imbDate',
  'imbZIPCode',
  'carrierTracking',
  'trackingNumber',
]);

/** Returns the public fields of the partner's record, with at most one call every 30 seconds, even if it fails. */
async function recordOf(deps: Deps, job: Job, letterId: string): Promise<Record<string, unknown>> {
  const partner = configuredPartner(deps, job);
  if (partner === undefined)
    throw new Refusal(
      'unavailable',
      "This letter's partner is not configured right now. Check the job's status instead.",
    );
  // `null`: the partner has no such letter.
  const read = await callOnce<{ record: Record<string, unknown> | null } | { unavailable: string }>(deps, {
    key: `letter ${letterId}`,
    waitMs: 5_000,
    leaseMs: intervalsMs.reading,
    keepMs: intervalsMs.reading,
    reuse: ({ answer, ageMs }) => (ageMs < intervalsMs.reading ? answer : undefined),
    call: async () => {
      try {
        const record = await partner.record(letterId);
        if (record === undefined) return { record: null };
        return { record: Object.fromEntries(Object.entries(record).filter(([name]) => publicFields.has(name))) };
      } catch (error) {
        if (error instanceof Refusal) return { unavailable: error.message };
        throw error;
      }
    },
  });
  if ('unavailable' in read)
    throw new Refusal('unavailable', read.unavailable, { retryAfterSeconds: intervalsMs.reading / 1_000 });
  if (read.record === null) throw notFound('letter');
  return read.record;
}
