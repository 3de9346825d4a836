/** Checks through the deployed service. */
import { ada } from '../../support/e2e/client.ts';
import { orderCheck, paid, receiptOf, registered, usBank } from '../../support/e2e/desk.ts';
import { service } from './deployed.ts';

const to = { ...ada, addressLine1: '1 TEST MAILED ST' };

test('a check is drawn on a registered account, with an insert, and mailed', async () => {
  const account = await registered(service);
  const job = await paid(service, orderCheck(service, account, { to, message: 'For the engine.' }));
  expect(await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' })).toMatchObject({
    ...{ service: 'check', status: 'fulfilled', check_amount: '$125.50' },
  });
  expect(await receiptOf(service, job)).toMatchObject({ service: 'check', status: 'mailed' });
});

test('people register an account on a page of their own', async () => {
  const page = await service.get('/bank-accounts/new');
  expect({ status: page.status, form: /<form[^>]* method="post"/.test(page.text) }).toEqual({
    status: 200,
    form: true,
  });
  const blank = { routing_number: '', transit_number: '', institution_number: '', account_type: '', authorized: 'yes' };
  const typed = new URLSearchParams({ ...blank, ...usBank }).toString();
  const sent = await service.post('/bank-accounts/new', typed, { 'content-type': 'application/x-www-form-urlencoded' });
  const id = /bank_[0-9a-z]{26}/.exec(sent.text)?.[0];
  expect(sent.text).not.toContain(usBank.account_number);
  expect(await orderCheck(service, id ?? '')).toMatchObject({ status: 'awaiting_payment' });
});
