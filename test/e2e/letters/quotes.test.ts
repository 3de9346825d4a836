/** Quotes over HTTP: docs/contract.md, "Quotes" and "Content". */

import { createHash } from 'node:crypto';
import { text } from '../../support/e2e/client.ts';
import { inBothModes } from '../../support/e2e/modes.ts';

describe.each(inBothModes())('in %s mode', (_mode, service) => {
  const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
  const quote = (fields: object) => service.quote(fields);
  const refused = async (request: unknown) => (await service.post('/quotes', request)).body;
  /** 7 inches of page 1 and 9 of every other hold 33 and 43 lines. */
  const pagesOfText = (pages: number) => 'line\n'.repeat(33 + 43 * (pages - 1)).trimEnd();

  describe('what a quote says', () => {
    test('a quote carries every field, is short-lived and answers 201', async () => {
      const { status, body } = await service.post('/quotes', { country: 'US', text });
      expect(status).toBe(201);
      expect(body).toEqual({
        service: 'letter',
        quote_id: expect.stringMatching(/^quote_[0-9a-z]{26}$/),
        currency: 'USD',
        country: 'US',
        color: false,
        pages: 1,
        registered: false,
        amount_cents: 212,
        amount: '$2.12',
        total_cents: 212,
        total: '$2.12',
        content_hash: sha256(text),
        expires_at: expect.any(Number),
        warnings: [],
      });
      expect(body.expires_at - Date.now()).toBeGreaterThan(59 * 60_000);
      expect(body.expires_at - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    });

    test('the content hash is the SHA-256 of the bytes as sent, so that anybody can recompute it', async () => {
      const odd = 'Zoë,\r\n\r\nline\ttwo — “quoted” €5\n';
      expect((await quote({ text: odd })).content_hash).toBe(sha256(odd));
      const html = '<p style="margin-top:3in">Zoë</p>';
      expect((await quote({ html })).content_hash).toBe(sha256(html));
    });

    test('the same content is priced the same under a quote of its own', async () => {
      const [one, other] = await Promise.all([quote({}), quote({})]);
      expect(other.quote_id).not.toBe(one.quote_id);
      expect(other.content_hash).toBe(one.content_hash);
    });
  });

  describe('exact prices, exclusive of tax', () => {
    test.each([
      ['US', false, false, 212, 20, '$2.12'],
      ['US', true, false, 244, 40, '$2.44'],
      ['US', false, true, 1040, 13, '$10.40'],
      ['US', true, true, 1040, 26, '$10.40'],
      ['CA', false, false, 615, 58, 'CA$6.15'],
      ['CA', true, false, 644, 87, 'CA$6.44'],
      ['CA', false, true, 5112, 38, 'CA$51.12'],
      ['CA', true, true, 5112, 57, 'CA$51.12'],
    ])(
      '%s, colour %p, registered %p: %i and %i for each extra page',
      async (country, color, registered, base, extra, amount) => {
        const one = await quote({ country, color, registered });
        expect(one).toMatchObject({ pages: 1, amount_cents: base, amount, total_cents: base, color, registered });
        expect(one.currency).toBe(country === 'US' ? 'USD' : 'CAD');
        const three = await quote({ country, color, registered, text: pagesOfText(3) });
        expect(three).toMatchObject({ pages: 3, amount_cents: base + 2 * extra });
      },
    );
  });

  describe('Canadian sales tax, previewed by province_or_state', () => {
    test.each([
      ['ON', 80, 'HST 13%'],
      ['NB', 92, 'HST 15%'],
      ['NL', 92, 'HST 15%'],
      ['PE', 92, 'HST 15%'],
      ['NS', 86, 'HST 14%'],
      ['QC', 92, 'GST+QST 14.975%'],
      ['AB', 31, 'GST 5%'],
      ['YT', 31, 'GST 5%'],
      ['québec', 92, 'GST+QST 14.975%'],
      ['british columbia', 31, 'GST 5%'],
    ])('%s adds %i cents, %s', async (province_or_state, tax_cents, tax_label) => {
      const view = await quote({ country: 'CA', province_or_state });
      expect(view).toMatchObject({ amount_cents: 615, tax_cents, tax_label, total_cents: 615 + tax_cents });
      expect(view.total).toBe(`CA$${((615 + tax_cents) / 100).toFixed(2)}`);
    });

    test.each([
      ['no province is known', { country: 'CA' }],
      ['the province is empty', { country: 'CA', province_or_state: '' }],
      ['the letter stays in the US', { country: 'US', province_or_state: 'NY' }],
    ])('there are no tax fields where %s', async (_, fields) => {
      const view = await quote(fields);
      expect(view).not.toHaveProperty('tax_cents');
      expect(view).not.toHaveProperty('tax_label');
      expect(view.total_cents).toBe(view.amount_cents);
    });

    test('a province that does not exist is refused by name', async () => {
      expect(await refused({ country: 'CA', text, province_or_state: 'Narnia' })).toMatchObject({
        error: expect.stringMatching(/^province_or_state /),
        field: 'province_or_state',
      });
    });
  });

  describe('exactly one of html, text and pdf_url', () => {
    test.each([
      ['none', {}, 'text'],
      ['text and html', { text, html: '<p>Hi</p>' }, 'text'],
      ['text and pdf_url', { text, pdf_url: 'https://example.com/a.pdf' }, 'pdf_url'],
      ['all three', { text, html: '<p>Hi</p>', pdf_url: 'https://example.com/a.pdf' }, 'text'],
    ])('%s is 400', async (_, content, field) => {
      const { status, body } = await service.post('/quotes', { country: 'US', ...content });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: expect.stringMatching(/exactly one of html, text, pdf_url/), field });
    });

    test('null and a missing field mean the same', async () => {
      expect(await quote({ text, html: null, pdf_url: null, province_or_state: null })).toMatchObject({ pages: 1 });
    });
  });

  describe('an invalid request is 400 and names what to fix', () => {
    test.each([
      ['country', { text }],
      ['country', { country: 'MX', text }],
      ['country', { country: 'us', text }],
      ['color', { country: 'US', text, color: 'yes' }],
      ['registered', { country: 'US', text, registered: 1 }],
      ['text', { country: 'US', text: 7 }],
      ['text', { country: 'US', text: ' \n\t' }],
      ['html', { country: 'US', html: '' }],
      ['html', { country: 'US', html: '<img src="https://example.com/a.png">' }],
      ['text', { country: 'US', text: 'snowman \u{1f9d1}' }],
      ['text', { country: 'US', text: 'bell \u0007' }],
      ['text', { country: 'US', text: 'half \ud800' }],
      ['text', { country: 'US', text: 'x'.repeat(1_000_001) }],
      ['text', { country: 'US', text: 'line\n'.repeat(61 * 44) }],
      ['province_or_state', { country: 'CA', text, province_or_state: 13 }],
    ])('%s, case %#', async (field, request) => {
      const { status, body } = await service.post('/quotes', request);
      expect({ status, body }).toMatchObject({ status: 400, body: { field, error: expect.stringContaining(field) } });
      expect(body.error.length).toBeLessThan(400);
    });

    test('fields that are not known change nothing', async () => {
      expect(await quote({ pages: 9, amount_cents: 1, constructor: 'x' })).toMatchObject({
        pages: 1,
        amount_cents: 212,
      });
    });
  });

  describe('the standard print layout', () => {
    const free = '<div style="height:3in"></div>';

    test('page CSS changes neither the paper nor the page count; scripts do not run', async () => {
      const paragraphs = '<p>Dear Ada, this paragraph is as long as a line or two are on paper.</p>'.repeat(40);
      const plain = await quote({ html: free + paragraphs });
      const dressed = `<style>@page{size:A3 landscape;margin:0} html{zoom:.2} p{}</style>${free}${paragraphs}<script>document.body.innerHTML=''</script>`;
      expect(plain.pages).toBeGreaterThan(1);
      expect((await quote({ html: dressed })).pages).toBe(plain.pages);
    });

    test('a page break makes a page, and its price', async () => {
      const html = `${free}<p>one</p><p style="break-before:page">two</p>`;
      expect(await quote({ html })).toMatchObject({ pages: 2, amount_cents: 232 });
    });

    test('HTML that stands in the address zone is quoted with a warning, HTML that leaves it free without', async () => {
      expect((await quote({ html: '<p>Hi</p>' })).warnings).toEqual([expect.stringContaining('top 3 inches')]);
      expect((await quote({ html: `${free}<p>Hi</p>` })).warnings).toEqual([]);
    });

    test('the page count is exact: one line more than a page holds is another page', async () => {
      expect(await quote({ text: pagesOfText(1) })).toMatchObject({ pages: 1 });
      expect(await quote({ text: `${pagesOfText(1)}\nline` })).toMatchObject({ pages: 2, amount_cents: 232 });
      expect(await quote({ text: pagesOfText(60) })).toMatchObject({ pages: 60, amount_cents: 212 + 59 * 20 });
    });

    test('text keeps the address zone free itself, and blank lines start paragraphs', async () => {
      expect((await quote({ text: 'one\n\ntwo' })).warnings).toEqual([]);
    });
  });
});
