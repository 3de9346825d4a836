/** A check's receipt and pages: docs/contract.md, "Receipts" and "Pay page". */

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { ada, grace } from '../../support/e2e/client.ts';
import { orderCheck, paid, receiptOf, registered } from '../../support/e2e/desk.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import type { Service } from '../../support/e2e/service.ts';
import { checkPrice } from '../../support/prices.ts';

const modes = inSampledModes();
const accounts = new Map<Service, string>();
beforeAll(async () => {
  for (const [, each] of modes) accounts.set(each, await registered(each));
});

const orderAt = (desk: Service, changes: object = {}) => orderCheck(desk, accounts.get(desk) ?? '', changes);

describe.each(modes)('the proof-of-mailing receipt, in %s mode', (_mode, service) => {
  const order = (changes: object = {}) => orderAt(service, changes);

  test('names the payee and the face amount, and fingerprints the exact check instruction', async () => {
    const job = await order({ memo: 'Rent — May', message: '<p>Zoë & co</p>' });
    const receipt = await receiptOf(service, job);
    expect(receipt).toMatchObject({
      ...{ job_id: job.job_id, service: 'check', status: 'awaiting_payment', ...checkPrice() },
      to: { firstName: 'Ada', lastName: 'Lovelace', addressLine1: ada.addressLine1 },
      from: { firstName: 'Grace', lastName: 'Hopper', addressLine1: grace.addressLine1 },
      ...{ check_amount_cents: 12_550, check_amount: '$125.50', check_currency: 'USD', memo: 'Rent — May' },
      ...{ check_number: job.check_number, partner_id: null },
    });
    expect(receipt.instruction_sha256).toBe(fingerprint(receipt));
  });

  test('and one without memo and message by the same rule; any other amount has another fingerprint', async () => {
    const receipts = [await order(), await order(), await order({ amount_cents: 12_551 })].map((job) =>
      receiptOf(service, job),
    );
    const [one, same, other] = await Promise.all(receipts);
    expect([one, same, other].map((receipt) => receipt.instruction_sha256)).toEqual(
      [one, same, other].map((receipt) => fingerprint(receipt)),
    );
    expect(same.instruction_sha256).toBe(one.instruction_sha256);
    expect(other.instruction_sha256).not.toBe(one.instruction_sha256);
  });

  test('does not contain the id of the bank account, with which anybody could draw checks', async () => {
    const job = await paid(service, order());
    const receipt = await receiptOf(service, job);
    const payload = Buffer.from(receipt.signature.split('.')[1], 'base64url').toString();
    for (const text of [JSON.stringify(receipt), payload, (await service.get(job.pay_url)).text])
      expect(text).not.toMatch(/bank_[0-9a-z]{26}/);
  });

  test('never confirms delivery or clearance, even when mailed', async () => {
    const { job_id } = await paid(service, order({ to: { ...ada, addressLine1: '1 TEST MAILED ST' } }));
    await service.jobUntil(job_id, { fulfillment_status: 'mailed' });
    const receipt = await receiptOf(service, { job_id });
    expect(receipt).toMatchObject({ status: 'mailed', times: { mailed_at: expect.any(Number) } });
    expect(receipt.statement).toMatch(/has left the print facility.*nothing about delivery/);
    expect(JSON.stringify(receipt)).not.toMatch(/delivered|clear|cashed|deposited/i);
  });

  /** RFC 8785, as anybody could who knows the account. */
  const fingerprint = (receipt: { [field: string]: unknown }) =>
    createHash('sha256')
      .update(
        canonicalize({
          ...{ payee: receipt.to, sender: receipt.from, bank_account: accounts.get(service) },
          ...{ amount_cents: receipt.check_amount_cents, currency: receipt.check_currency },
          ...{ memo: receipt.memo, message: receipt.message },
        }) ?? '',
      )
      .digest('hex');
});

describe.each(modes)('the pages for people, in %s mode', (_mode, service) => {
  test('the pay page shows what will be printed: payee, face amount, memo, account and the price', async () => {
    const job = await orderAt(service, { memo: 'Rent <May>' });
    const { status, text } = await service.get(job.pay_url);
    expect(status).toBe(200);
    for (const said of [
      'Ada Lovelace',
      '12 Analytical Way',
      '$125.50',
      'Rent &lt;May&gt;',
      'Household',
      'Grace Hopper',
    ])
      expect(text).toContain(said);
    for (const said of [
      'Drawn on',
      'Check number',
      `${job.check_number}`,
      `Pay ${checkPrice().total}`,
      job.checkout_url,
    ])
      expect(text).toContain(said);
  });

  test('the partner holds it as a check, without a document', async () => {
    const { job_id } = await paid(service, orderAt(service));
    const { check_id } = await service.jobUntil(job_id, { status: 'fulfilled' });
    expect(await service.mailed(job_id)).toMatchObject([
      {
        ...{ id: check_id, kind: 'check', job_id, status: 'ready', created_at: expect.any(Number) },
        ...{ document_sha256: null, document_url: null },
      },
    ]);
  });
});
