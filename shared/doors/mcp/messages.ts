/** Formats an answer as text, with the next step. It repeats no printed content, fetched data or text from a partner. */
import { taxRange } from '../../core/warnings/quoted-tax.ts';
import type { Caller } from '../../usecases/use-case.ts';

export type Body = Readonly<Record<string, unknown>>;

const joined = (...sentences: readonly (string | undefined)[]): string => sentences.filter(Boolean).join(' ');

const warningsOf = ({ warnings }: Body): string | undefined =>
  Array.isArray(warnings) && warnings.length > 0 ? `Show the user these warnings: ${warnings.join(' ')}` : undefined;

const priceOf = ({ total, currency, tax_label }: Body): string =>
  `${total} ${currency}${tax_label === undefined ? '' : ` including ${tax_label}`}`;

const pendingTaxOf = ({ tax_pending }: Body): string =>
  tax_pending === true ? ` plus ${taxRange} sales tax; ask for the province. Nothing` : '; nothing';

export function formatQuote(body: Body, creator: string, note?: string): string {
  const { service, quote_id, pages, country } = body;
  const size = pages === undefined ? '' : ` of ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  return joined(
    `A ${service}${size} to ${country} costs ${priceOf(body)}${pendingTaxOf(body)} is charged yet.`,
    note,
    warningsOf(body),
    `Show the user this price and ask for approval, then call ${creator} with ${quote_id} within the hour.`,
  );
}

export function formatCreated(body: Body): string {
  const { job_id, service, checkout_url, pay_url } = body;
  return joined(
    `The ${service} job ${job_id} waits for a payment of ${priceOf(body)}; nothing is charged until a person pays.`,
    warningsOf(body),
    `Give the user this link: ${checkout_url} (what will be sent can be looked at here: ${pay_url}). Then follow it with get_job_status.`,
  );
}

const byStatus: Readonly<Record<string, (body: Body) => string>> = {
  awaiting_payment: (body) =>
    `It waits for a payment of ${priceOf(body)}; nothing has been charged. Give the user this link: ${body.checkout_url}`,
  paid: () => 'It is paid and being handed to the partner. Ask again in a minute.',
  fulfilled: ({ fulfillment_status, delivery_status }) =>
    `The partner holds it: fulfilment ${fulfillment_status}, delivery ${delivery_status}. Tell the user no more than this; get_proof_of_mailing has the receipt.`,
  failed: ({ refund }) => `It has failed; nothing more is sent. Refund: ${refund}. A new try begins with a new quote.`,
  cancelled: ({ refund }) => `It is cancelled; nothing is sent. Refund: ${refund}.`,
};

export const formatStatus = (body: Body): string =>
  joined(
    `The ${body.service} job ${body.job_id} is ${`${body.status}`.replaceAll('_', ' ')}.`,
    body.error === null ? undefined : `${body.error}`,
    byStatus[`${body.status}`]?.(body),
  );

export const formatCancelled = ({ job_id, cancelled, refund, error }: Body): string =>
  cancelled === true
    ? `The job ${job_id} is cancelled; nothing is sent. Refund: ${refund}. Tell the user.`
    : `${error} See get_job_status.`;

export const formatReceipt = ({ job_id, statement }: Body, { baseUrl }: Caller): string =>
  `${statement} Tell the user no more than this. The signed receipt: ${baseUrl}/jobs/${job_id}/receipt`;
