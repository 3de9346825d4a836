/** Check quotes over HTTP: docs/contract.md, "Quotes" and "Prices". */

import { inSampledModes } from '../../support/e2e/modes.ts';
import { checkPrice } from '../../support/prices.ts';

describe.each(inSampledModes())('in %s mode', (_mode, service) => {
  const quote = (fields: object) => service.make('/check-quotes', fields);

  describe('a check quote’s answer', () => {
    test('for a Canadian payee with province_or_state also tax_cents, tax_label and total_cents', async () => {
      expect(await quote({ country: 'CA', province_or_state: 'ON' })).toMatchObject({
        ...{ service: 'check', country: 'CA', ...checkPrice('CA', 'ON'), tax_label: 'HST 13%' },
      });
    });

    test('for a Canadian payee without it no tax', async () => {
      const body = await quote({ country: 'CA' });
      expect(body).toMatchObject(checkPrice('CA'));
      expect(body).not.toHaveProperty('tax_cents');
      expect(body).not.toHaveProperty('tax_label');
    });
  });

  describe('the price is flat, plus tax in Canada', () => {
    test.each([
      ['ON', 'ON', 'HST 13%'],
      ['nb', 'NB', 'HST 15%'],
      ['NL', 'NL', 'HST 15%'],
      ['Prince Edward Island', 'PE', 'HST 15%'],
      ['NS', 'NS', 'HST 14%'],
      ['Québec', 'QC', 'GST+QST 14.975%'],
      ['BC', 'BC', 'GST 5%'],
      ['Nunavut', 'NU', 'GST 5%'],
    ] as const)('%s is taxed as %s: %s', async (province_or_state, province, tax_label) => {
      expect(await quote({ country: 'CA', province_or_state })).toMatchObject({
        ...{ ...checkPrice('CA', province), tax_label },
      });
    });

    test('US orders are not taxed, whatever province_or_state says', async () => {
      for (const province_or_state of ['NY', 'ON', '', null])
        expect(await quote({ country: 'US', province_or_state })).not.toHaveProperty('tax_cents');
    });

    test('a face amount that is sent along changes nothing', async () => {
      for (const amount_cents of [100, 2_500_000])
        expect((await quote({ country: 'US', amount_cents })).amount).toBe(checkPrice().amount);
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
