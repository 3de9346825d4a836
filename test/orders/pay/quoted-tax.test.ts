/** Prices in Canada hold no surprise: the approved total is the charged total, or a sentence said otherwise before. */
import fc from 'fast-check';
import type { ServiceDeps } from '../../../shared/config/app.ts';
import { formatMoney, type ProvinceCode, provinces, salesTax } from '../../../shared/domain/money.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { sentenceForCallers } from '../../../shared/domain/warnings/for-callers.ts';
import { pendingTax, taxWarnings } from '../../../shared/domain/warnings/quoted-tax.ts';
import { warningForPayers } from '../../../shared/pages/pay/warnings.ts';
import { showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import { callTool } from '../../../shared/web/mcp/call.ts';
import { account, memoryDeps } from '../../support/fakes/deps.ts';
import { ada, caller, orderedAs, quotedAs, text } from '../../support/fakes/orders.ts';
import { tools } from '../../support/mcp-tools.ts';
import { plainReader } from '../../support/pages/views.ts';

const codes = Object.keys(provinces) as ProvinceCode[];
const places = [...codes, undefined] as const;
const fields = { letter: { text }, check: {}, fax: { html: null, text } } as const;

const quoteFor = (deps: ServiceDeps, product: ProductName, province: ProvinceCode | undefined) =>
  quotedAs(deps, product, { ...fields[product], country: 'CA', province_or_state: province });

/** An order to the province. Without one, a fax follows the quote or the area code of Alberta. */
function orderTo(product: ProductName, province: ProvinceCode | undefined) {
  const parties = { to: { ...ada, countryCode: 'CA', provinceOrState: province, postalOrZip: undefined }, from: ada };
  return {
    letter: { ...parties, text },
    check: { ...parties, bank_account: account.id, amount_cents: 12_500 },
    fax: { to_number: '+14035550123', text, province_or_state: province },
  }[product];
}

const jobFor = async (deps: ServiceDeps, product: ProductName, quoteId: unknown, province: ProvinceCode | undefined) =>
  (await orderedAs(deps, product, { quote_id: quoteId, [product]: orderTo(product, province) })).body;

describe.each(productNames)('%s', (product) => {
  test('every province of the quote and of the job: the same tax, or both totals in a warning', async () => {
    const deps = memoryDeps();
    for (const quotedFor of places) {
      const quote = await quoteFor(deps, product, quotedFor);
      for (const sentTo of places) {
        const job = await jobFor(deps, product, quote.quote_id, sentTo);
        const said = (job.warnings as string[]).filter((warning) => warning.includes('decides the tax'));
        if (job.tax_label === quote.tax_label) {
          expect(job).toMatchObject({ total: quote.total, total_cents: quote.total_cents });
          expect(said).toEqual([]);
          continue;
        }
        const totals =
          job.total === quote.total
            ? `The total is ${job.total}, as the quote said.`
            : `The total is ${job.total}; the quote said ${quote.total}.`;
        expect(said).toEqual([
          `The recipient's province decides the tax: it is ${job.tax_label}, and the quote had ${quote.tax_label ?? 'none'}. ${totals}`,
        ]);
        if (quotedFor === undefined) expect(job.total_cents).toBeLessThanOrEqual(quote.most_total_cents as number);
      }
    }
  });

  test('a quote without a province says that tax is pending, and the most that it can come to', async () => {
    const deps = memoryDeps();
    const { amount_cents, currency, ...quote } = await quoteFor(deps, product, undefined);
    const most = (amount_cents as number) + (salesTax(amount_cents as number, 'CA', 'NB')?.cents ?? 0);
    const mostTotal = formatMoney(most, currency as 'USD');
    expect(quote).toMatchObject({
      ...{ tax_pending: true, most_total_cents: most, most_total: mostTotal, total_cents: amount_cents },
      warnings: [
        `Sales tax of 5 to 15 % is added to this total, by the recipient's province: it comes to ${mostTotal} at most. Quote again with province_or_state for the exact total.`,
      ],
    });
    // The job knows its tax, so the sentence about the quote is not repeated.
    const job = await jobFor(deps, product, quote.quote_id, 'ON');
    expect(job.warnings).toEqual(expect.not.arrayContaining(quote.warnings as string[]));
    expect(job).not.toHaveProperty('tax_pending');
  });

  test('nothing is pending with a province, nor in the US', async () => {
    const deps = memoryDeps();
    for (const quote of [
      await quoteFor(deps, product, 'QC'),
      await quotedAs(deps, product, { ...fields[product], country: 'US' }),
    ]) {
      expect(quote.warnings).toEqual([]);
      for (const name of ['tax_pending', 'most_total_cents', 'most_total']) expect(quote[name]).toBeUndefined();
    }
  });

  test('an assistant and the payer are told the same', async () => {
    const deps = memoryDeps();
    const context = { requestId: 'request-1', caller, deps, deadline: deps.clock.now() + 10_000 };
    const said = async (name: string, request: object) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      const { content, structuredContent = {} } = await callTool(tool, request, context);
      return { text: JSON.stringify(content), body: structuredContent as Record<string, unknown> };
    };
    const quote = await said(`quote_${product}`, { ...fields[product], country: 'CA' });
    expect(quote.text).toContain('plus 5 to 15 % sales tax; ask for the province.');
    expect(quote.text).toContain(`${quote.body.most_total} at most`);
    const known = await said(`quote_${product}`, { ...fields[product], country: 'CA', province_or_state: 'ON' });
    expect(known.text).not.toContain('plus');
    const job = await said(`create_${product}_job`, {
      quote_id: known.body.quote_id,
      [product]: orderTo(product, 'QC'),
    });
    const both = `The total is ${job.body.total}; the quote said ${known.body.total}.`;
    expect(job.text).toContain(both);
    const { warnings } = await showPayPage(deps, `${job.body.pay_url}`.split('/').at(-1) ?? '');
    const told = warnings.map((warning) => warningForPayers(warning, plainReader)).join();
    const price = product === 'fax' ? (text: unknown) => `US${text}` : String;
    expect(told).toContain(`the total is ${price(job.body.total)}; the quote said ${price(known.body.total)}.`);
  });
});

test('for any amount: the same total, or both in a sentence, and never more than the quote said', () => {
  const place = fc.constantFrom(...places);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), place, place, (amountCents, quotedFor, sentTo) => {
      const price = { currency: 'CAD', amountCents, priceList: '1' } as const;
      const quoted = { ...price, tax: quotedFor && salesTax(amountCents, 'CA', quotedFor) };
      const charged = { ...price, tax: salesTax(amountCents, 'CA', sentTo) };
      const [total, approved] = [charged, quoted].map(({ tax }) => amountCents + (tax?.cents ?? 0)) as [number, number];
      const sentences = taxWarnings(quoted, charged).map(sentenceForCallers).join();
      if (total !== approved)
        for (const cents of [total, approved]) expect(sentences).toContain(formatMoney(cents, 'CAD'));
      const pending = pendingTax({ country: 'CA', price: quoted });
      expect(pending === undefined).toBe(quotedFor !== undefined);
      expect(total).toBeLessThanOrEqual(pending?.mostTotalCents ?? Number.POSITIVE_INFINITY);
    }),
    { numRuns: 500 },
  );
});
