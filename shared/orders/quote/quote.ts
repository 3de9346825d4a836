/** Quotes an exact price. The quote is bound to the exact content and valid for an hour. */
import * as z from 'zod/mini';
import { countrySchema, maxProvinceLength, unknownProvince } from '../../domain/address.ts';
import { fieldWarnings, refuseIgnored, type UnknownField } from '../../domain/fields.ts';
import {
  type DocumentInput,
  documentFields,
  oneContent,
  readSentDocument,
  splitRequest,
} from '../../domain/input/content.ts';
import { type ProvinceCode, pendingTax, priceFields, provinceNamed, salesTax } from '../../domain/money.ts';
import { siteOf } from '../../domain/network.ts';
import type { Product, Quote } from '../../domain/product.ts';
import { invalid, notSold } from '../../domain/refusal.ts';
import { atMost, capitalized } from '../../domain/text.ts';
import { lifetimesMs } from '../../domain/times.ts';
import { sentencesForCallers } from '../../domain/warnings.ts';
import { type FileFetching, type LaidOutContent, layOutDocument } from '../content/lay-out.ts';
import { documentOfOrder, frontPageOf, storeText } from '../content/quoted-document.ts';
import { countRequest } from '../count-request.ts';
import type { Deps } from '../deps.ts';
import { unpaidDocumentKey } from '../document.ts';
import type { ToolUseCase } from '../use-case.ts';
import {
  booleanField,
  integerField,
  priceShape,
  productField,
  summaryField,
  summaryOfQuote,
  textField,
  timeField,
  warningsField,
} from '../views.ts';

const common = z.object(
  {
    country: countrySchema,
    province_or_state: z.nullish(
      z
        .string('must be a string')
        .check(
          atMost(maxProvinceLength),
          z.describe('State, province or territory of the recipient. In Canada it decides the sales tax: ask for it.'),
        ),
    ),
  },
  'must be a JSON object',
);

const quoteView = (product: Product) =>
  z.object({
    service: productField(product),
    quote_id: textField('For creating the job.'),
    summary: summaryField,
    country: z.enum(['US', 'CA']).check(z.describe('Of the recipient.')),
    ...product.wire().quote,
    ...priceShape,
    tax_pending: z.optional(booleanField('True if sales tax will be added to this total: Canada, without a province.')),
    most_total_cents: z.optional(integerField('With tax_pending: the total in the province with the highest tax.')),
    most_total: z.optional(textField('The same amount, formatted for people.')),
    content_hash: z.optional(
      textField('SHA-256 of the content as sent, or of the list of its parts: binds the price to the exact content.'),
    ),
    ...(product.paper && {
      pages_counted_by: z.optional(
        textField(
          'The browser that laid out the HTML or Markdown, for example `Chrome/139.0.7258.66`, if it is not the service’s own. It may count a different number of pages; the job prints what it counted.',
        ),
      ),
    }),
    expires_at: timeField,
    warnings: warningsField,
  });

type QuoteRequest = z.infer<typeof common> & DocumentInput & { readonly from_job?: string | null | undefined };

export function quote(product: Product): ToolUseCase<QuoteRequest, Record<string, unknown>> {
  const shape = {
    ...product.options().shape,
    ...(product.paper && {
      ...documentFields(product.paper),
      from_job: z.nullish(
        z
          .string('must be the job_id of an order')
          .check(
            atMost(100),
            z.describe(
              'The job_id of a paid order for the same product, in place of content. Its document is sent again, byte for byte, except that a cover sheet gets the new number and date. Its address page and attachments are included. The job needs a recipient, the same or a different one, and this quote’s content_hash.',
            ),
          ),
      ),
    }),
  };
  return {
    name: `quote-${product.name}`,
    summary: `An exact price for a ${product.name}${product.paper === undefined ? '' : ', bound to its content by hash'}. Nothing is charged.`,
    tag: product.name,
    schemas: { request: `${capitalized(product.name)}QuoteRequest`, answer: `${capitalized(product.name)}Quote` },
    outcomes: { created: 'The exact price. It is valid for 60 minutes: show it to the user and have it approved.' },
    refusals: product.paper
      ? ['invalid_request', 'not_sold', 'content_refused', 'unavailable', 'html_unavailable']
      : ['invalid_request', 'not_sold'],
    limitedAs: 'quotes',
    tool: {
      name: `quote_${product.name}`,
      title: `Quote a ${product.name}`,
      next: () => `Show the user the price and warnings; once approved, call create_${product.name}_job.`,
      // A product with content may fetch a PDF from the web.
      hints: { readOnly: true, destructive: false, idempotent: true, openWorld: product.paper !== undefined },
      // Assistants get shorter descriptions than readers of the OpenAPI document.
      descriptions: {
        country: 'Where it goes.',
        province_or_state: 'Ask: decides Canadian tax.',
        color: 'false: black and white.',
        registered: 'Certified or registered mail.',
        address_page: 'Addresses on an extra page.',
        cover: 'Front page.',
        to: 'Recipient.',
        from: 'Sender.',
        subject: 'Topic.',
        note: 'Message.',
        html: `${capitalized(oneContent)}.${product.paper?.addressZoneIn ? ` Leave the top ${product.paper.addressZoneIn} inches of page 1 free.` : ''} No scripts; images as data: URIs.`,
        text: 'Plain.',
        markdown: 'Tables too.',
        pdf_url: `HTTPS, ${product.paper?.sizeName}, 20 MB.`,
        attachments: 'Up to 5 PDFs.',
        fit_page: 'Shrink other sizes.',
        // Accepted but not listed, because the list of tools is long enough.
        from_job: null,
      },
    },
    input: z.extend(common, shape) as z.ZodMiniType<QuoteRequest>,
    output: quoteView(product),
    run: async (deps: Deps, request, caller, unknownFields) => {
      const { address, baseUrl } = caller;
      const { sold } = deps.settings;
      if (!sold.includes(product.name)) throw notSold(product.name, sold);
      refuseJobFields(product, unknownFields);
      if (caller.isAssistant) {
        refuseIgnored(unknownFields);
        const { country, province_or_state: name } = request;
        // Orders to the US aren't taxed, so the province would be ignored.
        if (country === 'US' && name != null && provinceNamed(name) !== undefined)
          throw invalid('province_or_state', 'is a province of Canada, and country is US: ask the user where it goes.');
      }
      // Each attachment is one more file to fetch and read, so it counts as another quote. `ask` counted the quote itself.
      const fileCount = request.attachments?.length ?? 0;
      if (fileCount > 0) await countRequest(deps, { name: 'quote', limitedAs: 'quotes' }, caller, fileCount);
      const draft = await draftQuote(deps, product, request, { network: siteOf(address), baseUrl });
      const created = { ...draft, warnings: [...draft.warnings, ...fieldWarnings(unknownFields)] };
      await deps.quotes.create(created);
      deps.log.info('quoted', { product: product.name, pages: created.content?.pages ?? 0 });
      deps.log.measure('quotes', 1, product.name);
      return { outcome: 'created', body: showQuote(product, created, caller.isAssistant) };
    },
  };
}

/**
 * Refuses a job's optional fields in a quote request. If we ignored them, the client might not send them with the job, which
 * would then be a different order.
 */
function refuseJobFields(product: Product, unknownFields: readonly UnknownField[]): void {
  const { shape } = product.order();
  for (const { name } of unknownFields.filter(({ holder }) => holder.path.length === 0)) {
    const isOrderField = Object.hasOwn(shape, name) && shape[name] instanceof z.ZodMiniOptional;
    const path = isOrderField ? `, as ${product.name}.${name}` : '';
    if (isOrderField || name === 'notify' || name === 'limits')
      throw invalid(name, `is in the wrong place: send it with the job${path}.`);
  }
}

/** Lays out the content and prices it. The quote isn't stored yet. */
async function draftQuote(
  deps: Deps,
  product: Product,
  request: QuoteRequest,
  requester: FileFetching & { readonly network: string },
): Promise<Quote> {
  const { input, rest } = splitRequest(request);
  const { country, province_or_state, from_job, ...optionFields } = rest;
  let province: ProvinceCode | undefined;
  if (country === 'CA' && province_or_state != null && province_or_state.trim() !== '') {
    province = provinceNamed(province_or_state);
    if (province === undefined) throw invalid('province_or_state', unknownProvince);
  }
  const id = deps.random.id('quote');
  const { paper } = product;
  const printing = { key: unpaidDocumentKey(id), maxPdfBytes: deps.settings.maxBytes?.[product.name], ...requester };
  let options: Quote['options'] = optionFields;
  let laidOut: Pick<LaidOutContent, 'content' | 'warnings'> | undefined;
  let packedText: string | undefined;
  if (paper !== undefined && from_job != null) {
    const otherFields = { ...input, ...optionFields };
    const earlier = await documentOfOrder(deps, product, paper, { from_job, otherFields, country, ...printing });
    options = { ...optionFields, ...earlier.options };
    laidOut = earlier;
  } else if (paper !== undefined) {
    const front = frontPageOf(product, { options, country, createdAt: deps.clock.now() });
    const document = { ...readSentDocument(input, ''), front };
    laidOut = await layOutDocument(deps, document, paper, printing);
    packedText = await storeText(deps, id, document.content, laidOut.content);
  }
  const untaxed = product.price(options, country, laidOut?.content.pages ?? 1);
  const tax = province && salesTax(untaxed.amountCents, country, province);
  const now = deps.clock.now();
  // Letters are printed on one side, so pages are sheets. A fax has no envelope.
  const sheets = laidOut?.content.pages ?? 0;
  const flatFrom = product.mailsTo && deps.settings.flatFrom?.[product.name];
  const isFlat = flatFrom !== undefined && sheets >= flatFrom;
  return {
    id,
    version: 0,
    createdAt: now,
    keepUntil: now + lifetimesMs.quote,
    expiresAt: now + lifetimesMs.price,
    product: product.name,
    country,
    options,
    province,
    price: tax === undefined ? untaxed : { ...untaxed, tax },
    warnings: [...(laidOut?.warnings ?? []), ...(isFlat ? [{ code: 'flat_envelope', sheets } as const] : [])],
    content: laidOut?.content,
    packedText,
  };
}

function showQuote(product: Product, quote: Quote, isAssistant = false) {
  const pending = pendingTax(quote);
  return {
    service: product.name,
    quote_id: quote.id,
    summary: summaryOfQuote(product, quote),
    country: quote.country,
    ...product.quoteFields(quote),
    ...priceFields(quote.price),
    tax_pending: pending === undefined ? undefined : true,
    most_total_cents: pending?.maxTotalCents,
    most_total: pending?.maxTotal,
    content_hash: quote.content?.hash,
    pages_counted_by: quote.content?.engine,
    expires_at: quote.expiresAt,
    warnings: [...sentencesForCallers(quote.warnings, isAssistant), ...(pending ? [pending.sentence] : [])],
  };
}
