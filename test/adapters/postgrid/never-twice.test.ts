/** Faults in any order leave one order under one reference, and none if the money goes back. */
import fc from 'fast-check';
import { letterRequest, openDesk } from '../../support/adapters/postgrid.ts';
import type { Fault } from '../../support/doubles/http-faults.ts';
import { times } from '../../support/proofs.ts';

const error = (status: number): Fault => ({ status, body: { error: { type: 'some_error', message: 'no' } } });
const faults: readonly Fault[] = [
  ...[400, 401, 404, 409, 422, 429, 500, 502, 503].map(error),
  ...(['reset_before', 'reset_after', 'malformed', 'oversized', 'cut_off', 'empty'] as const),
];
const fault = fc.constantFrom(...faults);

/** One call, the faults of its requests on the way, and whether time moves on after it. */
const step = fc.record({
  does: fc.constantFrom('submit', 'submit', 'find', 'recall'),
  post: fc.option(fault),
  get: fc.option(fault),
  proceeds: fc.constantFrom(false, false, false, true),
});

test('a reference makes one order, a first rejection means none, a cancellation is true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.constantFrom('first', 'refuse'), async (steps, mismatch) => {
      const { double, letters } = await openDesk({ mismatch });
      try {
        let submits = 0;
        for (const { does, post, get, proceeds } of steps) {
          if (post !== null) double.next(does === 'recall' ? 'DELETE /letters' : 'POST /letters', post);
          if (get !== null) double.next('GET /letters', get);
          const id = `${double.orders()[0]?.id ?? 'letter_0'}`;
          if (does === 'submit') {
            submits += 1;
            const { kind } = await letters.submit(letterRequest());
            if (kind === 'rejected' && submits === 1) expect(double.orders()).toEqual([]);
          }
          if (does === 'find' && (await letters.find('job_1', undefined)) === 'none')
            expect(double.orders()).toEqual([]);
          if (does === 'recall') {
            const outcome = await letters.recall(id);
            if (outcome.kind === 'cancelled') expect(double.living()).toBe(0);
            if (outcome.kind === 'refused') expect(double.mailed()).toBe(1);
          }
          if (proceeds) double.proceed('printing');
          expect(double.orders().length).toBeLessThan(2);
        }
      } finally {
        await double.close();
      }
    }),
    { numRuns: times(150, 50, 'orders of faults at PostGrid') },
  );
});
