/** The form on which a person without code orders a letter, a check or a fax. It works without scripts. */
import { script } from '#scripts/live';
import { type FieldGroup, fieldsOf, groupsOf, type OrderField, type OrderForm } from '../../core/fields/order-form.ts';
import { type Html, html } from '../html.ts';
import { type Page, page } from '../page.ts';
import type { PlainSentence, Reader } from '../reader.ts';
import { type PriceOfOne, priceWords } from './kinds.ts';
import { formStyle } from './style.ts';

export interface OrderFormView {
  readonly form: OrderForm;
  /** The path to which the form is posted. */
  readonly action: string;
  /** The path of the page that registers a bank account. */
  readonly registration: string;
  /** The path of the page on which a person chooses what to send. */
  readonly choice: string;
  /** The path at which a program gets a quote. */
  readonly quotes: string;
  /** A file that was attached in place of a text. */
  readonly file?: { readonly id: string; readonly pages: number | undefined } | undefined;
  /** The service writes e-mails. */
  readonly sendsEmail: boolean;
  readonly price: PriceOfOne;
  /** The price of an order with an option, by the option's name. */
  readonly prices: Readonly<Record<string, PriceOfOne>>;
  /** The texts that were typed, by field. */
  readonly values: Readonly<Record<string, string>>;
  readonly problems?: {
    readonly told?: string | undefined;
    readonly fields: Readonly<Record<string, string>>;
  };
}

export function orderForm(view: OrderFormView, reader: Reader): Page {
  const { say } = reader;
  const title = reader.tell(view.form.title);
  const body = html`<h1>${title}</h1>
<p class="lead">${priceWords(view.form, view.price, reader)} ${say('You see every page and the exact price before you decide. Nothing is charged here.')}</p>
${summary(view, reader)}
${takesFile(view) && attaching(view, reader)}
<form class="fields order-form" method="post" action="${view.action}">
${shownGroups(view).map((group) => fieldset(group, view, reader))}
<button class="button" name="step" value="preview">${say('Preview and price')}</button>
</form>
<p class="actions"><a class="way" href="${view.choice}">${say('Send something else')}</a></p>`;
  return page(
    {
      title: view.problems === undefined ? title : say('Please correct: {title}', { title }),
      body,
      formAction: true,
      style: formStyle,
      ...(hasText(view) ? { script, images: true } : {}),
    },
    reader,
  );
}

const shownGroups = ({ form, file, sendsEmail }: OrderFormView): readonly FieldGroup[] =>
  groupsOf(form, file !== undefined).filter(({ fields }) => sendsEmail || !fields.some(isEmail));

const isEmail = ({ name }: OrderField): boolean => name === 'email';

/** The problems at the top, each with a link to its field. */
function summary({ form, problems }: OrderFormView, reader: Reader): Html | false {
  if (problems === undefined) return false;
  const { told, fields } = problems;
  const line = ({ name }: OrderField) =>
    html`<li><a href="#${name}">${labelled(form, name, reader)}</a> ${fields[name]}</li>`;
  const faulty = fieldsOf(form).filter(({ name }) => fields[name] !== undefined);
  return html`<div class="message failing" role="alert">
${told !== undefined && html`<p>${told}</p>`}
${
  faulty.length > 0 &&
  html`<p>${reader.say('Please correct what is marked below. Everything else is kept.')}</p>
<ul>${faulty.map(line)}</ul>`
}
</div>`;
}

/** `Recipient: City` */
function labelled(form: OrderForm, name: string, { say, tell }: Reader): string {
  for (const { legend, fields } of groupsOf(form)) {
    const field = fields.find((each) => each.name === name);
    if (field !== undefined) return say('{group}: {field}.', { group: tell(legend), field: tell(field.label) });
  }
  return name;
}

function fieldset({ legend, fields }: FieldGroup, view: OrderFormView, reader: Reader): Html {
  const isShown = ({ name, isRare }: OrderField) =>
    !isRare || Boolean(view.values[name] || view.problems?.fields[name]);
  return html`<fieldset class="group">
<legend>${reader.tell(legend)}</legend>
${view.file !== undefined && fields.length === 0 && fileOf(view.file, reader)}
${fields.filter(isShown).map((field) => row(field, view, reader))}
${fields.some(isText) && live(view, reader)}
</fieldset>`;
}

/** The text of a letter or fax, and not the message of a check. */
const isText = ({ name }: OrderField): boolean => name === 'text';

const hasText = ({ form, file }: OrderFormView): boolean => fieldsOf(form, file !== undefined).some(isText);

const takesFile = ({ form }: OrderFormView): boolean => fieldsOf(form).some(isText);

/** A form of its own, before anything is typed: it leads away. */
const attaching = (
  { action, file }: OrderFormView,
  { say }: Reader,
): Html => html`<form method="post" action="${action}">
<p class="actions"><button class="button quiet" name="step" value="file">${file === undefined ? say('Send a file from my device instead') : say('Attach another file')}</button></p>
</form>`;

/** In place of the text. */
function fileOf({ id, pages }: NonNullable<OrderFormView['file']>, { say }: Reader): Html {
  const counted =
    pages === 1
      ? say('Your file is attached: 1 page. You see it in the preview.')
      : say('Your file is attached: {pages} pages. You see them in the preview.', { pages: pages ?? 0 });
  const told = pages === undefined ? say('Your file is attached. You see its pages in the preview.') : counted;
  return html`<p>${told}</p><input type="hidden" name="upload" value="${id}">`;
}

/** Shown and filled by the script alone. It has its height from the start, so that nothing moves while somebody types. */
const live = ({ quotes, choice }: OrderFormView, { say }: Reader): Html => html`<section id="live" class="live" hidden
data-quotes="${quotes}" data-pages="${choice}" data-alt="${say('Page {number} of {count}', { number: '{number}', count: '{count}' })}">
<p>${say('As you type, your pages appear here.')}</p>
<ol tabindex="0" aria-label="${say('Preview')}"></ol>
</section>`;

function row(field: OrderField, view: OrderFormView, reader: Reader): Html {
  const problem = view.problems?.fields[field.name];
  const complaint = problem !== undefined && html`<p class="failing" id="${field.name}-problem">${problem}</p>`;
  const hint = hintOf(field, view, reader);
  const told = hint !== undefined && html`<p id="${field.name}-hint">${hint}</p>`;
  const describedBy = [
    hint === undefined ? [] : `${field.name}-hint`,
    problem === undefined ? [] : `${field.name}-problem`,
  ]
    .flat()
    .join(' ');
  const marks = html`${describedBy !== '' && html` aria-describedby="${describedBy}"`}${problem !== undefined && html` aria-invalid="true"`}`;
  const value = view.values[field.name] ?? '';
  switch (field.kind) {
    case 'country':
      return countries(field, value, { complaint, marks }, reader);
    case 'paste':
      return html`<div class="field">
<label for="${field.name}">${reader.tell(field.label)}</label>
${complaint}
<textarea id="${field.name}" name="${field.name}" rows="2" maxlength="${field.most}" autocomplete="off"${marks}>
${value}</textarea>
<button class="button quiet" name="step" value="paste" formnovalidate>${reader.say('Fill in the fields from it')}</button>
</div>`;
    case 'tick':
      return html`<div class="choice tick">
<label><input type="checkbox" id="${field.name}" name="${field.name}" value="yes"${value === 'yes' && html` checked`}${marks}> ${reader.tell(field.label)}</label>
${told}
</div>`;
    default:
      return html`<div class="field${field.isHalf === true && ' half'}">
<label for="${field.name}">${reader.tell(field.label)}</label>
${told}
${complaint}
${field.kind === 'text' ? area(field, value, marks) : input(field, value, marks)}
</div>`;
  }
}

/** The bank account's hint leads to the page that registers one, in a tab of its own: nothing typed here is lost. */
function hintOf({ name, hint, register }: OrderField, { form, registration, prices }: OrderFormView, reader: Reader) {
  const { tell } = reader;
  const price = prices[name];
  const text = hint && tell(hint);
  if (register !== undefined)
    return html`${text} <a href="${registration}" target="_blank" rel="noopener">${tell(register)}</a>`;
  if (price === undefined) return text;
  return [text, priceWords(form, price, reader)].filter(Boolean).join(' ');
}

const required = ({ isRequired }: OrderField): Html | false => isRequired === true && html` required`;

/** A line break that begins the text would be lost without one before it. */
const area = (field: OrderField, value: string, marks: Html): Html =>
  html`<textarea id="${field.name}" name="${field.name}" rows="${field.isRequired === true ? 14 : 4}"${required(field)}${marks}>
${value}</textarea>`;

const input = (field: OrderField, value: string, marks: Html): Html =>
  html`<input${field.kind === 'day' && html` type="date"`} id="${field.name}" name="${field.name}" value="${value}" maxlength="${field.most}"${field.autocomplete !== undefined && html` autocomplete="${field.autocomplete}"`}${field.keyboard !== undefined && html` inputmode="${field.keyboard}"`}${required(field)}${marks}>`;

const countryNames = { US: 'United States', CA: 'Canada' } as const satisfies Record<string, PlainSentence>;

interface MarkedField {
  readonly complaint: Html | false;
  readonly marks: Html;
}

function countries(field: OrderField, value: string, { complaint, marks }: MarkedField, { say, tell }: Reader): Html {
  const option = ([code, label]: [string, PlainSentence]) =>
    html`<label><input type="radio" name="${field.name}" value="${code}"${code === value && html` checked`} required> ${say(label)}</label>`;
  return html`<fieldset class="choice" role="radiogroup" id="${field.name}"${marks}>
<legend>${tell(field.label)}</legend>
${complaint}
${Object.entries(countryNames).map(option)}
</fieldset>`;
}
