/** The timeline of a job for callers: when each step happened, and the steps that are still to come. */
import * as z from 'zod/mini';
import type { Steps } from '../pay/progress.ts';

const steps = [
  'ordered',
  'paid',
  'handed_over',
  'printing',
  'sending',
  'mailed',
  'sent',
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
            'handed_over: the partner has taken the order. returned: the carrier brings it back to its sender.',
          ),
        ),
      at: z
        .nullable(z.int())
        .check(z.describe('When this service heard of it, Unix time in milliseconds; null: still to come.')),
    }),
  )
  .check(z.describe('In the order of time. Steps to come are those of an order to which nothing happens.'));

export const showTimeline = (steps: Steps) => steps.map(({ name, at }) => ({ step: name, at: at ?? null }));
