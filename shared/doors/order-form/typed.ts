/** Reads the form on which a person orders: what was typed becomes the requests of the API. */
import { fieldsOf, type OrderForm, type Typed } from '../../core/fields/order-form.ts';
import { uploadUrl } from '../../core/given/upload.ts';
import { isId } from '../../core/ids.ts';
import type { NotifyLanguage } from '../../core/notify/notify.ts';
import type { Product } from '../../core/product.ts';
import { html } from '../../pages/html.ts';

/** Only the fields of the product, with the line ends and without the control characters that people paste unseen. */
export function typedIn(orderForm: OrderForm, form: Readonly<Record<string, string>>): Typed {
  const names = fieldsOf(orderForm).map(({ name }) => name);
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

/** The order as a job request has it under the product's name. An enclosure is typed as plain text. */
function orderOf({ form, paper, insert }: Product, typed: Typed, baseUrl: string): object {
  const order = { ...form.orderOf(typed), ...(paper && contentOf(typed, baseUrl)) };
  if (insert === undefined) return order;
  const message = typed[insert.member] ?? '';
  return { ...order, [insert.member]: message.trim() === '' ? undefined : paragraphs(message) };
}

function notifyOf({ email = '' }: Typed, language: NotifyLanguage | undefined) {
  const address = email.trim();
  return address === '' || language === undefined ? undefined : { email: address, language };
}

interface Ordered {
  /** The start of an attached file's address. */
  readonly baseUrl: string;
  readonly isAddressAccepted?: boolean;
  /** The language of the e-mails; without it none are written. */
  readonly newsIn?: NotifyLanguage | undefined;
}

/** The two requests behind the form: for the quote, and for the job but for its `quote_id`. */
export function requestsOf(product: Product, typed: Typed, { baseUrl, isAddressAccepted = false, newsIn }: Ordered) {
  const { form, paper } = product;
  const content = paper && contentOf(typed, baseUrl);
  return {
    quote: { ...form.placeOf(typed), ...form.optionsOf?.(typed), ...content },
    job: {
      [product.name]: { ...orderOf(product, typed, baseUrl), ...(isAddressAccepted && { accept_address: true }) },
      notify: notifyOf(typed, newsIn),
    },
  };
}

/** The typed values, without those that no page may show again. */
export const shownAgain = (form: OrderForm, typed: Typed): Typed => {
  const hidden = fieldsOf(form).filter(({ name, mayShow }) => mayShow?.(typed[name] ?? '') === false);
  return { ...typed, ...Object.fromEntries(hidden.map(({ name }) => [name, ''])) };
};
