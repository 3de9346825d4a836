/** Fax quotes and fax jobs over HTTP: docs/contract.md, "Quotes", "Jobs" and "Faxes". */

import { text } from '../../support/e2e/client.ts';
import { faxOf, freshNumber, orderFax } from '../../support/e2e/desk.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import { faxPrice } from '../../support/prices.ts';

describe.each(inSampledModes())('in %s mode', (_mode, service) => {
  const quote = (fields: object = {}) => service.make('/fax-quotes', { country: 'US', text, ...fields });
  const order = (changes?: object, fields?: object) => orderFax(service, changes, fields);
  /** 9 inches of every page hold 43 lines. */
  const pagesOfText = (pages: number) => 'line\n'.repeat(43 * pages).trimEnd();

  describe('a fax quote’s answer', () => {
    test('the pages are those of the fax layout, which has no free zone', async () => {
      expect((await quote({ text: pagesOfText(1) })).pages).toBe(1);
      expect((await quote({ text: `${pagesOfText(1)}\nline` })).pages).toBe(2);
      expect((await service.quote({ text: pagesOfText(1) })).pages).toBe(2);
    });

    test('of HTML as well', async () => {
      const page = '<p style="break-after:page">page</p>';
      expect(await quote({ text: undefined, html: `${page}${page}<p>end</p>` })).toMatchObject({
        pages: 3,
        warnings: [],
      });
    });

    test('HTML is drawn black on white', async () => {
      const html = '<div style="background:#999;color:#ccc;height:4in">grey</div>';
      expect((await quote({ text: undefined, html })).warnings).toEqual([]);
    });
  });

  describe('one price in USD for the first page and another for each additional page', () => {
    test.each([1, 2, 11, 200])('%d pages', async (pages) => {
      const priced = { pages, ...faxPrice(pages) };
      expect(await quote({ text: pagesOfText(pages) })).toMatchObject(priced);
      expect(await quote({ text: pagesOfText(pages), country: 'CA' })).toMatchObject(priced);
    });

    test('at most 200 pages', async () => {
      expect(await order({ text: pagesOfText(200) }, { text: pagesOfText(200) })).toMatchObject({ pages: 200 });
      for (const content of [
        { text: pagesOfText(201) },
        { html: '<p style="break-after:page">page</p>'.repeat(200).concat('<p>end</p>') },
      ])
        expect(await service.post('/fax-quotes', { country: 'US', ...content })).toMatchObject({
          status: 400,
          body: { field: Object.keys(content)[0], error: expect.stringMatching(/200/) },
        });
    });
  });

  describe('faxes to Canada are taxed, in USD', () => {
    test.each([
      ['ON', 416, 'HST 13%'],
      ['NB', 506, 'HST 15%'],
      ['NL', 709, 'HST 15%'],
      ['QC', 514, 'GST+QST 14.975%'],
      ['BC', 604, 'GST 5%'],
      ['YT', 867, 'GST 5%'],
    ] as const)(
      '%s: on the quote when given, on the job by the area code %d',
      async (province, areaCode, tax_label) => {
        const taxed = { ...faxPrice(1, province), tax_label };
        expect(await quote({ country: 'CA', province_or_state: province })).toMatchObject(taxed);
        expect(await order({ to_number: freshNumber(areaCode) }, { country: 'CA' })).toMatchObject(taxed);
      },
    );

    test('a quote without province_or_state has no tax, and the job says that it adds one', async () => {
      expect(await quote({ country: 'CA' })).not.toHaveProperty('tax_cents');
      const { warnings } = await order({ to_number: freshNumber(416) }, { country: 'CA' });
      expect(warnings).toEqual([expect.stringContaining('HST 13%')]);
    });

    test('fax.province_or_state goes before the quote, the quote before the area code', async () => {
      const to_number = freshNumber(604);
      const quoted = { country: 'CA', province_or_state: 'ON' };
      expect(await order({ to_number }, quoted)).toMatchObject(faxPrice(1, 'ON'));
      const told = await order({ to_number, province_or_state: 'nova scotia' }, quoted);
      expect(told).toMatchObject(faxPrice(1, 'NS'));
    });

    test('an area code that provinces of different taxes share is taxed by the first, with a warning', async () => {
      const { tax_label, warnings } = await order({ to_number: freshNumber(902) }, { country: 'CA' });
      expect(tax_label).toBe('HST 14%');
      expect(warnings).toContainEqual(expect.stringMatching(/NS and PE.*province_or_state/));
    });

    test('US faxes are not taxed', async () => {
      expect(await quote({ province_or_state: 'NY' })).not.toHaveProperty('tax_cents');
      expect(await order({ province_or_state: 'NY' })).not.toHaveProperty('tax_cents');
    });

    test('an unknown province is 400 on both', async () => {
      const request = { country: 'CA', text, province_or_state: 'Atlantis' };
      expect((await service.post('/fax-quotes', request)).body.field).toBe('province_or_state');
      const { quote_id } = await quote({ country: 'CA' });
      const fax = faxOf(quote_id, { to_number: freshNumber(416), province_or_state: 'Atlantis' });
      expect((await service.post('/fax-jobs', fax)).body.field).toBe('fax.province_or_state');
    });
  });
});
