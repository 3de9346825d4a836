/** Sales tax from the quote to the job, for every pair of a quoted and an ordered province. */
import type { ServiceDeps } from '../../../shared/config/app.ts';
import { formatMoney, type ProvinceCode, provinces, salesTax } from '../../../shared/domain/money.ts';
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { ada, orderedAs, quotedAs, samples, text } from '../../support/fakes/orders.ts';

const codes = Object.keys(provinces) as ProvinceCode[];
const places = [...codes, undefined] as const;
/** Text instead of HTML, which would need a browser. */
const asText = (body: object) => ('html' in body ? { ...body, html: null, text } : body);

const quoteFor = (deps: ServiceDeps, product: ProductName, province: ProvinceCode | undefined) =>
  quotedAs(deps, product, { ...asText(samples[product].quote), country: 'CA', province_or_state: province });

/** An order to the province. Without one, a fax follows the quote or the area code of Alberta. */
function orderTo(product: ProductName, province: ProvinceCode | undefined) {
  const order = asText(samples[product].order('none'));
  return 'to' in order
    ? { ...order, to: { ...ada, countryCode: 'CA', provinceOrState: province, postalOrZip: undefined } }
    : { ...order, to_number: '+14035550123', province_or_state: province };
}

const jobFor = async (deps: ServiceDeps, product: ProductName, quoteId: unknown, province: ProvinceCode | undefined) =>
  (await orderedAs(deps, product, { quote_id: quoteId, [product]: orderTo(product, province) })).body;

describe.each(productNames)('%s', (product) => {
  test(`if the quote and the job of a ${product} are for different provinces, the tax is the same or a warning has both totals`, async () => {
    const deps = memoryDeps();
    for (const quotedFor of places) {
      const quote = await quoteFor(deps, product, quotedFor);
      for (const sentTo of places) {
        const job = await jobFor(deps, product, quote.quote_id, sentTo);
        const taxWarnings = (job.warnings as string[]).filter((warning) => warning.includes('decides the tax'));
        if (job.tax_label === quote.tax_label) {
          expect(job).toMatchObject({ total: quote.total, total_cents: quote.total_cents });
          expect(taxWarnings).toEqual([]);
          continue;
        }
        const totals =
          job.total === quote.total
            ? `The total is ${job.total}, as the quote said.`
            : `The total is ${job.total}; the quote said ${quote.total}.`;
        expect(taxWarnings).toEqual([
          `The recipient's province decides the tax: it is ${job.tax_label}, and the quote had ${quote.tax_label ?? 'none'}. ${totals}`,
        ]);
        if (quotedFor === undefined) expect(job.total_cents).toBeLessThanOrEqual(quote.most_total_cents as number);
      }
    }
  });

  test(`a quote of a ${product} without a province says that tax is pending, and the highest possible total`, async () => {
    const deps = memoryDeps();
    const { amount_cents, currency, ...quote } = await quoteFor(deps, product, undefined);
    // No province has a higher tax than New Brunswick.
    const mostCents = (amount_cents as number) + (salesTax(amount_cents as number, 'CA', 'NB')?.cents ?? 0);
    const mostTotal = formatMoney(mostCents, currency as 'USD');
    expect(quote).toMatchObject({
      tax_pending: true,
      most_total_cents: mostCents,
      most_total: mostTotal,
      total_cents: amount_cents,
      warnings: [
        `Sales tax of 5 to 15% will be added, depending on the recipient's province, for a total of at most ${mostTotal}. Quote again with province_or_state for the exact total.`,
      ],
    });
    // The job knows its tax, so the sentence about the quote is not repeated.
    const job = await jobFor(deps, product, quote.quote_id, 'ON');
    expect(job.warnings).toEqual(expect.not.arrayContaining(quote.warnings as string[]));
    expect(job).not.toHaveProperty('tax_pending');
  });

  test(`a quote of a ${product} with a province or for the US has no pending tax`, async () => {
    const deps = memoryDeps();
    for (const quote of [
      await quoteFor(deps, product, 'QC'),
      await quotedAs(deps, product, { ...asText(samples[product].quote), country: 'US' }),
    ]) {
      expect(quote.warnings).toEqual([]);
      for (const name of ['tax_pending', 'most_total_cents', 'most_total']) expect(quote[name]).toBeUndefined();
    }
  });
});
