/** Orders a letter, a check and a fax with the client that hey-api makes. Argument: the service. */
import { client } from './mail/client.gen';
import * as mail from './mail/index';

client.setConfig({ baseUrl: process.argv[2] ?? '' });
const text = 'Dear Ada,\n\nthe engine works.';
const place = { city: 'Springfield', provinceOrState: 'IL', postalOrZip: '62701', countryCode: 'US' } as const;
const ada = { name: 'Ada Lovelace', addressLine1: '12 Analytical Way', ...place };
const grace = { name: 'Grace Hopper', addressLine1: '2 Example Ave', ...place };

function must<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const { quote_id } = must(await mail.quoteLetter({ body: { country: 'US', text } }));
const letter = { to: ada, from: grace, text };
console.log('ordered', must(await mail.createLetterJob({ body: { quote_id, letter } })).job_id);

const { bank_account_id: bank_account } = must(
  await mail.registerBankAccount({
    body: {
      ...{ nickname: 'Household', country: 'US', account_holder_name: 'Grace Hopper', bank_name: 'First Example Bank' },
      ...{ routing_number: '021000021', account_number: '73519284605' },
    },
  }),
);
const checkQuote = must(await mail.quoteCheck({ body: { country: 'US' } }));
const check = { to: ada, from: grace, bank_account, amount_cents: 12_550 };
console.log('ordered', must(await mail.createCheckJob({ body: { quote_id: checkQuote.quote_id, check } })).job_id);

const faxQuote = must(await mail.quoteFax({ body: { country: 'US', text } }));
const fax = { to_number: '+12125550306', text };
console.log('ordered', must(await mail.createFaxJob({ body: { quote_id: faxQuote.quote_id, fax } })).job_id);
