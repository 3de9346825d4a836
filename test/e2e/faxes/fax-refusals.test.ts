/** Refused faxes: docs/contract.md, "Faxes" and "Content". */

import { text } from '../../support/e2e/client.ts';
import { faxOf, freshNumber } from '../../support/e2e/desk.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';

describe.each(inSampledModes())('in %s mode', (_mode, service) => {
  let quoteId: string;
  beforeAll(async () => {
    quoteId = (await service.make('/fax-quotes', { country: 'US', text })).quote_id;
  });

  const asked = (changes: object) => service.post('/fax-jobs', faxOf(quoteId, changes));

  /** A 400 that names the field and has made nothing. */
  async function refused(field: string, changes: object, wanted: RegExp): Promise<void> {
    const answer = await asked(changes);
    expect(answer).toMatchObject({ status: 400, body: { field, error: expect.stringMatching(wanted) } });
    expect(answer.body.error).toContain(field);
    expect(service.factsOf(answer)).toEqual([]);
  }

  describe('fax.to_number is in E.164 format', () => {
    test.each([
      ...['2125550199', '12125550199', '0012125550199', '+1 212 555 0199', '+1-212-555-0199', '(212) 555-0199'],
      ...['+1212555019', '+121255501990', '+', '', '+1212555O199', 'tel:+12125550199', '+12125550199;ext=5'],
      ...['+1２１２5550199', null, undefined, 12_125_550_199, ['+12125550199']],
    ])('%j is 400', (to_number) => refused('fax.to_number', { to_number }, /E\.164/));
  });

  describe('US and Canadian numbers only', () => {
    test.each([
      ['Jamaica', '+18765550123'],
      ['Jamaica, its other code', '+16585550123'],
      ['the Bahamas', '+12424560123'],
      ['the Dominican Republic', '+18095550123'],
      ['Bermuda', '+14412925555'],
      ['the United Kingdom', '+442071838750'],
      ['Mexico', '+525512345678'],
      ['France', '+33144755555'],
    ])('%s is 400', (_, to_number) => refused('fax.to_number', { to_number }, /US and Canadian numbers only/));

    test.each(['+19005550123', '+12129765555'])('premium rate, %s, is 400', (to_number) =>
      refused('fax.to_number', { to_number }, /premium/),
    );

    test.each(['+11115550123', '+12120550123', '+19995550123'])('%s, which cannot exist, is 400', (to_number) =>
      refused('fax.to_number', { to_number }, /./),
    );

    test('the refusal does not repeat the number', async () => {
      for (const to_number of ['+18765550123', '+19005550123', '+442071838750'])
        expect((await asked({ to_number })).text).not.toContain(to_number.slice(1));
    });
  });

  describe("the quote's country must match the fax number's country", () => {
    test('a Canadian number with a US quote, and the other way round', async () => {
      await refused('fax.to_number', { to_number: freshNumber(416) }, /the quote is for US/);
      const { quote_id } = await service.make('/fax-quotes', { country: 'CA', text });
      expect(await service.post('/fax-jobs', faxOf(quote_id))).toMatchObject({
        status: 400,
        body: {
          code: 'country_mismatch',
          field: 'fax.to_number',
          error: expect.stringContaining('the quote is for CA'),
        },
      });
    });
  });

  describe('on content mismatch 400 quote_content_mismatch, and no job and no payment session', () => {
    test.each<[string, object]>([
      ['fax.text', { text: `${text} ` }],
      ['fax.html', { text: undefined, html: text }],
    ])('%s', async (field, changes) => {
      const answer = await asked(changes);
      expect(answer).toMatchObject({ status: 400, body: { code: 'quote_content_mismatch', field } });
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'docs_url', 'error', 'field']);
      expect(service.factsOf(answer)).toEqual([]);
      expect(answer.text).not.toMatch(/job_|cs_test_|pay_/);
    });
  });

  describe('an invalid request is 400 and names what to fix', () => {
    test.each([
      ['country', { text }],
      ['country', { country: 'MX', text }],
      ['text', { country: 'US', text: 7 }],
      ['text', { country: 'US', text: '' }],
      ['text', { country: 'US', text: 'x'.repeat(1_100_000) }],
      ['html', { country: 'US', html: '<img src="https://evil.example/x.png">' }],
      ['markdown', { country: 'US', markdown: '![a](https://evil.example/x.png)' }],
      ['pdf_url', { country: 'US', pdf_url: 'http://127.0.0.1/x.pdf' }],
      ['pdf_url', { country: 'US', pdf_url: 'https://127.0.0.1/x.pdf' }],
    ])('%s, case %#', async (field, request) => {
      const { status, body } = await service.post('/fax-quotes', request);
      expect({ status, body }).toMatchObject({ status: 400, body: { field, error: expect.stringContaining(field) } });
    });

    test('exactly one of html, text, markdown, pdf_url, in the quote and in the job', async () => {
      for (const content of [{ text: undefined }, { html: '<p>x</p>' }, { pdf_url: 'https://example.com/x.pdf' }]) {
        const wanted = { status: 400, body: { error: expect.stringMatching(/exactly one of/) } };
        expect(await service.post('/fax-quotes', { country: 'US', text, ...content })).toMatchObject(wanted);
        expect(await asked(content)).toMatchObject(wanted);
      }
    });

    test.each([
      ['quote_id', { quote_id: undefined }],
      ['quote_id', { quote_id: 'quote_00000000000000000000000000' }],
      ['fax', { fax: undefined }],
      ['fax', { fax: '+12125550199' }],
    ])('%s is asked for, case %#', async (field, changes) => {
      const { status, body } = await service.post('/fax-jobs', { ...faxOf(quoteId), ...changes });
      expect({ status, body }).toMatchObject({ status: 400, body: { field } });
    });
  });
});
