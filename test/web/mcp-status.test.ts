/** The sentences about a job that assistants read never contradict each other, in any state of any product. */
import { apply } from '../../shared/domain/job/apply.ts';
import type { Fact } from '../../shared/domain/job/lifecycle.ts';
import { type ProductName, productNames } from '../../shared/domain/names.ts';
import { disputedFact } from '../../shared/orders/pay/payment.ts';
import { testNote } from '../../shared/web/mcp/tools.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, placedAs, samples } from '../support/fakes/orders.ts';
import { atPartner, progressed, sample } from '../support/lives.ts';
import { called } from '../support/mcp-tools.ts';

const minute = 60_000;
const { paid, claimed, given_up, held, cancelled, checkout_expired, cancel_claimed } = sample;
const busy: Fact = { kind: 'partner_failed', error: 'The receiving line was busy.', cause: 'line' };
const refused: Fact = { kind: 'rejected', error: 'The print partner refused the order.', cause: 'ours' };
const stopped = [...atPartner, cancel_claimed, sample.partner_cancelled] as const;

/** The facts that lead to each state in which a job can be seen. */
const lives: Readonly<Record<string, readonly Fact[]>> = {
  unpaid: [],
  'payment processing': [{ kind: 'still_open', isProcessing: true }],
  paid: [paid],
  'being sent to the partner': [paid, claimed],
  'with the partner': atPartner,
  'with a partner that says until when': [
    paid,
    claimed,
    { kind: 'accepted', order: { id: 'letter_1', stage: 'accepted', newsAt: Date.UTC(2099, 0, 1) } },
  ],
  'being worked on': [...atPartner, progressed('in_progress')],
  dispatched: [...atPartner, progressed('dispatched')],
  scanned: [...atPartner, progressed('dispatched', { scans: [{ code: 'in_local_area' }] })],
  'waiting at a post office': [...atPartner, progressed('dispatched', { scans: [{ code: 'pickup_available' }] })],
  delivered: [...atPartner, progressed('completed', { delivered: true })],
  'on its way back': [...atPartner, progressed('dispatched', { returned: true })],
  'on its way back, and refunded': [...atPartner, progressed('dispatched', { returned: true }), sample.refunded],
  'being tried again': [...atPartner, sample.round_failed],
  'being canceled': [paid, cancel_claimed],
  'being recalled': [...atPartner, cancel_claimed],
  'held by a person': [paid, held],
  'in doubt': [paid, claimed, given_up],
  disputed: [paid, disputedFact],
  'disputed, but dispatched anyway': [...atPartner, disputedFact, progressed('dispatched')],
  expired: [checkout_expired],
  'canceled unpaid': [cancelled],
  'stopped, refund pending': stopped,
  'stopped and refunded': [...stopped, sample.refunded],
  'stopped, refund refused': [...stopped, sample.refund_refused],
  'refused by the partner': [paid, claimed, refused],
  'refused and refunded': [paid, claimed, refused, sample.refunded],
  'failed at the partner': [...atPartner, busy],
  'payment failed': [sample.payment_failed],
  'paid with the wrong amount': [sample.wrong_amount],
  'paid after it had expired': [checkout_expired, paid],
  'refunded, but still being sent': [...atPartner, sample.refunded],
};

async function resultOf(product: ProductName, facts: readonly Fact[], isTest = false, name = 'get_job_status') {
  const deps = memoryDeps();
  const job_id = await placedAs(deps, product);
  let job = await jobOf(deps, job_id);
  // The facts are in the future, so that the status is not requested from the partner.
  for (const [at, fact] of facts.entries()) {
    const next = apply(job, fact, job.createdAt + (at + 1) * minute);
    if (next === undefined) throw new Error(`${fact.kind} changes nothing in ${job.state}`);
    job = next;
  }
  await deps.jobs.replace(job);
  return called({ ...deps, settings: { ...deps.settings, isTest } }, name, { job_id });
}

/** Lists of claims that exclude each other: a text may make at most one claim of each list, and makes one of the first. */
const claims: readonly (readonly RegExp[])[] = [
  // How far it has come.
  [
    /waiting for a payment|has not confirmed the payment/,
    /no partner has confirmed/,
    /the print partner has it|the fax partner has it|being printed/,
    /is sending it/,
    /has left the print facility/,
    /taken every page/,
    /on hold/,
    /has failed/,
    /is canceled|has ended/,
  ],
  // Whether it can be stopped.
  [/can be canceled/, /cannot be canceled/, /cannot be recalled/, /nothing (?:more )?is sent/],
  // Whether there is anything to wait for.
  [
    /Estimated arrival/,
    /says that it was delivered/,
    /on its way back/,
    /on hold/,
    /nothing (?:more )?is sent/,
    /waiting for a payment|has not confirmed the payment/,
  ],
  // Where the money is.
  [
    /none has been received|has not confirmed the payment/,
    /It is paid/,
    /has been refunded/,
    /is being refunded/,
    /About the money/,
    /payment has failed/,
  ],
  // When to ask again.
  [/Ask again in/, /Ask again tomorrow/],
];

/** Both are true of an order that is still sent although it was refunded. */
const paidAndRefunded = /(It is paid.*)has been refunded/;

test.each(
  productNames.flatMap((product) => Object.entries(lives).map(([name, facts]) => [product, name, facts] as const)),
)('the status of a %s in the state “%s” has no contradictory sentences', async (product, _, facts) => {
  const { text, body } = await resultOf(product, facts);
  const withoutRefund = text.replace(paidAndRefunded, '$1');
  for (const alternatives of claims)
    expect(alternatives.filter((claim) => claim.test(withoutRefund)).length).toBeLessThanOrEqual(1);
  expect(claims[0]?.filter((claim) => claim.test(text))).toHaveLength(1);
  expect(text).not.toMatch(/undefined|null|NaN|IGNORE|_status|\b(?:in_production|not_applicable|contact_support)\b/);
  // No sentence is repeated.
  const sentences = text.split(/(?<=\.) /);
  expect(new Set(sentences).size).toBe(sentences.length);
  const isOpen = body.status === 'awaiting_payment' || body.status === 'paid' || body.status === 'fulfilled';
  expect(/can(?:not)? be (?:canceled|recalled)/.test(text)).toBe(isOpen);
  expect(/can be canceled/.test(text)).toBe(isOpen && body.cancellable);
});

test.each([
  [
    'letter',
    'unpaid',
    /is waiting for a payment of \$[\d.]+ USD; none has been received yet\. It can be paid until .*\/pay\/pay_\w+, not checkout_url\..*ask again in a minute, and do not order again/,
  ],
  [
    'letter',
    'payment processing',
    /has not confirmed the payment of \$2\.12 USD yet.*do not pay again\. Ask again tomorrow\. It can/,
  ],
  ['letter', 'with the partner', /It is paid, and the print partner has it; it has not been mailed\./],
  ['letter', 'with a partner that says until when', /It can be canceled until 2099-01-01 00:00 UTC with cancel_letter/],
  [
    'letter',
    'dispatched',
    /has left the print facility\. It has no tracking, so no one knows whether it has arrived\./,
  ],
  ['letter', 'held by a person', /on hold: a person .* will decide within a day\. Do not ask again before tomorrow\./],
  [
    'letter',
    'on its way back',
    /has left the print facility\. The carrier reports that it is on its way back to its sender, .+ Returned mail is not refunded\. .+ before a new order\. Tell/,
  ],
  ['check', 'on its way back', /The check should be destroyed when it comes back\./],
  ['letter', 'on its way back, and refunded', /before a new order\. The whole payment has been refunded\./],
  ['fax', 'failed at the partner', /It has failed.*The receiving line was busy\./],
  ['letter', 'refused by the partner', /It has failed.*is being refunded.*The print partner refused the order\./],
  ['letter', 'expired', /was not paid in time/],
  ['letter', 'disputed, but dispatched anyway', /has left the print facility.*disputed at the payer’s bank/],
] as const)('the status of a %s in the state “%s” has the right sentences', async (product, name, sentence) => {
  expect((await resultOf(product, lives[name] ?? [])).text).toMatch(sentence);
});

test.each(productNames)('in test mode each tool result about a %s begins with the test note', async (product) => {
  for (const name of ['get_job_status', 'get_proof_of_mailing', 'cancel_letter']) {
    for (const facts of [[], atPartner, [...atPartner, progressed('dispatched')]]) {
      expect((await resultOf(product, facts, true, name)).text.startsWith(testNote)).toBe(true);
      expect((await resultOf(product, facts, false, name)).text).not.toMatch(/test mode|simulated/i);
    }
  }
  const { text } = await called(memoryDeps(), `quote_${product}`, samples[product].quote);
  expect(text.startsWith(testNote)).toBe(true);
});
