/** Orders a letter, a check and a fax with the packed TypeScript client. Argument: the URL of the service. */
import { newIdempotencyKey, printAndMail } from 'print-and-mail';

const api = printAndMail(process.argv[2]);
const text = 'Dear Ada,\n\nThe engine works.';
const place = { city: 'Springfield', provinceOrState: 'IL', postalOrZip: '62701', countryCode: 'US' };
const to = { name: 'Ada Lovelace', addressLine1: '12 Analytical Way', ...place };
const from = { name: 'Grace Hopper', addressLine1: '2 Example Ave', ...place };

/** The body of a successful response. */
async function bodyOf(response) {
  const { data, error } = await response;
  if (error !== undefined) throw new Error(error.error);
  return data;
}

const bank = {
  nickname: 'Household',
  country: 'US',
  account_holder_name: 'Grace Hopper',
  bank_name: 'First Example Bank',
  routing_number: '021000021',
  account_number: '73519284605',
};
const { bank_account_id } = await bodyOf(api.POST('/bank-accounts', { body: bank }));

const orders = [
  ['', { text }, { letter: { to, from, text } }],
  ['check-', {}, { check: { to, from, bank_account: bank_account_id, amount_cents: 12_550 } }],
  ['fax-', { text }, { fax: { to_number: '+12125550301', text } }],
];
for (const [prefix, content, order] of orders) {
  const { quote_id } = await bodyOf(api.POST(`/${prefix}quotes`, { body: { country: 'US', ...content } }));
  const request = { params: { header: { 'Idempotency-Key': newIdempotencyKey() } }, body: { quote_id, ...order } };
  const { job_id } = await bodyOf(api.POST(`/${prefix}jobs`, request));
  const again = await bodyOf(api.POST(`/${prefix}jobs`, request));
  if (again.job_id !== job_id) throw new Error('the repeated request made another order');
  const { checkout_url } = await bodyOf(api.GET('/jobs/{job_id}', { params: { path: { job_id } } }));
  console.log('ordered', job_id, checkout_url);
}
