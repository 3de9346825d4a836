/** Check jobs over HTTP: docs/contract.md, "Jobs" and "Checks". */

import { ada, grace, inToronto, type Json, unknownId } from '../../support/e2e/client.ts';
import { caBank, checkOf, orderCheck, paid, receiptOf, registered, usBank } from '../../support/e2e/desk.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import { checkPrice, taxLines } from '../../support/prices.ts';

describe.each(inSampledModes())('in %s mode', (_mode, service) => {
  let account: string;
  let canadian: string;
  let quoteId: string;
  beforeAll(async () => {
    [account, canadian] = await Promise.all([registered(service), registered(service, caBank)]);
    quoteId = (await service.make('/check-quotes', { country: 'US' })).quote_id;
  });

  const order = (changes: object = {}) => orderCheck(service, account, changes);
  const asked = (changes: object) => service.post('/check-jobs', checkOf(quoteId, account, changes));
  /** A 400 that names the field and has made nothing. */
  async function refused(field: string, changes: object, wanted: RegExp = /./): Promise<Json> {
    const answer = await asked(changes);
    expect(answer).toMatchObject({ status: 400, body: { field, error: expect.stringMatching(wanted) } });
    expect(answer.body.error).toContain(field);
    expect(service.factsOf(answer)).toEqual([]);
    return answer.body;
  }

  describe('a new check job’s answer', () => {
    test('for Canada tax_cents and total_cents by the province of the payee', async () => {
      const inOntario = checkPrice('CA', 'ON');
      const job = await orderCheck(service, canadian, { to: inToronto });
      expect(job).toMatchObject({
        ...{ ...inOntario, tax_label: 'HST 13%' },
        ...{ check_amount_cents: 12_550, check_amount: 'CA$125.50', check_currency: 'CAD' },
      });
      const { text: page } = await service.get(job.checkout_url);
      for (const said of taxLines(inOntario)) expect(page).toContain(said);
    });

    test('the currency of the check follows the account, that of the price the payee, with a warning', async () => {
      const toUs = await orderCheck(service, canadian);
      expect(toUs).toMatchObject({ currency: 'USD', check_currency: 'CAD', check_amount: 'CA$125.50' });
      expect(toUs.warnings).toEqual([expect.stringContaining('drawn in CAD')]);
      const toCanada = await orderCheck(service, account, { to: inToronto });
      expect(toCanada).toMatchObject({ currency: 'CAD', check_currency: 'USD', check_amount: '$125.50' });
      expect(toCanada.warnings).toContainEqual(expect.stringContaining('drawn in USD'));
    });
  });

  describe('a face amount of 100 to 2500000 cents, at one flat price', () => {
    test.each([
      [100, '$1.00'],
      [101, '$1.01'],
      [2_500_000, '$25,000.00'],
    ])('%d is %s', async (amount_cents, check_amount) => {
      expect(await order({ amount_cents })).toMatchObject({
        ...{ check_amount_cents: amount_cents, check_amount, ...checkPrice() },
      });
    });

    test.each([99, 2_500_001, 0, -100, 100.5, '12550', null, undefined, [12_550], true, 1e21])(
      '%j is 400',
      (amount_cents) => refused('check.amount_cents', { amount_cents }),
    );
  });

  describe('a memo of at most 40 characters', () => {
    test.each(['x'.repeat(40), 'é'.repeat(40), 'Rent, May 2026 (№ 7)', '', null])('%j is printed', async (memo) => {
      const receipt = await receiptOf(service, await order({ memo }));
      expect(receipt.memo).toBe(memo === '' || memo === null ? undefined : memo);
    });

    test.each(['x'.repeat(41), 'two\nlines', 'bell\u0007', 7])('%j is 400', (memo) => refused('check.memo', { memo }));
  });

  describe('check.message is an HTML note on the same page as the check', () => {
    test('text mark-up is kept, and whoever pays sees the note', async () => {
      const job = await order({ message: '<h2>Rent</h2><p>for <b>May</b></p>' });
      expect(job.warnings).toEqual([]);
      expect((await receiptOf(service, job)).message).toBe('<h2>Rent</h2><p>for <b>May</b></p>');
      const page = await service.get(`${job.pay_url}/pages/1`);
      expect(page.headers.get('content-type')).toBe('image/png');
      expect((await service.get(job.pay_url)).text).toContain('/pages/1"');
    });

    test('everything else is left out, with a warning that says what', async () => {
      const message = '<p onclick="x()">Hi {{name}}</p><script>steal()</script><img src="https://evil.example/x.png">';
      const job = await order({ message });
      expect(job.warnings).toEqual([expect.stringMatching(/check\.message.*images.*scripts/)]);
      const receipt = await receiptOf(service, job);
      expect(receipt.message).toContain('Hi');
      expect(receipt.message).not.toMatch(/script|steal|img|evil|onclick|\{\{/);
    });

    test('too long is 400 and says by how much', async () => {
      await refused(
        'check.message',
        { message: '<p>line</p>'.repeat(200) },
        /inches tall.*shorten it by \d+\.\d inches/,
      );
      await refused('check.message', { message: `<p>${'long '.repeat(5_000)}</p>` }, /25007 bytes.*20000/);
    });

    test('nothing to print is 400; no note at all is none', async () => {
      await refused('check.message', { message: '<script>x</script>' }, /nothing to print/i);
      await refused('check.message', { message: 7 });
      for (const message of [undefined, null, '  ']) expect(await order({ message })).toMatchObject({ warnings: [] });
    });
  });

  describe('the rules of a check job', () => {
    test("the quote's country must match the payee's country", async () => {
      const body = await refused('check.to.countryCode', { to: { ...ada, ...inToronto } }, /the quote is for US/);
      expect(body.code).toBe('country_mismatch');
      const { quote_id } = await service.make('/check-quotes', { country: 'CA' });
      expect(await service.post('/check-jobs', checkOf(quote_id, account))).toMatchObject({
        status: 400,
        body: { field: 'check.to.countryCode' },
      });
    });

    test.each([
      ['unknown', 'bank_00000000000000000000000000'],
      ['no id', 'my account'],
      ['empty', ''],
      ['missing', undefined],
      ['no text', { id: 'bank_1' }],
    ])('an account that is %s is 400 and names check.bank_account', (_, bank_account) =>
      refused('check.bank_account', { bank_account }),
    );

    test('an id of another kind is no account', async () => {
      const { job_id } = await order();
      await refused('check.bank_account', { bank_account: job_id });
      await refused('check.bank_account', { bank_account: quoteId });
    });

    test.each([
      ['check.to', { to: undefined }],
      ['check.from', { from: undefined }],
      ['check.to.name', { to: { ...ada, name: '' } }],
      ['check.from.name', { from: { ...grace, name: undefined } }],
      ['check.to.addressLine1', { to: { ...ada, addressLine1: '' } }],
      ['check.to.countryCode', { to: { ...ada, countryCode: 'DE' } }],
    ])('%s is asked for', async (field, changes) => {
      const { status, body } = await asked(changes);
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: expect.stringContaining(field.replace('.name', '')),
      });
    });

    test.each([
      ['quote_id', { quote_id: undefined }],
      ['quote_id', { quote_id: 'quote_00000000000000000000000000' }],
      ['check', { check: undefined }],
      ['check', { check: [] }],
    ])('%s is asked for, case %#', async (field, changes) => {
      const { status, body } = await service.post('/check-jobs', { ...checkOf(quoteId, account), ...changes });
      expect({ status, body }).toMatchObject({ status: 400, body: { field } });
    });
  });

  test('a check is no letter: its partner’s id is unknown where letters are looked up', async () => {
    const { job_id } = await paid(service, order());
    const view = await service.jobUntil(job_id, { status: 'fulfilled' });
    expect(view).not.toHaveProperty('letter_id');
    expect(await service.get(`/letters/${view.check_id}`)).toMatchObject({
      status: 404,
      text: unknownId(service),
    });
  });

  describe('check numbers', () => {
    test('increase per account and are never given twice, also to ten orders at once', async () => {
      const fresh = await registered(service, { ...usBank, nickname: 'Office' });
      const numbersOf = (jobs: Json[]) => jobs.map(({ check_number }) => check_number as number);
      const atOnce = numbersOf(await Promise.all(Array.from({ length: 10 }, () => orderCheck(service, fresh))));
      expect(new Set(atOnce).size).toBe(10);
      const after = [await orderCheck(service, fresh), await orderCheck(service, fresh)];
      const all = [Math.max(...atOnce), ...numbersOf(after)];
      expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b));
      const again = await registered(service, { ...usBank, nickname: 'Workshop' });
      expect((await orderCheck(service, again)).check_number).toBe(Math.max(...all) + 1);
      const another = await registered(service, { ...usBank, account_number: '99000000001', nickname: 'Household' });
      expect((await orderCheck(service, another)).check_number).toBe(1_001);
    });
  });
});
