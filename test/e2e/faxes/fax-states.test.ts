/** The states of a fax: docs/contract.md, "Fulfilment status" and "Faxes". */

import { type Json, until } from '../../support/e2e/client.ts';
import { freshNumber, orderFax, paid, receiptOf } from '../../support/e2e/desk.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import type { Service } from '../../support/e2e/service.ts';
import { longConcurrentTest } from '../../support/proofs.ts';

const modes = inSampledModes({ WEBHOOK_WAIT_MS: '1500' });

const stepsOf = (desk: Service) => {
  const order = (changes: object = {}, quote: object = {}) => orderFax(desk, changes, quote);
  return {
    order,
    faxed: (to_number = freshNumber()) => paid(desk, order({ to_number })),
    sent: (jobId: string) => desk.jobUntil(jobId, { fulfillment_status: 'sent' }),
  };
};
const cancelled = (job_id: string, refund: string) => ({ job_id, cancelled: true, refund });

describe.each(modes)('a fax on its way, in %s mode', (_mode, service) => {
  const { order, faxed, sent } = stepsOf(service);

  test('after payment it goes queued, sending, sent, within seconds', async () => {
    const seen = new Set<string>();
    // Three, because a slow machine can sleep through a state that lasts a second.
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { job_id } = await faxed();
        const states = await watched(job_id);
        expect(['queued', 'sending', 'sent'].filter((state) => states.includes(state))).toEqual(states);
        for (const state of states) seen.add(state);
        const view = await service.job(job_id);
        expect(view).toMatchObject({ status: 'fulfilled', payment_status: 'paid', error: null });
        expect(view.fax_id).toEqual(expect.any(String));
        expect(view).not.toHaveProperty('letter_id');
      }),
    );
    expect([...seen].toSorted()).toEqual(['queued', 'sending', 'sent']);
  });

  /** Every word that the view used, in order, until the fax was sent. */
  async function watched(jobId: string): Promise<string[]> {
    const words: string[] = [];
    const look = async () => (await service.job(jobId)).fulfillment_status;
    await until(look, (word) => {
      if (words.at(-1) !== word) words.push(word);
      return word === 'sent';
    });
    return words;
  }

  test('the fax is sent only after payment completes', async () => {
    const { job_id } = await order();
    const other = await faxed();
    await sent(other.job_id);
    expect(await service.mailed(job_id)).toEqual([]);
    expect(await service.job(job_id)).toMatchObject({ status: 'awaiting_payment', fax_id: null });
  });
});

describe.each(modes)('test numbers, in %s mode', (_mode, service) => {
  const { faxed, sent } = stepsOf(service);

  longConcurrentTest('+12125550105 is busy: it is tried four times, fails and is refunded', async () => {
    const { job_id } = await faxed('+12125550105');
    expect(await service.jobUntil(job_id, { status: 'failed', refund: 'issued' })).toMatchObject({
      ...{ payment_status: 'paid', fulfillment_status: 'failed', error: expect.stringMatching(/busy/) },
    });
    expect(await service.mailed(job_id)).toMatchObject(Array(4).fill({ kind: 'fax', status: 'failed' }));
    expect(await receiptOf(service, { job_id })).toMatchObject({ status: 'failed', refund: 'issued' });
  });

  test.concurrent('+12125550106 is busy at first: the second attempt is sent, nothing is refunded', async () => {
    const { job_id } = await faxed('+12125550106');
    expect(await sent(job_id)).toMatchObject({ status: 'fulfilled', error: null, refund: 'not_applicable' });
    expect(await service.mailed(job_id)).toMatchObject([{ status: 'delivered' }, { status: 'failed' }]);
  });
});

test.each(modes)('in %s mode faxes to one number never run at the same time', async (_mode, service) => {
  const { order, sent } = stepsOf(service);
  const number = freshNumber();
  const jobs = await Promise.all([
    order({ to_number: number }),
    order({ to_number: number }),
    order({ to_number: number }),
  ]);
  await Promise.all(jobs.map((job) => service.pay(job.checkout_url)));
  await Promise.all(jobs.map(({ job_id }) => sent(job_id)));
  const items = (await Promise.all(jobs.map(({ job_id }) => service.mailed(job_id)))).flat();
  expect(items).toHaveLength(3);
  const starts = items.map(({ created_at }: Json) => created_at as number).toSorted((a, b) => a - b);
  // The simulated partner, and Telnyx's double, has a fax on the line for 1.5 seconds.
  for (const [at, start] of starts.slice(1).entries()) expect(start - (starts[at] ?? 0)).toBeGreaterThanOrEqual(1_500);
});

describe.each(modes)('cancelling a fax, in %s mode', (_mode, service) => {
  const { faxed, sent } = stepsOf(service);

  test('at any moment in between it is either cancelled and refunded, or sent: never both', async () => {
    await Promise.all(
      [0, 300, 600, 800, 1_200].map(async (wait) => {
        const { job_id } = await faxed();
        await new Promise((resolve) => setTimeout(resolve, wait));
        const { status, body } = await service.cancel(job_id);
        if (status === 409) {
          expect(body.reason).toBe('already_in_production');
          expect(await sent(job_id)).toMatchObject({ refund: 'not_applicable' });
          expect(await service.mailed(job_id)).toMatchObject([{ status: 'delivered' }]);
        } else {
          expect({ status, body }).toEqual({ status: 200, body: cancelled(job_id, 'issued') });
          expect(await service.job(job_id)).toMatchObject({ status: 'cancelled', fulfillment_status: 'cancelled' });
          for (const item of await service.mailed(job_id)) expect(item.status).toBe('failed');
        }
      }),
    );
  });
});
