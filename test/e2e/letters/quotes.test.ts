/** Quotes over HTTP: docs/contract.md, "Quotes" and "Content". */

import { createHash } from 'node:crypto';
import { type Json, text } from '../../support/e2e/client.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import { letterPrice } from '../../support/prices.ts';

describe.each(inSampledModes())('in %s mode', (_mode, service) => {
  const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
  const quote = (fields: object) => service.quote(fields);
  const refused = async (request: unknown) => (await service.post('/quotes', request)).body;
  /** 7 inches of page 1 and 9 of every other hold 33 and 43 lines. */
  const pagesOfText = (pages: number) => 'line\n'.repeat(33 + 43 * (pages - 1)).trimEnd();

  describe('a quote’s answer', () => {
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
      ['US', false, false],
      ['US', true, false],
      ['US', false, true],
      ['US', true, true],
      ['CA', false, false],
      ['CA', true, false],
      ['CA', false, true],
      ['CA', true, true],
    ] as const)('a letter to %s, colour %p, registered %p', async (country, color, registered) => {
      const asked = { country, color, registered };
      for (const pages of [1, 3])
        expect(await quote({ ...asked, text: pagesOfText(pages) })).toMatchObject({
          ...{ ...asked, pages, ...letterPrice({ ...asked, pages }) },
        });
    });
  });

  describe('Canadian sales tax, previewed by province_or_state', () => {
    test.each([
      ['ON', 'ON', 'HST 13%'],
      ['NB', 'NB', 'HST 15%'],
      ['NL', 'NL', 'HST 15%'],
      ['PE', 'PE', 'HST 15%'],
      ['NS', 'NS', 'HST 14%'],
      ['QC', 'QC', 'GST+QST 14.975%'],
      ['AB', 'AB', 'GST 5%'],
      ['YT', 'YT', 'GST 5%'],
      ['québec', 'QC', 'GST+QST 14.975%'],
      ['british columbia', 'BC', 'GST 5%'],
    ] as const)('%s is taxed as %s: %s', async (province_or_state, province, tax_label) => {
      expect(await quote({ country: 'CA', province_or_state })).toMatchObject({
        ...{ ...letterPrice({ country: 'CA', province }), tax_label },
      });
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

  describe('exactly one of html, text, markdown and pdf_url', () => {
    test.each([
      ['none', {}],
      ['text and html', { text, html: '<p>Hi</p>' }],
      ['text and pdf_url', { text, pdf_url: 'https://example.com/a.pdf' }],
      ['text and markdown', { text, markdown: text }],
      ['all four', { text, html: '<p>Hi</p>', markdown: '# Hi', pdf_url: 'https://example.com/a.pdf' }],
    ])('%s is 400, and no single field is at fault', async (_, content) => {
      const { status, body } = await service.post('/quotes', { country: 'US', ...content });
      expect(status).toBe(400);
      expect(body.error).toMatch(/exactly one of html, text, markdown, pdf_url/);
      expect(body).not.toHaveProperty('field');
      const fields = body.errors?.map(({ field }: Json) => field) ?? [];
      expect(fields.sort()).toEqual(Object.keys(content).sort());
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
      ['markdown', { country: 'US', markdown: '![a](https://example.com/a.png)' }],
      ['markdown', { country: 'US', markdown: ' \n' }],
      ['markdown', { country: 'US', markdown: 'snowman \u{1f9d1}' }],
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
        ...letterPrice(),
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
      expect(await quote({ html })).toMatchObject({ pages: 2, ...letterPrice({ pages: 2 }) });
    });

    test('HTML that stands in the address zone is quoted with a warning, HTML that leaves it free without', async () => {
      expect((await quote({ html: '<p>Hi</p>' })).warnings).toEqual([expect.stringContaining('top 3 inches')]);
      expect((await quote({ html: `${free}<p>Hi</p>` })).warnings).toEqual([]);
    });

    test('the page count is exact: one line more than a page holds is another page', async () => {
      expect(await quote({ text: pagesOfText(1) })).toMatchObject({ pages: 1 });
      expect(await quote({ text: `${pagesOfText(1)}\nline` })).toMatchObject({
        pages: 2,
        ...letterPrice({ pages: 2 }),
      });
      expect(await quote({ text: pagesOfText(60) })).toMatchObject({ pages: 60, ...letterPrice({ pages: 60 }) });
    });

    test('text keeps the address zone free itself, and blank lines start paragraphs', async () => {
      expect((await quote({ text: 'one\n\ntwo' })).warnings).toEqual([]);
    });
  });
});
