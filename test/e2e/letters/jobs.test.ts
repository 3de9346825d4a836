/** Creating jobs over HTTP: docs/contract.md, "Jobs" and "Addresses". */

import { ada, grace, inToronto, type Json, letterOf, text } from '../../support/e2e/client.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import { letterPrice, taxLines } from '../../support/prices.ts';

describe.each(inSampledModes())('in %s mode', (_mode, service) => {
  const quoteId = async (fields: object = {}): Promise<string> => (await service.quote(fields)).quote_id;
  const html = '<div style="height:3in"></div><p>Dear Ada</p>';

  describe('a new job’s answer', () => {
    test('one quote serves more than one job, each with a payment page of its own', async () => {
      const request = letterOf(await quoteId());
      const [one, other] = await Promise.all([service.post('/jobs', request), service.post('/jobs', request)]);
      expect(other.body.job_id).not.toBe(one.body.job_id);
      expect(other.body.checkout_url).not.toBe(one.body.checkout_url);
    });
  });

  test('the hash of the quote stands for the content, of each kind', async () => {
    for (const content of [{ text }, { html }, { markdown: '# Dear Ada' }]) {
      const { quote_id, content_hash, pages } = await service.quote({ text: undefined, ...content });
      const { status, body } = await service.post('/jobs', letterOf(quote_id, {}, { content_hash }));
      expect({ status, body }).toMatchObject({ status: 201, body: { status: 'awaiting_payment', pages } });
      const proof = await service.get(`${body.pay_url}/proof.pdf`);
      expect(proof.status).toBe(200);
    }
  });

  describe('content that differs from the quote is 400 quote_content_mismatch', () => {
    const mismatched = async (quoted: object, sent: object) => {
      const { status, body } = await service.post('/jobs', letterOf(await quoteId(quoted), {}, sent));
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'quote_content_mismatch' });
      expect(Object.keys(body).sort()).toEqual(['code', 'docs_url', 'error', 'field']);
      return body;
    };

    test('other text, be it by a space', async () => {
      expect((await mismatched({ text }, { text: `${text} ` })).field).toBe('letter.text');
      await mismatched({ text: 'a\nb' }, { text: 'a\r\nb' });
    });

    test('other HTML, be it of the same look', async () => {
      expect((await mismatched({ html }, { html: `${html}<!-- -->` })).field).toBe('letter.html');
    });

    test('other Markdown, be it of the same look', async () => {
      const { field } = await mismatched({ markdown: '*Ada*' }, { markdown: '_Ada_' });
      expect(field).toBe('letter.markdown');
    });

    test('the HTML that Markdown becomes', async () => {
      expect((await mismatched({ markdown: 'Dear Ada' }, { html: '<p>Dear Ada</p>\n' })).field).toBe('letter.html');
    });

    test('the same string as another kind', async () => {
      await mismatched({ text: html }, { html });
      await mismatched({ html }, { text: html });
      await mismatched({ markdown: html }, { html });
    });

    test('no content, and more than one', async () => {
      for (const content of [{}, { text, html }, { text, pdf_url: 'https://example.com/a.pdf' }]) {
        const { status, body } = await service.post('/jobs', letterOf(await quoteId(), {}, content));
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { error: expect.stringMatching(/exactly one of/) },
        });
      }
    });
  });

  describe('the country of the quote is the country of the recipient', () => {
    test.each([
      ['US', { countryCode: 'CA', provinceOrState: 'ON', postalOrZip: 'M5V 2T6' }],
      ['CA', {}],
    ])('a quote for %s and another destination are 400', async (country, to) => {
      const { status, body } = await service.post('/jobs', letterOf(await quoteId({ country }), to));
      expect({ status, body }).toMatchObject({ status: 400, body: { field: 'letter.to.countryCode' } });
    });

    test('the sender may live in the other country', async () => {
      const request = letterOf(await quoteId());
      const from = { ...grace, ...inToronto };
      const { status } = await service.post('/jobs', { ...request, letter: { ...request.letter, from } });
      expect(status).toBe(201);
    });
  });

  describe('a contact without a name is 400', () => {
    const nameless = { name: undefined, firstName: undefined, companyName: undefined };
    const withContact = async (who: 'to' | 'from', contact: object) => {
      const request = letterOf(await quoteId());
      return service.post('/jobs', { ...request, letter: { ...request.letter, [who]: { ...ada, ...contact } } });
    };

    test.each(['to', 'from'] as const)('in letter.%s', async (who) => {
      for (const contact of [nameless, { ...nameless, lastName: 'Lovelace' }, { name: '  ' }, { name: null }]) {
        const { status, body } = await withContact(who, contact);
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { error: expect.stringMatching(new RegExp(`letter\\.${who}.*firstName, companyName or name`)) },
        });
      }
    });

    test.each([
      ['firstName', { ...nameless, firstName: 'Ada' }],
      ['firstName and lastName', { ...nameless, firstName: 'Ada', lastName: 'Lovelace' }],
      ['companyName', { ...nameless, companyName: 'Analytical Engines' }],
    ])('%s is enough', async (_, contact) => {
      expect((await withContact('to', contact)).status).toBe(201);
      expect((await withContact('from', contact)).status).toBe(201);
    });
  });

  describe('an invalid request is 400 and names what to fix', () => {
    const to = (changes: object) => (request: Json) => ({
      ...request,
      letter: { ...request.letter, to: { ...ada, ...changes } },
    });
    const from = (changes: object) => (request: Json) => ({
      ...request,
      letter: { ...request.letter, from: { ...ada, ...changes } },
    });
    const top = (changes: object) => (request: Json) => ({ ...request, ...changes });

    test.each<[string, (request: Json) => unknown]>([
      ['quote_id', top({ quote_id: undefined })],
      ['quote_id', top({ quote_id: 'quote_00000000000000000000000000' })],
      ['quote_id', top({ quote_id: { $ne: null } })],
      ['letter', top({ letter: undefined })],
      ['letter', top({ letter: [] })],
      ['letter.to', top({ letter: { from: grace, text } })],
      ['letter.from', top({ letter: { to: ada, text } })],
      ['letter.to.addressLine1', to({ addressLine1: '' })],
      ['letter.to.city', to({ city: undefined })],
      ['letter.to.city', to({ city: 'a\nb' })],
      ['letter.to.countryCode', to({ countryCode: 'DE' })],
      ['letter.from.countryCode', from({ countryCode: undefined })],
      ['letter.to.name', to({ name: 7 })],
      ['letter.to.postalOrZip', to({ postalOrZip: 'x'.repeat(101) })],
      ['idempotency_key', top({ idempotency_key: '' })],
      ['idempotency_key', top({ idempotency_key: 'x'.repeat(256) })],
    ])('%s, case %#', async (field, changed) => {
      const { status, body } = await service.post('/jobs', changed(letterOf(await quoteId())));
      expect({ status, body }).toMatchObject({ status: 400, body: { field, error: expect.stringContaining(field) } });
    });
  });

  describe('the payment page shows the quote currency, and tax as its own line', () => {
    const inOntario = letterPrice({ country: 'CA', province: 'ON' });

    test('a Canadian letter is taxed by the recipient, in CAD', async () => {
      const job = await service.order({ to: inToronto, quote: { country: 'CA', province_or_state: 'ON' } });
      expect(job).toMatchObject({ ...inOntario, tax_label: 'HST 13%', warnings: [] });
      const { text: page } = await service.get(job.checkout_url);
      for (const said of taxLines(inOntario)) expect(page).toContain(said);
    });

    test('a recipient whose province was not quoted is taxed all the same, with a warning', async () => {
      const job = await service.order({ to: inToronto, quote: { country: 'CA', province_or_state: 'AB' } });
      expect(job).toMatchObject({
        ...inOntario,
        warnings: [expect.stringContaining('HST 13%')],
      });
    });

    test.each([
      ['the postal code', { provinceOrState: undefined, postalOrZip: 'h2x 1y4' }, 'GST+QST 14.975%'],
      ['nothing but the country', { provinceOrState: undefined, postalOrZip: undefined }, 'GST 5%'],
    ])('without a province %s decides', async (_, to, tax_label) => {
      expect(await service.order({ to: { ...inToronto, ...to }, quote: { country: 'CA' } })).toMatchObject({
        tax_label,
      });
    });

    test('a US letter is shown in USD and has no tax fields', async () => {
      const job = await service.order();
      expect(job).not.toHaveProperty('tax_cents');
      const { text: page } = await service.get(job.checkout_url);
      expect(page).toContain(letterPrice().total);
      expect(page).not.toMatch(/CA\$|HST|GST/);
    });
  });

  describe('a full name is split automatically', () => {
    test.each<[object, object]>([
      [{ name: 'Ada Lovelace' }, { firstName: 'Ada', lastName: 'Lovelace' }],
      [{ name: 'Lovelace, Ada' }, { firstName: 'Ada', lastName: 'Lovelace' }],
      [{ name: 'Ludwig van Beethoven' }, { firstName: 'Ludwig', lastName: 'van Beethoven' }],
      [{ name: 'Plato' }, { firstName: 'Plato' }],
      [
        { name: 'Ada Lovelace', firstName: 'Grace', lastName: 'Hopper' },
        { firstName: 'Grace', lastName: 'Hopper' },
      ],
      [{ name: undefined, companyName: 'Engines' }, { companyName: 'Engines' }],
    ])("%j reads %j in the partner's record", async (to, wanted) => {
      const { job_id, checkout_url } = await service.order({ to });
      await service.pay(checkout_url);
      const { letter_id } = await service.jobUntil(job_id, { status: 'fulfilled' });
      const { body } = await service.get(`/letters/${letter_id}`);
      expect(body.to).toMatchObject(wanted);
      expect(body.to).not.toHaveProperty('name');
    });
  });
});
