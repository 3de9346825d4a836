/** The form for ordering a letter, check or fax without writing code. It works without scripts. */
import { maxAttachments } from '../../domain/input/content.ts';
import type { Paper } from '../../domain/paper.ts';
import { orderingScript } from '../built-scripts.ts';
import { type Html, html, withLineBreaks } from '../html.ts';
import { wordSteps } from '../message.ts';
import { type Page, page } from '../page.ts';
import { leafStyle } from '../pay/style.ts';
import type { Reader } from '../reader.ts';
import { pastedName } from './address.ts';
import { addressPage, type FieldGroup, fieldsOf, type OrderField, type OrderForm } from './shape.ts';
import { formStyle } from './style.ts';

export interface OrderFormView {
  readonly form: OrderForm;
  readonly action: string;
  /** The path of the page that registers a bank account. */
  readonly registrationPath: string;
  /** The path of the page for choosing what to send. */
  readonly choicePath: string;
  /** The path where the script gets a quote. */
  readonly quotesPath: string;
  /** The start of an attached file's URL. */
  readonly uploadsUrl: string;
  /** The paper of the content; missing if the product has none. */
  readonly paper?: Paper | undefined;
  /** The names of attached files, by upload id. */
  readonly fileNames?: Readonly<Record<string, string>>;
  /** A file that was attached instead of text. */
  readonly file?: { readonly id: string; readonly quoted?: FileWithQuote | undefined } | undefined;
  /** The order whose document is sent again instead of text. */
  readonly earlierOrder?:
    | {
        readonly payCode: string;
        readonly orderNumber: string;
        /** The page of the order, on its own origin. */
        readonly path: string;
        /** Why that order ended and what to change, as sentences. */
        readonly reason: string;
      }
    | undefined;
  /** The upload ids of files that are printed after the content. */
  readonly attachmentIds?: readonly string[];
  readonly sendsEmail: boolean;
  /** The number of pages as far as we know it, and their price. */
  readonly total: { readonly pages: number; readonly price: string };
  /** The amount that each option adds to the price of one page, by the option's name. */
  readonly surcharges: Readonly<Record<string, string>>;
  /** The side whose address was just read. The page focuses it, and shows no summary of problems. */
  readonly focusOn?: 'to' | 'from' | undefined;
  readonly values: Readonly<Record<string, string>>;
  readonly problems?: FormProblemsView | undefined;
}

export interface FormProblemsView {
  /** A problem that isn't about one field. */
  readonly message?: string;
  /** The problem of each field, by the field's name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The percentage to which a file of the wrong size would be scaled. */
  readonly fit?: number | undefined;
  /** True if the file is a Word file, which we don't print. */
  readonly isWord?: boolean;
}

/** An attached file that already has a quote, whose pages can be viewed. */
export interface FileWithQuote {
  readonly quoteId: string;
  readonly pages: number;
  /** Something is printed where the addresses go, so they get a separate page unless the sender declines. */
  readonly needsAddressPage: boolean;
}

export function orderForm(view: OrderFormView, reader: Reader): Page {
  const { say } = reader;
  const title = say(view.earlierOrder === undefined ? view.form.title : 'Send it again');
  const allFields = fieldsOf(view.form, view.file !== undefined || view.earlierOrder !== undefined);
  const isOffered = (field: OrderField) => allFields.includes(field) && (view.sendsEmail || field.name !== 'email');
  const groups = view.form.groups
    .map((group) => ({ ...group, fields: group.fields.filter(isOffered) }))
    .filter(({ fields, isContent }) => fields.length > 0 || isContent);
  // When someone presses Enter, the browser uses the form's first button, so a hidden one comes first.
  const body = html`<h1>${title}</h1>
<p class="lead">${say('You’ll see every page and the exact price before you decide. Nothing is charged here.')}</p>
${view.earlierOrder !== undefined && html`<p class="message" role="status">${say('{label}: {text}', { label: say('Order {number}', { number: view.earlierOrder.orderNumber }), text: view.earlierOrder.reason })}</p>`}
${problemSummary(view, reader)}
<form class="fields order-form" id="order" method="post" action="${view.action}"${isFresh(view) && html` data-fresh`}>
<input type="submit" name="step" value="preview" hidden>
${view.values.fit_page === 'yes' && html`<input type="hidden" name="fit_page" value="yes">`}
${groups.map((group) => fieldset(group, view, reader))}
<div class="bar"><p role="status">${pagesAndPrice(view, reader)}</p><button class="button" name="step" value="preview">${say('Preview and price')}</button></div>
</form>
<p class="actions"><a class="text-link" href="${view.choicePath}">${say('Send something else')}</a></p>`;
  return page(
    {
      title: view.problems === undefined ? title : say('Please correct: {title}', { title }),
      body,
      hasForm: true,
      style: view.paper === undefined ? formStyle : html`${formStyle}${leafStyle(view.paper)}`,
      script: orderingScript(),
      scriptPath: view.choicePath,
      images: view.paper !== undefined,
    },
    reader,
  );
}

/** True if nothing has been typed, so the script may fill in what the browser remembers. */
const isFresh = ({ form, values, problems }: OrderFormView): boolean =>
  problems === undefined && fieldsOf(form).every(({ name, kind }) => kind === 'checkbox' || !values[name]);

/** `2 pages · $2.32`; empty for a file whose pages haven't been counted yet. */
function pagesAndPrice({ total: { pages, price }, paper, file }: OrderFormView, { say }: Reader): string {
  if (file !== undefined && file.quoted === undefined) return '';
  if (paper === undefined) return say('{label}: {text}', { label: say('Price'), text: price });
  return pages === 1 ? say('1 page · {price}', { price }) : say('{pages} pages · {price}', { pages, price });
}

/** The problems at the top, each with a link to its field. */
function problemSummary({ form, problems, focusOn }: OrderFormView, reader: Reader): Html | false {
  if (problems === undefined || focusOn !== undefined) return false;
  const { message, fields, fit, isWord } = problems;
  const { say } = reader;
  const problemLinks = form.groups.flatMap((group) =>
    group.fields
      .filter(({ name }) => fields[name] !== undefined)
      .map(({ name, label }) => {
        const link = say('{group}: {field}.', { group: say(group.legend), field: say(label) });
        return html`<li><a href="#${name}">${link}</a> ${fields[name]}</li>`;
      }),
  );
  return html`<div class="message failing" role="alert" tabindex="-1" autofocus>
${message !== undefined && html`<p>${message}</p>`}
${isWord && wordSteps(reader)}
${(fit !== undefined || isWord) && html`<p class="buttons">${isWord ? stepButton('upload', say('Replace file')) : stepButton('fit', say('Fit to page'))}</p>`}
${
  problemLinks.length > 0 &&
  html`<p>${say('Please fix what is marked below. We kept the rest.')}</p>
<ul>${problemLinks}</ul>`
}
</div>`;
}

function fieldset(
  { legend, fields, side, isContent = false, fold }: FieldGroup,
  view: OrderFormView,
  reader: Reader,
): Html {
  const isUsed = ({ name }: OrderField) => Boolean(view.values[name] || view.problems?.fields[name]);
  const hasProblem = ({ name }: OrderField) => view.problems?.fields[name] !== undefined;
  // A document that is sent again already has its front page.
  const isAlreadyChosen = ({ addsFrontPage }: OrderField) =>
    addsFrontPage === true && (view.file?.quoted?.needsAddressPage === true || view.earlierOrder !== undefined);
  const visible = fields.filter((field) => (!field.isHiddenUnlessUsed || isUsed(field)) && !isAlreadyChosen(field));
  // Below an address that was read, an empty text field would look as if the address had been lost.
  const addressLines = side !== undefined && addressAsRead(side, view);
  const isCollapsed = (field: OrderField) =>
    field.isFolded === true || (field.kind === 'paste' && addressLines !== false && !isUsed(field));
  const folded = visible.filter(isCollapsed);
  // Shown only by the script, if the browser remembers the sender of an earlier order.
  const remembered = html`<div class="remembered" hidden>
<p></p>
<p class="hint">${reader.say('This browser remembers the sender of your last order.')}</p>
<p class="buttons"><button type="button" class="button quiet">${reader.say('Change')}</button> <button type="button" class="button quiet" value="forget">${reader.say('Forget')}</button></p>
</div>`;
  const isOpen = folded.some(side === undefined ? isUsed : hasProblem);
  const foldLabel = reader.say(fold?.label ?? (addressLines ? 'Edit' : 'Use separate fields'));
  const surcharge = fold?.option !== undefined && ` · ${view.surcharges[fold.option] ?? reader.say('free')}`;
  return html`<fieldset class="group"${side !== undefined && html` id="${side}"`}>
<legend><h2>${reader.say(legend)}</h2></legend>
${side === 'from' && isFresh(view) && remembered}
${isContent && contentInsteadOfText(view, reader)}
${isContent && addressPageChoice(view, reader)}
${addressLines}
${visible.filter((field) => !isCollapsed(field)).map((field) => fieldRow(field, view, reader))}
${folded.length > 0 && html`<details class="more"${isOpen && html` open`}><summary>${foldLabel}${surcharge}</summary>${fold?.hint && html`<p class="hint">${reader.say(fold.hint)}</p>`}${folded.map((field) => fieldRow(field, view, reader))}</details>`}
${isContent && view.earlierOrder === undefined && fileButtons(view, reader)}
</fieldset>
${isContent && view.earlierOrder === undefined && livePreview(view, reader)}`;
}

/** The address as it was read. The page opens here if its button was pressed. */
function addressAsRead(side: 'to' | 'from', { values, focusOn, problems }: OrderFormView): Html | false {
  const valuesOf = (...names: string[]) => names.map((name) => values[`${side}.${name}`] ?? '').filter(Boolean);
  const lastLine = valuesOf('city', 'provinceOrState', 'postalOrZip').join(' ');
  const lines = [...valuesOf('name', 'companyName', 'addressLine1', 'addressLine2'), lastLine].filter(Boolean);
  return (
    lines.length > 0 &&
    html`<p class="read" tabindex="-1" role="status"${focusOn === side && problems?.fields[`${side}.${pastedName}`] === undefined && html` autofocus`}>${withLineBreaks(lines)}</p>`
  );
}

const stepButton = (step: string, label: string): Html =>
  html`<button class="button quiet" form="order" name="step" value="${step}" formnovalidate>${label}</button>`;

/** The buttons for files that replace or follow the text. No button loses what was typed. */
function fileButtons({ file, attachmentIds = [], fileNames }: OrderFormView, { say }: Reader): Html {
  const fileLine = (id: string, index: number) =>
    html`<li><b>${fileNames?.[id] ?? say('Attached file {number}', { number: index + 1 })}</b> <button class="button quiet" name="drop" value="${id}" formnovalidate>${say('Remove')}</button></li>`;
  return html`${
    attachmentIds.length > 0 &&
    html`<ul class="attached">${attachmentIds.map(fileLine)}</ul><input type="hidden" name="attachments" value="${attachmentIds.join(' ')}">`
  }
<p class="buttons">${attachmentIds.length < maxAttachments && stepButton('attachments', say('Add pages from a file'))}
${stepButton('upload', file === undefined ? say('Send a file instead') : say('Replace file'))}</p>`;
}

/** Shown instead of the text field: the document of an earlier order, or an attached file. */
function contentInsteadOfText({ earlierOrder, file, fileNames }: OrderFormView, { say, write }: Reader): Html | false {
  if (earlierOrder !== undefined)
    return html`<p>${write('We’ll send the document from order {number} again, unchanged.', { number: html`<a href="${earlierOrder.path}">${earlierOrder.orderNumber}</a>` })}</p>
<input type="hidden" name="from_job" value="${earlierOrder.payCode}">`;
  return (
    file !== undefined &&
    html`<p>${write('{file} is attached.', { file: html`<b>${fileNames?.[file.id] ?? say('Your file')}</b>` })}</p>
<input type="hidden" name="upload" value="${file.id}">`
  );
}

/** The choice of where the addresses go, next to the file. It replaces the checkbox. */
const addressPageChoice = ({ file, total }: OrderFormView, { say }: Reader): Html | false =>
  file?.quoted?.needsAddressPage === true &&
  html`<fieldset class="choice" role="radiogroup" id="${addressPage}">
<legend>${say('Something is printed at the top of page 1, where the addresses go.')}</legend>
<label><input type="radio" name="${addressPage}" value="yes" checked> ${say('Put the addresses on a separate first page: {pages} pages, {price}', total)}</label>
<label><input type="radio" name="${addressPage}" value=""> ${say('Print it as it is: the addresses may cover something')}</label>
</fieldset>`;

/** The page pictures next to the text. The script adds them; for a file that has a quote, the server adds the first one. */
function livePreview(view: OrderFormView, reader: Reader): Html | false {
  const { quotesPath, choicePath, uploadsUrl, form, file, paper } = view;
  const { say, money } = reader;
  // A file of the wrong size has no pages to show yet.
  if (paper === undefined || view.problems?.fit !== undefined) return false;
  const quoted = file?.quoted;
  // The script fills in these placeholders.
  const alt = say('Page {number} of {count}', { number: '{number}', count: '{count}' });
  const one = say('1 page · {price}', { price: '{price}' });
  const several = say('{pages} pages · {price}', { pages: '{pages}', price: '{price}' });
  const picture =
    quoted &&
    html`<img src="${choicePath}/${quoted.quoteId}/pages/1" alt="${say('Page {number} of {count}', { number: 1, count: quoted.pages })}">`;
  // Unlike a fax, a letter has a sender in its form, and both addresses are printed on page 1.
  const hasStamps = fieldsOf(form).some(({ name }) => name === 'from.name');
  return html`<section id="live" class="live"${quoted === undefined && html` hidden`}
data-quotes="${quotesPath}" data-pages="${choicePath}" data-uploads="${uploadsUrl}" data-options="${Object.keys(view.surcharges).join(' ')} fit_page" data-alt="${alt}"
data-one="${one}" data-several="${several}" data-untaxed="${say('{price} before tax', { price: '{price}' })}" data-usd="${money(0, 'USD')}" data-cad="${money(0, 'CAD')}">
<h2>${say('Preview')}</h2>
<ol tabindex="0" aria-label="${say('Preview')}"><li><div class="leaf">${picture}${hasStamps && html`<div class="stamps windows" lang="en" aria-hidden="true"${quoted?.needsAddressPage === true && html` hidden`}><p></p><p></p></div>`}</div>${file === undefined && html`<p class="hint">${say('As you type, your pages appear here.')}</p>`}</li></ol>
</section>`;
}

function fieldRow(field: OrderField, view: OrderFormView, reader: Reader): Html {
  const problem = view.problems?.fields[field.name];
  const problemLine = problem !== undefined && html`<p class="failing" id="${field.name}-problem">${problem}</p>`;
  // `+$0.32 · Proof of mailing, …`
  const hint = [view.surcharges[field.name], field.hint && reader.say(field.hint)].filter(Boolean).join(' · ');
  const hintLine = hint !== '' && html`<p id="${field.name}-hint">${hint}</p>`;
  const describedBy = [hint && `${field.name}-hint`, problem !== undefined && `${field.name}-problem`]
    .filter(Boolean)
    .join(' ');
  const aria = html`${describedBy !== '' && html` aria-describedby="${describedBy}"`}${problem !== undefined && html` aria-invalid="true"`}`;
  const value = view.values[field.name] ?? '';
  switch (field.kind) {
    case 'country':
      return html`<fieldset class="choice" role="radiogroup" id="${field.name}"${aria}>
<legend>${reader.say(field.label)}</legend>
${problemLine}
${Object.entries({ US: 'United States', CA: 'Canada' } as const).map(
  ([code, label]) =>
    html`<label><input type="radio" name="${field.name}" value="${code}"${code === value && html` checked`} required> ${reader.say(label)}</label>`,
)}
</fieldset>`;
    case 'paste': {
      const side = field.name.startsWith('to') ? 'to' : 'from';
      const label = addressAsRead(side, view) ? 'Or paste a new address' : field.label;
      return html`<div class="field">
<label for="${field.name}">${reader.say(label)}</label>${hintLine}${problemLine}
<textarea class="whole" id="${field.name}" name="${field.name}" rows="3" maxlength="${field.maxLength}" autocomplete="off"${problem !== undefined && view.focusOn === side && html` autofocus`}${aria}>
${value}</textarea>
<noscript><button class="help" name="step" value="read.${side}" formnovalidate>${reader.say('Read the address')}</button></noscript>
</div>`;
    }
    case 'checkbox':
      return html`<div class="choice checkbox">
<label><input type="checkbox" id="${field.name}" name="${field.name}" value="yes"${value === 'yes' && html` checked`}${aria}> ${reader.say(field.label)}</label>
${hintLine}${problemLine}
</div>`;
    default: {
      const required = field.isRequired === true && html` required`;
      const input =
        field.kind === 'text'
          ? // HTML drops the first line break of a textarea, so this one protects the text's own.
            html`<textarea id="${field.name}" name="${field.name}" rows="${field.isRequired === true ? 14 : 4}"${required}${aria}>
${value}</textarea>`
          : html`<input${field.kind === 'day' && html` type="date"`} id="${field.name}" name="${field.name}" value="${value}" maxlength="${field.maxLength}"${field.autocomplete !== undefined && html` autocomplete="${field.autocomplete}"`}${field.keyboard !== undefined && html` inputmode="${field.keyboard}"`}${required}${aria}>`;
      return html`<div class="field">
<label for="${field.name}">${reader.say(field.label)}</label>${hintLine}${problemLine}
${input}
${field.isAccountCode && accountButtons(view, reader)}
</div>`;
    }
  }
}

/** The buttons below the account code. Only the script can remember a code, so it shows the checkbox. */
const accountButtons = ({ registrationPath }: OrderFormView, { say }: Reader): Html =>
  html`<div class="choice checkbox" hidden><label><input type="checkbox" id="keep" autocomplete="off"> ${say('Remember this code in this browser')}</label></div>
<p>${say('No code yet, or lost it? Register the account first. You’ll come back here, and nothing you typed is lost.')}</p>
<p class="buttons"><button class="button quiet" formaction="${registrationPath}" name="step" value="register" formnovalidate>${say('Register a bank account')}</button></p>`;
