/** Orders a letter, a check and a fax with the client that orval makes. It has the address of the service in it. */
import * as mail from './mail/mail';

const text = 'Dear Ada,\n\nthe engine works.';
const place = { city: 'Springfield', provinceOrState: 'IL', postalOrZip: '62701', countryCode: 'US' } as const;
const ada = { name: 'Ada Lovelace', addressLine1: '12 Analytical Way', ...place };
const grace = { name: 'Grace Hopper', addressLine1: '2 Example Ave', ...place };

type Answered = { readonly status: number; readonly data: unknown };

function must<A extends Answered>(answer: A): Extract<A, { readonly status: 201 }>['data'] {
  if (answer.status !== 201) throw new Error(JSON.stringify(answer));
  return answer.data as Extract<A, { readonly status: 201 }>['data'];
}

const { quote_id } = must(await mail.quoteLetter({ country: 'US', text }));
const letter = { to: ada, from: grace, text };
console.log('ordered', must(await mail.createLetterJob({ quote_id, letter })).job_id);

const { bank_account_id: bank_account } = must(
  await mail.registerBankAccount({
    ...{ nickname: 'Household', country: 'US', account_holder_name: 'Grace Hopper', bank_name: 'First Example Bank' },
    ...{ routing_number: '021000021', account_number: '73519284605' },
  }),
);
const checkQuote = must(await mail.quoteCheck({ country: 'US' }));
const check = { to: ada, from: grace, bank_account, amount_cents: 12_550 };
console.log('ordered', must(await mail.createCheckJob({ quote_id: checkQuote.quote_id, check })).job_id);

const faxQuote = must(await mail.quoteFax({ country: 'US', text }));
const fax = { to_number: '+12125550307', text };
console.log('ordered', must(await mail.createFaxJob({ quote_id: faxQuote.quote_id, fax })).job_id);
