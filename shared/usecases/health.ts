/** The health check: the service answers, and says whether payments are real. */
import * as z from 'zod/mini';
import type { Deps } from '../ports.ts';
import type { UseCase } from './use-case.ts';

const healthView = z.object({
  ok: z.literal(true).check(z.describe('The service answers.')),
  payment_mode: z.enum(['mock', 'real']).check(z.describe('mock: a test; nothing is charged, mailed or sent.')),
});

export const health: UseCase<object, z.infer<typeof healthView>> = {
  name: 'health',
  summary: 'Whether the service answers, and in which payment mode.',
  tag: 'service',
  schemas: { answer: 'Health' },
  outcomes: { done: 'The service answers.' },
  refusals: [],
  input: z.object({}),
  output: healthView,
  run: async ({ settings }: Pick<Deps, 'settings'>) => ({
    outcome: 'done',
    body: { ok: true, payment_mode: settings.paymentMode },
  }),
};
