/** Builds the API requests from the values that a person typed in an order form. */
import { isId } from '../../domain/ids.ts';
import { maxAttachments } from '../../domain/input/content.ts';
import { uploadUrl } from '../../domain/input/upload.ts';
import type { Job } from '../../domain/job/job.ts';
import type { NotifyLanguage } from '../../domain/job/notify.ts';
import type { Product } from '../../domain/product.ts';
import type { Deps } from '../../orders/deps.ts';
import { unpaidTextKey } from '../../orders/document.ts';
import { html } from '../../pages/html.ts';
import { orderForms } from '../../pages/order-form/forms.ts';
import { fieldsOf, type Inputs, type OrderForm } from '../../pages/order-form/shape.ts';

/** The values of the product's fields, with normalized line endings and without the control characters of pasted text. */
export function typedIn(orderForm: OrderForm, form: Readonly<Record<string, string>>): Inputs {
  const names = fieldsOf(orderForm).map(({ name }) => name);
  const tidy = (text = '') => text.replace(/\r\n?|\v/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
  const typed = Object.fromEntries(names.map((name) => [name, tidy(Object.hasOwn(form, name) ? form[name] : '')]));
  return names.includes('text') ? { ...typed, ...filesIn(form) } : typed;
}

/** The hidden fields: ids of uploaded files, and in `from_job` the pay code of the order whose document is sent again. */
function filesIn({ upload = '', attachments = '', fit_page, from_job = '' }: Readonly<Record<string, string>>): Inputs {
  if (isId('pay', from_job)) return { from_job };
  const uploadIds = (text: string) => text.split(' ').filter((id) => isId('upload', id));
  const [file] = uploadIds(upload);
  const attached = uploadIds(attachments).slice(0, maxAttachments);
  return {
    ...(file !== undefined && { upload: file }),
    ...(attached.length > 0 && { attachments: attached.join(' ') }),
    ...(fit_page === 'yes' && { fit_page }),
  };
}

/** The ids of the files attached after the content, in order. */
export const attachmentIds = ({ attachments = '' }: Inputs): string[] => attachments.split(' ').filter(Boolean);

/** Replaces the typed address with the corrected address, which the preview's button posts in `corrected.…` fields. */
export function withCorrections(form: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const corrections = Object.entries(form).filter(([name]) => name.startsWith('corrected.'));
  return {
    ...form,
    ...Object.fromEntries(corrections.map(([name, value]) => [name.replace('corrected.', ''), value])),
  };
}

/** An uploaded file takes the place of the text. Text is plain unless its author checked Markdown. */
function contentOf(typed: Inputs, { baseUrl }: Pick<OrderContext, 'baseUrl'>): object {
  const { text, markdown, upload } = typed;
  const attached = attachmentIds(typed).map((id) => ({ pdf_url: uploadUrl(baseUrl, id) }));
  const files = {
    attachments: attached.length === 0 ? undefined : attached,
    fit_page: typed.fit_page === 'yes' ? true : undefined,
  };
  if (upload !== undefined) return { pdf_url: uploadUrl(baseUrl, upload), ...files };
  return markdown === 'yes' ? { markdown: text, ...files } : { text, ...files };
}

/** The member of the job request that is named after the product. */
function orderOf({ name, paper, insert }: Product, typed: Inputs, context: OrderContext): object {
  const { earlier } = context;
  const content = earlier ? { content_hash: earlier.document?.sha256 } : paper && contentOf(typed, context);
  const order = { ...orderForms[name].orderOf(typed), ...content };
  if (insert === undefined) return order;
  const message = (typed[insert.member] ?? '').trim();
  if (message === '') return { ...order, [insert.member]: undefined };
  // The message is typed as plain text, and the API takes HTML. An empty line starts a new paragraph.
  const lines = (paragraph: string) => paragraph.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`);
  const paragraphs = message.split(/\n\s*\n/).map((paragraph) => html`<p>${lines(paragraph)}</p>`);
  return { ...order, [insert.member]: html`${paragraphs}`.toString() };
}

interface OrderContext {
  /** URLs of attached files start with it. */
  readonly baseUrl: string;
  readonly isAddressAccepted?: boolean;
  /** The language of the emails. Without it, none are sent. */
  readonly language?: NotifyLanguage | undefined;
  /** The order whose document is sent again. */
  readonly earlier?: Job | undefined;
}

/** The form's two requests: for the quote, and for the job, without its `quote_id`. */
export function requestsOf(product: Product, typed: Inputs, context: OrderContext) {
  const { isAddressAccepted = false, language } = context;
  const { paper } = product;
  const email = (typed.email ?? '').trim();
  const form = orderForms[product.name];
  const content = context.earlier ? { from_job: context.earlier.id } : paper && contentOf(typed, context);
  return {
    quote: { ...form.placeOf(typed), ...form.optionsOf?.(typed), ...content },
    job: {
      [product.name]: { ...orderOf(product, typed, context), ...(isAddressAccepted && { accept_address: true }) },
      notify: email === '' || language === undefined ? undefined : { email, language },
    },
  };
}

/** The typed values, except those that a page must not show again, such as bank numbers. */
export const repeatableValues = (form: OrderForm, typed: Inputs): Inputs => {
  const hidden = fieldsOf(form).filter(({ name, mayRepeat }) => mayRepeat?.(typed[name] ?? '') === false);
  return { ...typed, ...Object.fromEntries(hidden.map(({ name }) => [name, ''])) };
};

/** `upload` replaces the text; `attachments` are printed after it. */
export type FileField = 'upload' | 'attachments';

export const isFileField = (name: string): name is FileField => name === 'upload' || name === 'attachments';

/** A form as the person left it, and the field for which they attach a file. */
interface Draft {
  readonly field: FileField;
  readonly typed: Inputs;
}

/** `id`: of the upload ticket, or of the job that was placed from the form. */
export const keepDraft = ({ documents }: Pick<Deps, 'documents'>, id: string, draft: Draft): Promise<void> =>
  documents.put(unpaidTextKey(id), new TextEncoder().encode(JSON.stringify(draft)));

/** The stored draft. Its values are not checked here: read them with `typedIn`, like those of any form. */
export async function draftOf({ documents }: Pick<Deps, 'documents'>, id: string): Promise<Draft | undefined> {
  const bytes = await documents.get(unpaidTextKey(id));
  return bytes === undefined ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as Draft);
}
