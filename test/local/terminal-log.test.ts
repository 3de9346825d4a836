/** A terminal's view of requests and alarms. Colors are left out here, because no stream of a test is a terminal. */
import { requestLine, type ServedRequest } from '../../lib/local/terminal-log.ts';

const noon = new Date(2026, 10, 22, 12, 0, 5);
const served: ServedRequest = {
  ...{ method: 'POST', path: '/v1/jobs', status: 201, durationMs: 41.6 },
  ...{ code: undefined, field: undefined },
};
const plain = (text = '') => text.replaceAll(/\p{Cc}\[\d+m/gu, '');
const line = (change: Partial<ServedRequest> = {}) => plain(requestLine({ ...served, ...change }, noon));

test('a refusal adds its code and its field, and no word of the caller', () => {
  expect(line({ status: 400, code: 'invalid_request', field: 'letter.to.city' })).toMatch(
    /400 .* 42 ms {2}invalid_request {2}letter\.to\.city$/,
  );
});

test.each([
  ['job', '/v1/jobs/job_01hzx4k8y2m6q9r3t7v5w1abcd/cancel', '/v1/jobs/job_01hz…/cancel'],
  ['pay link', '/v1/pay/pay_01hzx4k8y2m6q9r3t7v5w1abcd', '/v1/pay/pay_01hz…'],
  ['quote', '/v1/new/quote_01hzx4k8y2m6q9r3t7v5w1abcd/proof.pdf', '/v1/new/quote_01hz…/proof.pdf'],
  ['bank account', '/v1/bank-accounts/bank_01hzx4k8y2m6q9r3t7v5w1abcd', '/v1/bank-accounts/bank_01hz…'],
  ['test payment page', '/v1/checkout/cs_test_01hzx4k8y2m6q9r3t7v5w1abcd', '/v1/checkout/cs_test_01hz…'],
])('the id of a %s is cut short: a screen may be shared', (_, path, shown) => {
  expect(line({ path })).toContain(` ${shown}  `);
});
