/** The pages for payers, through the deployed service. */
import { paid, receiptOf, registered } from '../../support/e2e/desk.ts';
import { origin, service } from './deployed.ts';

const formed = { 'content-type': 'application/x-www-form-urlencoded' };

test.each([
  ['/', 'text/html; charset=utf-8', '$2.12'],
  ['/v1', 'text/html; charset=utf-8', '$2.12'],
  ['/favicon.ico', 'image/svg+xml', '<svg'],
])('%s is there', async (path, type, content) => {
  const { status, headers, text } = await service.get(origin + path);
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type });
  expect(text).toContain(content);
});

test('a payer opens the proof, pays, comes back, and has a receipt that verifies', async () => {
  const job = await paid(service, service.order());
  const { status, headers } = await service.get(`${job.pay_url}/proof.pdf`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
  expect((await service.get(`${job.pay_url}/paid`)).text).toContain('Payment received');
  expect((await service.get(`${job.pay_url}/receipt`)).text).toContain('Order number');
  const receipt = await receiptOf(service, job);
  const form = new FormData();
  form.append('receipt', receipt.signature);
  const verdict = await fetch(`${origin}/v1/verify`, { method: 'POST', body: form });
  expect(verdict.status).toBe(200);
  const [above = ''] = (await verdict.text()).split('<form');
  expect(above).toContain('This receipt was issued by this service and has not been changed.');
});

test('a payer cancels on the page, and is refunded', async () => {
  const job = await paid(service, service.order());
  await service.jobUntil(job.job_id, { status: 'fulfilled' });
  const question = await service.get(`${job.pay_url}/cancel`);
  const token = /name="token" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
  const answer = await service.post(`${job.pay_url}/cancel`, `token=${token}`, formed);
  expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('The order is cancelled') });
  expect(await service.jobUntil(job.job_id, { refund: 'issued' })).toMatchObject({ status: 'cancelled' });
});

test('an account is removed by its id, by a program or on a page', async () => {
  const [byProgram, onPage] = [await registered(service), await registered(service)];
  const removed = await fetch(`${origin}/v1/bank-accounts/${byProgram}`, { method: 'DELETE' });
  expect(await removed.json()).toMatchObject({ removed: true, numbers_deleted: true });
  const typed = new URLSearchParams({ bank_account_id: onPage, confirmed: 'yes' }).toString();
  const page = await service.post('/bank-accounts/remove', typed, formed);
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('The account is removed') });
});
