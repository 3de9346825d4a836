/** Reads the form on which a person orders: what was typed becomes the requests of the API. */
import { uploadUrl } from '../../core/given/upload.ts';
import { isId } from '../../core/ids.ts';
import type { Country } from '../../core/money.ts';
import type { Language } from '../../core/notify/notify.ts';
import type { ProductName } from '../../core/product.ts';
import { isFieldProblem } from '../../core/text.ts';
import { html } from '../../pages/html.ts';
import { orderFields } from '../../pages/order-form/fields.ts';
import { type FaxNumber, toFaxNumber } from '../../products/fax/fax-number.ts';

/** The values of the form by the names of its fields. Every field is there, empty if nothing was typed. */
export type Typed = Readonly<Record<string, string>>;

/** Only the fields of the product, with the line ends and without the control characters that people paste unseen. */
export function typedIn(product: ProductName, form: Readonly<Record<string, string>>): Typed {
  const names = orderFields(product).map(({ name }) => name);
  const typed = Object.fromEntries(names.map((name) => [name, tidied(Object.hasOwn(form, name) ? form[name] : '')]));
  return names.includes('text') && isId('upload', form.upload ?? '') ? { ...typed, upload: `${form.upload}` } : typed;
}

/** A file stands in place of the text. */
export const hasFile = ({ upload }: Typed): boolean => upload !== undefined;

/** The button of the preview that takes the corrected address sends it beside what was typed. */
export const corrected = (form: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...form,
  ...Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      name.startsWith('corrected.') ? [[name.replace('corrected.', ''), value]] : [],
    ),
  ),
});

const tidied = (text = ''): string => text.replace(/\r\n?|\v/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');

/** `416 555-0123` → `+14165550123`. Text that is no number of the US or Canada stays as it is. */
function inE164(text: string): string {
  const compact = text.replace(/[\s().\u2010-\u2013-]/g, '');
  const [, number] = /^(?:\+?1)?(\d{10})$/.exec(compact) ?? [];
  return number === undefined ? compact : `+1${number}`;
}

export function faxNumberIn(typed: Typed): FaxNumber | undefined {
  const number = toFaxNumber(inE164(typed.to_number ?? ''));
  return isFieldProblem(number) ? undefined : number;
}

/** `$1,250.00`, `1 250,00`, `125.5` → whole cents; undefined if it is no amount of money. */
export function centsIn(text: string): number | undefined {
  const figures = text.replace(/[\s\u00a0$]/g, '');
  const [, whole = '', part = ''] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:[.,](\d{1,2}))?$/.exec(figures) ?? [];
  return whole === '' ? undefined : Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
}

const addressOf = (typed: Typed, side: 'to' | 'from') =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([name]) => name.startsWith(`${side}.`))
      .map(([name, value]) => [name.slice(side.length + 1), value]),
  );

/** Plain text as the HTML that the API takes: an empty line begins a new paragraph. */
function paragraphs(text: string): string {
  const lines = (paragraph: string) => paragraph.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`);
  return html`${text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => html`<p>${lines(paragraph)}</p>`)}`.toString();
}

/** The file, if there is one; plain text, unless its author ticked that it is Markdown. */
function contentOf({ text, markdown, upload }: Typed, baseUrl: string) {
  if (upload !== undefined) return { pdf_url: uploadUrl(baseUrl, upload) };
  return markdown === 'yes' ? { markdown: text } : { text };
}

/** The order as a job request has it under the product's name. */
function orderOf(product: ProductName, typed: Typed, baseUrl: string): Readonly<Record<string, unknown>> {
  const { to_number = '', bank_account = '', amount = '', memo, message = '', send_on: day = '' } = typed;
  const send_on = day.trim() === '' ? undefined : day.trim();
  switch (product) {
    case 'letter':
      return { to: addressOf(typed, 'to'), from: addressOf(typed, 'from'), send_on, ...contentOf(typed, baseUrl) };
    case 'fax':
      return { to_number: inE164(to_number), ...contentOf(typed, baseUrl) };
    case 'check':
      return {
        ...{ to: addressOf(typed, 'to'), from: addressOf(typed, 'from'), bank_account: bank_account.trim() },
        send_on,
        ...{ amount_cents: centsIn(amount), memo, message: message.trim() === '' ? undefined : paragraphs(message) },
      };
  }
}

interface Place {
  readonly country: Country | undefined;
  readonly province_or_state: string | undefined;
}

/** The recipient's, which decide currency and tax. */
function placeOf(product: ProductName, typed: Typed): Place {
  if (product !== 'fax')
    return { country: countryIn(typed['to.countryCode']), province_or_state: typed['to.provinceOrState'] };
  const number = faxNumberIn(typed);
  return { country: number?.country, province_or_state: typed.province_or_state || number?.province };
}

const countryIn = (text: string | undefined): Country | undefined =>
  text === 'US' || text === 'CA' ? text : undefined;

function notifyOf({ email = '' }: Typed, language: Language | undefined) {
  const address = email.trim();
  return address === '' || language === undefined ? undefined : { email: address, language };
}

interface Ordered {
  /** The start of an attached file's address. */
  readonly baseUrl: string;
  readonly isAddressAccepted?: boolean;
  /** The language of the e-mails; without it none are written. */
  readonly newsIn?: Language | undefined;
}

/** The two requests behind the form: for the quote, and for the job but for its `quote_id`. */
export function requestsOf(
  product: ProductName,
  typed: Typed,
  { baseUrl, isAddressAccepted = false, newsIn }: Ordered,
) {
  const { color, registered } = typed;
  const options = product === 'letter' ? { color: color === 'yes', registered: registered === 'yes' } : {};
  const content = product === 'check' ? {} : contentOf(typed, baseUrl);
  return {
    quote: { ...placeOf(product, typed), ...options, ...content },
    job: {
      [product]: { ...orderOf(product, typed, baseUrl), ...(isAddressAccepted && { accept_address: true }) },
      notify: notifyOf(typed, newsIn),
    },
  };
}

/** A bank number that was typed by mistake is never shown again. */
export const shownAgain = (typed: Typed): Typed => {
  const { bank_account = '' } = typed;
  return isId('bank', bank_account.trim()) ? typed : { ...typed, bank_account: '' };
};
