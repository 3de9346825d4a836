/** The timeline of a job for callers: when each step happened, and the steps that are still to come. */
import * as z from 'zod/mini';
import { scanCodes } from '../../domain/job/progress.ts';
import type { Steps } from './progress.ts';

const steps = [
  'ordered',
  'paid',
  'handed_over',
  'printing',
  'sending',
  'mailed',
  'sent',
  'scanned',
  'delivered',
  'returned',
  'on_hold',
  'expired',
  'cancelled',
  'failed',
  'refunded',
] as const satisfies readonly Steps[number]['name'][];

export const timeline = z
  .array(
    z.object({
      step: z
        .enum(steps)
        .check(
          z.describe(
            'handed_over: the partner has taken the order. scanned: a machine of the carrier has read the envelope, which proves no delivery. returned: the carrier brings it back to its sender.',
          ),
        ),
      at: z
        .nullable(z.int())
        .check(
          z.describe(
            'When this service heard of it, or when it was scanned, Unix time in milliseconds; null: still to come.',
          ),
        ),
      scan: z.optional(z.enum(scanCodes).check(z.describe('With scanned: of which kind; carrier_scans tells more.'))),
    }),
  )
  .check(z.describe('In the order of time. Steps to come are those of an order to which nothing happens.'));

export const showTimeline = (steps: Steps) =>
  steps.map(({ name, at, scan }) => ({ step: name, at: at ?? null, scan: scan?.code }));
