/** Faxes through the deployed service. */
import { orderFax, paid, receiptOf } from '../../support/e2e/desk.ts';
import { faxPrice } from '../../support/prices.ts';
import { service } from './deployed.ts';

test('a fax is sent, and its receipt says so', async () => {
  const job = await paid(service, orderFax(service));
  expect(await service.jobUntil(job.job_id, { fulfillment_status: 'sent' })).toMatchObject({ status: 'fulfilled' });
  expect(await receiptOf(service, job)).toMatchObject({
    service: 'fax',
    status: 'sent',
    fax_number: job.fax_number,
    total: faxPrice().total,
  });
});
