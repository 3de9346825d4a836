/** Sound requests for the table of mistakes, in which `$letter` and its like stand for ids of the service. */
import { ada, grace, text } from '../client.ts';

export { ada, grace, text };

type Changes = Readonly<Record<string, unknown>>;

/** A request, and the sentence of its answer: the hint of an unknown endpoint, an error, or all warnings. */
export type Mistake = readonly [
  made: string,
  route: `${string} ${string}`,
  sent: unknown,
  status: number,
  sentence: string,
  headers?: Readonly<Record<string, string>>,
];

/** A letter quote. */
export const asked = (changes: Changes) => ({ country: 'US', text, ...changes });

export const letter = (to: Changes = {}, order: Changes = {}, beside: Changes = {}) => ({
  quote_id: '$letter',
  letter: { to: { ...ada, ...to }, from: grace, text, ...order },
  ...beside,
});

export const check = (order: Changes, beside: Changes = {}) => ({
  quote_id: '$check',
  check: { to: ada, from: grace, bank_account: '$bank', amount_cents: 12_550, ...order },
  ...beside,
});

export const fax = (order: Changes) => ({ quote_id: '$fax', fax: { to_number: '+12125550199', text, ...order } });
