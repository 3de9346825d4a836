/** `find`: everything that payers and partners can name leads an operator to the job, and nothing else does. */
import { orderNumberOf, receiptIdOf, spokenOrderNumber } from '../../shared/domain/ids.ts';
import { dayOf } from '../../shared/domain/job/job.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import { memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { placedAs, sold } from '../support/fakes/orders.ts';
import { command, refused } from '../support/operated.ts';

const day = 86_400_000;

async function soldAs(product: ProductName) {
  const deps = memoryDeps();
  const id = await sold(deps, product);
  const job = await deps.jobs.get(id);
  if (job === undefined) throw new Error('it is gone');
  return { deps, id, job };
}

describe('find', () => {
  test('find finds a job by every indexed name, and by the ids of the payment provider', async () => {
    const { deps, id, job } = await soldAs('letter');
    const names = [
      ...[id, `reference ${id}-2`, job.payCode, `http://127.0.0.1:8787/v1/pay/${job.payCode}/paid?n=3`],
      ...[orderNumberOf(id), job.partner?.id, job.checkout?.id, job.checkout?.url, job.payment?.id],
    ];
    for (const anything of names)
      expect(await command(deps, 'find', { anything })).toMatchObject({
        ok: true,
        order_number: spokenOrderNumber(orderNumberOf(id)),
      });
  });

  test.each([
    ['check', ({ drawing }) => `${drawing?.checkNumber}`],
    ['check', ({ drawing }) => `#${drawing?.checkNumber}`],
    ['fax', ({ order }) => (order as { number: string }).number],
    ['fax', ({ order }) => (order as { number: string }).number.replace(/^\+1(...)(...)/, '($1) $2-')],
    ['letter', ({ id }) => receiptIdOf(id)],
  ] as readonly (readonly [ProductName, (job: Awaited<ReturnType<typeof soldAs>>['job']) => string])[])(
    'find finds a %s by its number for a week, and later with its day',
    async (product, nameOf) => {
      const { deps, id, job } = await soldAs(product);
      const soldOn = dayOf(deps.clock.now());
      const anything = nameOf(job);
      const isFound = { ok: true, order_number: spokenOrderNumber(orderNumberOf(id)) };
      expect(await command(deps, 'find', { anything })).toMatchObject(isFound);
      await deps.clock.wind(8 * day);
      expect(await command(deps, 'find', { anything })).toEqual(refused('Name another DAY'));
      expect(await command(deps, 'find', { anything, day: soldOn })).toMatchObject(isFound);
    },
  );

  test.each(['RN123456789CA', '9405 5036 9930 0000 0000 00'])(
    'find finds registered mail by its tracking number %s',
    async (number) => {
      const { deps, id, job } = await soldAs('letter');
      const tracking = { number: number.replaceAll(' ', '') };
      if (job.partner !== undefined) await deps.jobs.replace({ ...job, partner: { ...job.partner, tracking } });
      expect(await command(deps, 'find', { anything: number })).toMatchObject({
        order_number: spokenOrderNumber(orderNumberOf(id)),
      });
    },
  );

  test('find lists all jobs with the same check number', async () => {
    const { deps, id, job } = await soldAs('check');
    const second = await sold(deps, 'check');
    const other = await deps.jobs.get(second);
    if (other === undefined) throw new Error('it is gone');
    await deps.jobs.replace({ ...other, drawing: job.drawing });
    expect(await command(deps, 'find', { anything: `${job.drawing?.checkNumber}` })).toMatchObject({
      ok: true,
      jobs: expect.arrayContaining([
        expect.objectContaining({ job_id: id }),
        expect.objectContaining({ job_id: second }),
      ]),
    });
  });

  test('find lists both jobs of a shared order number, and no command acts on either by it', async () => {
    const { deps, id } = await soldAs('letter');
    const other = await placedAs(deps, 'letter');
    deps.jobs.idsByOrderNumber = async () => [id, other];
    const number = orderNumberOf(id);
    expect(await command(deps, 'find', { anything: number })).toMatchObject({
      ok: true,
      says: '2 jobs share this order number: ask the payer for the pay link.',
      jobs: [{ job_id: id }, { job_id: other }],
    });
    expect(await command(deps, 'refund', { job_id: number, sure: true })).toMatchObject({ ok: false });
    expect(await command(deps, 'refund', { job_id: id, sure: true })).toMatchObject({ ok: true });
  });

  test.each(['Ada Lovelace', '12 Analytical Way', '4242 4242 4242 4242', 'cs_test_unknown', 'pay_', ''])(
    'find says that %j matches nothing, and what can be searched for',
    async (anything) => {
      const { deps } = await soldAs('letter');
      expect(await command(deps, 'find', { anything })).toEqual(
        refused(/^No job matches this\. Names, addresses and card numbers are in no index/),
      );
    },
  );

  test('find leaves nothing of what was typed in the log', async () => {
    const { deps, job } = await soldAs('fax');
    const { number } = job.order as { number: string };
    const logged: unknown[] = [];
    const info = (...line: unknown[]) => logged.push(line);
    Object.assign(deps, { log: { info, alarm: info, measure: () => {} } });
    for (const anything of [number, '021000021 73519284605', '021000021', 'Ada Lovelace'])
      expect(JSON.stringify(await command(deps, 'find', { anything, day: '2026-11-20' }))).not.toContain(anything);
    expect(logged.length).toBeGreaterThan(3);
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${number.slice(2)}|021000021|73519284605|Lovelace`));
  });

  test('find works while the payment provider is down', async () => {
    const { deps, job } = await soldAs('letter');
    const jobOf = async (): Promise<never> => {
      throw new Error('503');
    };
    Object.assign(deps, { payments: paymentsBut(deps, { jobOf }) });
    expect(await command(deps, 'find', { anything: job.checkout?.id })).toMatchObject({ ok: false });
  });
});
