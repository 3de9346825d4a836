/** Raw bank numbers in a check job are refused: docs/contract.md, "Checks". */

import { randomUUID } from 'node:crypto';
import { ada } from '../../support/e2e/client.ts';
import { checkOf, orderCheck, registered } from '../../support/e2e/desk.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';

describe.each(inSampledModes())('in %s mode', (_mode, service) => {
  let account: string;
  let quoteId: string;
  beforeAll(async () => {
    account = await registered(service);
    quoteId = (await service.make('/check-quotes', { country: 'US' })).quote_id;
  });

  const number = '48151623420';
  const deep = (depth: number, inmost: object): object => (depth === 0 ? inmost : { a: [deep(depth - 1, inmost)] });
  type Spoilt = () => object;
  const inCheck = (changes: object) => () => checkOf(quoteId, account, changes);
  const beside = (changes: object) => () => ({ ...checkOf(quoteId, account), ...changes });

  describe('raw numbers are refused with 400 that never repeats them, and nothing is created', () => {
    test.each<[string, Spoilt]>([
      ['check.bank_account', inCheck({ bank_account: number })],
      ['check.bank_account', inCheck({ bank_account: Number(number) })],
      ['check.bank_account', inCheck({ bank_account: '4815-1623-420' })],
      ['check.bank_account', inCheck({ bank_account: ' 021000021 / 48151623420 ' })],
      ['check.bank_account.account_number', inCheck({ bank_account: { account_number: number } })],
      ['check.account_number', inCheck({ account_number: number })],
      ['check.account_number', inCheck({ account_number: Number(number) })],
      ['check.routing_number', inCheck({ routing_number: '021000021' })],
      ['check.transit_number', inCheck({ transit_number: '60719' })],
      ['check.institution_number', inCheck({ institution_number: '847' })],
      ['check.accountNumber', inCheck({ accountNumber: number })],
      ['check.ROUTING NUMBER', inCheck({ 'ROUTING NUMBER': '021000021' })],
      ['check.iban', inCheck({ iban: 'GB29NWBK48151623420' })],
      ['check.to.account_number', inCheck({ to: { ...ada, account_number: number } })],
      ['check.from.routing', inCheck({ from: { ...ada, routing: '021000021' } })],
      ['account_number', beside({ account_number: number })],
      ['bank.account.number', beside({ bank: { account: { number } } })],
      ['payer', beside({ payer: [[{ name: 'x' }, { accounts: [{ account_number: number }] }]] })],
      ['', beside({ deep: deep(500, { routing_number: '021000021' }) })],
    ])('in %s, case %#', async (_field, spoilt) => {
      const idempotency_key = randomUUID();
      const answer = await service.post('/check-jobs', { ...spoilt(), idempotency_key });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect(`${answer.text}${JSON.stringify([...answer.headers])}`).not.toMatch(
        /48151623420|4815-1623|021000021|60719/,
      );
      expect(service.factsOf(answer)).toEqual([]);
      const sound = { ...checkOf(quoteId, account), idempotency_key };
      expect((await service.post('/check-jobs', sound)).status).toBe(201);
    });

    test.each<[string, Spoilt]>([
      ['check.account_number', inCheck({ account_number: number })],
      ['check.to.routing_number', inCheck({ to: { ...ada, routing_number: '021000021' } })],
      ['check.bank_account', inCheck({ bank_account: number })],
      ['payer[0].transit_number', beside({ payer: [{ transit_number: '60719' }] })],
    ])('the answer names %s and says where such numbers belong', async (field, spoilt) => {
      const { body } = await service.post('/check-jobs', spoilt());
      expect(body).toMatchObject({ field, error: expect.stringContaining(field) });
      expect(body.error).toMatch(/never accepted here.*bank-accounts/);
    });

    test('no check number is used up by them', async () => {
      const before = (await orderCheck(service, account)).check_number;
      for (const field of ['account_number', 'routing_number', 'bank_account'])
        expect((await service.post('/check-jobs', inCheck({ [field]: number })())).status).toBe(400);
      expect((await orderCheck(service, account)).check_number).toBe(before + 1);
    });

    test('they go before every other mistake: a body that is wrong in all ways is refused for them', async () => {
      const { body } = await service.post('/check-jobs', { check: { amount_cents: 'x', account_number: number } });
      expect(body.error).toMatch(/^check\.account_number is a raw bank number/);
    });

    test('numbers of other things are no bank numbers', async () => {
      const to = { ...ada, addressLine1: '12345678 Highway 021000021', postalOrZip: '62701-1234' };
      expect(await orderCheck(service, account, { to, memo: 'Invoice 48151623420' })).toMatchObject({
        service: 'check',
      });
    });
  });
});
