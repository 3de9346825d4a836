/** The process is killed in real mode with payments in flight: each is captured once, and each order reaches a partner once. */

import { grace, type Json, until } from '../../support/e2e/client.ts';
import { orderCheck, orderFax, registered } from '../../support/e2e/desk.ts';
import { expectDiscreet, type RealService, startRealService } from '../../support/e2e/real.ts';

let running: RealService | undefined;
afterEach(() => running?.stop());

const moments = [
  { pattern: /"fact":"paid"/g, times: 2 },
  { pattern: /"fact":"accepted"/g, times: 1 },
];

test('two kills leave every paid job fulfilled, with one order at its partner and one payment at Stripe', async () => {
  let service = await startRealService();
  running = service;
  const account = await registered(service);
  const lost = { to: { ...grace, addressLine1: '1 TEST LOST REPLY ST' } };
  const jobs: Json[] = await Promise.all([
    service.order(),
    service.order(lost),
    orderCheck(service, account),
    orderFax(service, { to_number: '+12125550104' }),
    orderFax(service),
  ]);
  for (const [round, { pattern, times }] of moments.entries()) {
    const dying: RealService = service;
    const deadly = dying.logged(pattern, times).then(() => dying.kill());
    if (round === 0) for (const job of jobs) dying.stripe.pay(dying.sessionOf(job));
    await deadly;
    expectDiscreet(dying);
    service = await dying.again();
    running = service;
  }
  for (const { job_id } of jobs)
    await until(
      () => service.job(job_id),
      ({ status }) => status === 'fulfilled',
      90_000,
    );
  for (const { job_id } of jobs) expect(await service.mailed(job_id)).toHaveLength(1);
  expect(service.stripe.captures()).toBe(jobs.length);
  expect(service.stripe.givenBackCents()).toBe(0);
  expectDiscreet(service);
}, 150_000);
