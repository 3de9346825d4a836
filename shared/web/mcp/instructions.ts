/** The service's instructions for assistants: the order of calls, and what it cannot do. */
import { productNames } from '../../domain/names.ts';
import { bankAccountPage } from '../../orders/bank-accounts/register-bank-account.ts';
import { productNamed } from '../../products/index.ts';
import { pluralsOf, productDocs } from '../docs/products.ts';
import type { Toolset } from './tools.ts';

export function instructions(baseUrl: string, isTest: boolean, products: Toolset = productNames): string {
  const named = (each: (product: string) => string): string => products.map(each).join(', ');
  const leaving = (way: 'mailed' | 'sent'): string =>
    pluralsOf(docsOf(products).filter(({ leftAs }) => leftAs === way));
  const ways = [`Mails ${leaving('mailed')}`, leaving('sent') && `sends ${leaving('sent')}`]
    .filter(Boolean)
    .join(' and ');
  // In test mode the instructions begin with this.
  const testLine =
    'TEST MODE: all payment, printing, mailing and sending is only simulated. Say so whenever you report the status of an order.\n';
  const bankAccountRule = `Bank accounts: never ask for account, routing or transit numbers, and never pass them on. The user registers the account at ${bankAccountPage(baseUrl)} and gives you the id that the page shows, bank_….\n`;
  return `${isTest ? testLine : ''}${ways} in the US and Canada. A person stays in charge of the money. The order of calls:
1. Quote: ${named((product) => `quote_${product}`)}. For a file that the user has, upload: true gives a page to attach it.
2. Show the user the exact price and every warning, and ask for approval.
3. Create the job: ${named((product) => `create_${product}_job`)}, with the quote_id, the quote's content_hash and a fresh UUID as idempotency_key; the same key again when a call is retried. An address is an object, or the user's own text: one line with commas, or several lines${products.some((name) => productNamed(name).mailsTo) ? '; verify_address says whether mail arrives there' : ''}.
4. Read the summary back to the user, and give them pay_url, not checkout_url: the page shows what will be sent, and leads to the payment. Nothing is charged until a person pays, and nothing is sent before.
5. Follow it with get_job_status, and claim no more than it says: mailed is not delivered. get_proof_of_mailing has the signed receipt; cancel_letter stops a job while get_job_status says that it can be cancelled. All three work for every product; the first two take the pay link as well.
${products.some((name) => productNamed(name).drawsOn !== undefined) ? bankAccountRule : ''}Cannot: several recipients in one payment, other countries, postcards, two-sided print, batches; a day to print is send_on.
A call that fails says what to change in error, with a code and often the field. Fields that are not in a tool's schema are refused, or ignored with a warning. One quote serves several recipients, each with a job of its own. Prices are in the resource prices://list.`;
}

const docsOf = (products: Toolset) => productDocs.filter(({ name }) => products.includes(name));
