/** The deployed service's pages for payers. */
import { letterOf } from '../../support/e2e/client.ts';
import { orderCheck, paid, receiptOf, registerAccount, usBank } from '../../support/e2e/desk.ts';
import { formIn, typedForm } from '../../support/pages/typed.ts';
import { origin, service } from './deployed.ts';

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
const tokenIn = (page: string): string => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';

test('a payer opens the PDF, pays, returns, and gets a receipt that verifies', async () => {
  const { quote_id } = await service.quote();
  const job = await paid(service, service.make('/jobs', letterOf(quote_id)));
  const { status, headers } = await service.get(`${job.pay_url}/proof.pdf`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
  expect((await service.get(`${job.pay_url}/paid`)).text).toContain('Payment received');
  expect((await service.get(`${job.pay_url}/receipt`)).text).toContain('Order number');
  const evidence = await service.get(`/jobs/${job.job_id}/evidence.pdf`);
  expect([evidence.status, evidence.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const receipt = await receiptOf(service, job);
  const form = new FormData();
  form.append('receipt', receipt.signature);
  const verdict = await fetch(`${origin}/v1/verify`, { method: 'POST', body: form });
  expect(verdict.status).toBe(200);
  const [aboveForm = ''] = (await verdict.text()).split('<form');
  expect(aboveForm).toContain('We signed the information below.');
});

test('a payer chooses the corrected address on the page, and it is printed', async () => {
  const job = await service.order({ to: { addressLine1: '1 TEST CORRECTED ST' } });
  const { text } = await service.get(job.pay_url);
  const response = await service.post(`${job.pay_url}/address`, `token=${tokenIn(text)}&choice=suggested`, formHeaders);
  expect(response).toMatchObject({ status: 200, text: expect.stringContaining('to the corrected address below.') });
  await service.pay(job.checkout_url);
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
  const { to } = await receiptOf(service, job);
  expect(to.addressLine1).not.toBe('1 TEST CORRECTED ST');
});

test('a payer cancels on the page, and is refunded', async () => {
  const job = await paid(service, service.order());
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
  const { text } = await service.get(`${job.pay_url}/cancel`);
  const response = await service.post(`${job.pay_url}/cancel`, `token=${tokenIn(text)}`, formHeaders);
  expect(response).toMatchObject({ status: 200, text: expect.stringContaining('Your order is canceled') });
  expect(await service.jobUntil(job.job_id, { refund: 'issued' })).toMatchObject({ status: 'cancelled' });
});

test('someone who writes a letter on the form sees its page, and orders it once', async () => {
  const send = (form: object) =>
    fetch(`${origin}/v1/new/letter`, { method: 'POST', body: new URLSearchParams({ ...form }), redirect: 'manual' });
  const preview = await (await send(typedForm('letter'))).text();
  expect(preview).toContain('Total <b>$2.12</b>');
  const form = formIn(preview, 'pay');
  const picture = await service.get(`/new/${form.quote_id}/pages/1`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  const [first, second] = [await send(form), await send(form)].map(({ headers }) => headers.get('location'));
  expect(second).toBe(first);
  expect((await service.get(origin + first)).text).toContain('Letter to Ada Lovelace');
});

test('a bank account can be registered on a page, which does not show the number again', async () => {
  const form = /<form[^>]* method="post"/;
  expect(await service.get('/bank-accounts/new')).toMatchObject({ status: 200, text: expect.stringMatching(form) });
  const typed = new URLSearchParams({ ...usBank, authorized: 'yes' }).toString();
  const { text } = await service.post('/bank-accounts/new', typed, formHeaders);
  expect(text).not.toContain(usBank.account_number);
  const id = /bank_[0-9a-z]{26}/.exec(text)?.[0] ?? '';
  expect(await orderCheck(service, id)).toMatchObject({ status: 'awaiting_payment' });
});

test('a bank account is removed by its id, over the API or on a page', async () => {
  const [overApi, onPage] = [await registerAccount(service), await registerAccount(service)];
  const removed = await fetch(`${origin}/v1/bank-accounts/${overApi}`, { method: 'DELETE' });
  expect(await removed.json()).toMatchObject({ removed: true, numbers_deleted: true });
  const typed = new URLSearchParams({ bank_account_id: onPage, confirmed: 'yes' }).toString();
  const page = await service.post('/bank-accounts/remove', typed, formHeaders);
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Account removed') });
});
