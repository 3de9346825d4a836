/** Check quotes over HTTP: docs/contract.md, "Quotes" and "Prices". */

import { inBothModes } from '../../support/e2e/modes.ts';

describe.each(inBothModes())('in %s mode', (_mode, service) => {
  const quote = (fields: object) => service.make('/check-quotes', fields);

  describe('what a check quote says', () => {
    test('for a US payee: service, id, currency, country and the price, and it is short-lived', async () => {
      const { status, body } = await service.post('/check-quotes', { country: 'US' });
      expect(status).toBe(201);
      expect(body).toEqual({
        service: 'check',
        quote_id: expect.stringMatching(/^quote_[0-9a-z]{26}$/),
        country: 'US',
        currency: 'USD',
        amount_cents: 500,
        amount: '$5.00',
        total_cents: 500,
        total: '$5.00',
        expires_at: expect.any(Number),
        warnings: [],
      });
      expect(body.expires_at - Date.now()).toBeGreaterThan(59 * 60_000);
      expect(body.expires_at - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    });

    test('for a Canadian payee with province_or_state also tax_cents, tax_label and total_cents', async () => {
      expect(await quote({ country: 'CA', province_or_state: 'ON' })).toMatchObject({
        ...{ service: 'check', country: 'CA', currency: 'CAD', amount_cents: 700, amount: 'CA$7.00' },
        ...{ tax_cents: 91, tax_label: 'HST 13%', total_cents: 791, total: 'CA$7.91' },
      });
    });

    test('for a Canadian payee without it no tax', async () => {
      const body = await quote({ country: 'CA' });
      expect(body).toMatchObject({ currency: 'CAD', amount_cents: 700, total_cents: 700, total: 'CA$7.00' });
      expect(body).not.toHaveProperty('tax_cents');
      expect(body).not.toHaveProperty('tax_label');
    });
  });

  describe('the price is flat, plus tax in Canada', () => {
    test.each([
      ['ON', 'HST 13%', 91],
      ['nb', 'HST 15%', 105],
      ['NL', 'HST 15%', 105],
      ['Prince Edward Island', 'HST 15%', 105],
      ['NS', 'HST 14%', 98],
      ['Québec', 'GST+QST 14.975%', 105],
      ['BC', 'GST 5%', 35],
      ['Nunavut', 'GST 5%', 35],
    ])('%s: %s', async (province_or_state, tax_label, tax_cents) => {
      expect(await quote({ country: 'CA', province_or_state })).toMatchObject({
        ...{ amount_cents: 700, tax_label, tax_cents, total_cents: 700 + tax_cents },
      });
    });

    test('US orders are not taxed, whatever province_or_state says', async () => {
      for (const province_or_state of ['NY', 'ON', '', null])
        expect(await quote({ country: 'US', province_or_state })).not.toHaveProperty('tax_cents');
    });

    test('a face amount that is sent along changes nothing', async () => {
      for (const amount_cents of [100, 2_500_000])
        expect((await quote({ country: 'US', amount_cents })).amount).toBe('$5.00');
    });
  });

  describe('an invalid request is 400 and names what to fix', () => {
    test.each([
      ['country', {}],
      ['country', { country: 'MX' }],
      ['country', { country: 'us' }],
      ['country', { country: ['US'] }],
      ['province_or_state', { country: 'CA', province_or_state: 'Texas' }],
      ['province_or_state', { country: 'CA', province_or_state: 7 }],
    ])('%s, case %#', async (field, request) => {
      const { status, body } = await service.post('/check-quotes', request);
      expect({ status, body }).toMatchObject({ status: 400, body: { field, error: expect.stringContaining(field) } });
    });
  });
});
