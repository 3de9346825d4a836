/** Orders checks and faxes over HTTP, with bank accounts and fax numbers. */
import { ada, type Client, grace, type Json, text } from './client.ts';

/** The numbers are valid but belong to no real account. */
export const usBank = {
  nickname: 'Household',
  country: 'US',
  account_holder_name: 'Grace Hopper',
  bank_name: 'First Example Bank',
  routing_number: '021000021',
  account_number: '73519284605',
} as const;

export const caBank = {
  nickname: 'Ménage',
  country: 'CA',
  account_holder_name: 'Grace Hopper',
  bank_name: 'Banque Exemple',
  institution_number: '847',
  transit_number: '60719',
  account_number: '918273645',
} as const;

/** Returns the id of a new account. An IP address may register ten an hour. */
export const registerAccount = async (client: Client, account: object = usBank): Promise<string> =>
  (await client.make('/bank-accounts', account)).bank_account_id;

/** A check for 125.50, to Ada. */
export const checkOf = (quoteId: string, account: string, changes: object = {}) => ({
  quote_id: quoteId,
  check: { to: ada, from: grace, bank_account: account, amount_cents: 12_550, ...changes },
});

/** Orders a check, quoted for the country of its payee. */
export async function orderCheck(client: Client, account: string, changes: object = {}) {
  const to = { ...ada, ...(changes as { to?: object }).to };
  const { quote_id } = await client.make('/check-quotes', { country: to.countryCode });
  return client.make('/check-jobs', checkOf(quote_id, account, { ...changes, to }));
}

let lastNumber = 5_550_200;

/** A number that no other fax uses, because faxes to the same number wait for each other. */
export function freshNumber(areaCode = 212): string {
  lastNumber += 1;
  return `+1${areaCode}${lastNumber}`;
}

export const faxOf = (quoteId: string, changes: object = {}) => ({
  quote_id: quoteId,
  fax: { to_number: freshNumber(), text, ...changes },
});

export async function orderFax(client: Client, changes: object = {}, quote: object = {}): Promise<Json> {
  const { quote_id } = await client.make('/fax-quotes', { country: 'US', text, ...quote });
  return client.make('/fax-jobs', faxOf(quote_id, changes));
}

/** Presses Pay. Returns the job as created. */
export async function paid(client: Client, ordered: Promise<Json>): Promise<Json> {
  const job = await ordered;
  const { status } = await client.pay(job.checkout_url);
  if (status !== 200) throw new Error(`the payment got status ${status}`);
  return job;
}

export const receiptOf = async (client: Client, { job_id }: Json): Promise<Json> =>
  (await client.get(`/jobs/${job_id}/receipt`)).body;
