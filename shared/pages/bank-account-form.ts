/** The page for registering a bank account, so that no number goes through a chat. It never shows a number again. */

import { type Field, fieldsFor, labelOf } from './bank-account-fields.ts';
import { copyScript } from './built-scripts.ts';
import { type Html, hiddenFields, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export interface BankAccountFormView {
  /** The path to which the form is posted. */
  readonly action: string;
  /** The form of a check from which the person came, with all that was typed there. */
  readonly order?: { readonly action: string; readonly typed: Readonly<Record<string, string>> } | undefined;
  /** The path of the page that removes an account. */
  readonly removal: string;
  /** The partner that prints the checks; missing if it is a simulated one. */
  readonly printer?: string | undefined;
  /** The values of the last post, by field name. The page shows no numbers from any of them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Without a field, the page shows the sentence alone. The sentence must not repeat a value. */
  readonly problem?: { readonly field?: string | undefined; readonly problem: string } | undefined;
  readonly done?: { readonly bankAccountId: string; readonly nickname: string } | undefined;
}

export function bankAccountForm(view: BankAccountFormView, reader: Reader): Page {
  const { say } = reader;
  const { done, problem } = view;
  const title = say(done === undefined ? 'Register a bank account' : 'Bank account registered');
  return page(
    {
      title: problem === undefined || done !== undefined ? title : say('Please correct: {title}', { title }),
      body: done === undefined ? form(view, title, reader) : registered(view, done, title, reader),
      notice: reader.isTest
        ? say('Test mode: no check is printed. Do not enter the numbers of a real account.')
        : undefined,
      formAction: true,
      ...(done !== undefined && { script: copyScript(), style: copyStyle }),
    },
    reader,
  );
}

const copyStyle = html`p + .button { width: auto; margin: .5rem 0 1rem; }`;

function form(view: BankAccountFormView, title: string, reader: Reader): Html {
  const { action, removal, printer, values, problem, order } = view;
  const { say } = reader;
  const fields = fieldsFor(values, problem, reader);
  const way =
    printer === undefined
      ? say('They go over an encrypted connection, once, to the partner that prints the checks.')
      : say('They go over an encrypted connection, once, to {printer}, the company that prints the checks.', {
          printer,
        });
  return html`<h1>${title}</h1>
<p class="lead">${order === undefined ? say('Checks can then be drawn on it. You do this once, and get an id to use in place of the numbers.') : say('You do this once. Then you go on with your check, and all that you typed is kept.')}</p>
${problem !== undefined && summary(problem, reader)}
<section class="warnings">
<h2>${say('What happens to the numbers')}</h2>
<p>${way} ${say('They are never stored here and never shown again. Never type them into a chat.')}</p>
<p>${say('You can remove the account at any time with its id. The numbers are then deleted there, too.')}
<a href="${removal}">${say('Remove an account')}</a></p>
</section>
<form class="fields" method="post" action="${action}" autocomplete="off">
${fields.account}
<fieldset class="us${fields.isShown('us') && ' shown'}">
<legend>${say('Bank in the US')}</legend>
${fields.us}
</fieldset>
<fieldset class="ca${fields.isShown('ca') && ' shown'}">
<legend>${say('Bank in Canada')}</legend>
${fields.ca}
</fieldset>
${fields.number}
${fields.owner}
${fields.authorization}
${order !== undefined && hiddenFields({ ...order.typed, order: 'yes' })}
<button class="button">${say('Register the account')}</button>
</form>`;
}

function summary({ field, problem }: NonNullable<BankAccountFormView['problem']>, { say, sayKnown }: Reader): Html {
  const label = field === undefined ? undefined : labelOf(field);
  const told = sayKnown(problem);
  const sentence = label === undefined ? told : html`<a href="#${field as Field}">${say(label)}</a> ${told}`;
  return html`<p class="message failing" role="alert">${sentence} ${say('Numbers are not kept: please enter them again.')}</p>`;
}

function registered(
  { action, removal, order }: BankAccountFormView,
  { bankAccountId, nickname }: NonNullable<BankAccountFormView['done']>,
  title: string,
  { say, write }: Reader,
): Html {
  return html`<p class="status fulfilled">${say('Registered')}</p>
<h1>${title}</h1>
<p class="lead">${say('Checks can now be drawn on “{nickname}”. Its numbers were passed on and are not kept here.', { nickname })}</p>
${
  order !== undefined &&
  html`<form class="actions" method="post" action="${order.action}">${hiddenFields({ ...order.typed, bank_account: bankAccountId })}
<button class="button" name="step" value="edit">${say('Write a check on this account')}</button>
</form>`
}
<section>
<h2>${order === undefined ? say('Its id') : say('Its code')}</h2>
<p><code class="copy" data-copy="${say('Copy')}" data-copied="${say('Copied')}">${bankAccountId}</code></p>
<p>${order === undefined ? write('Give this id to your assistant or use it as {field}. Keep it: it is shown only now.', { field: html`<code>check.bank_account</code>` }) : say('Keep it for your next check: it is shown only now.')}</p>
<p>${say('Whoever has the id can order checks on the account, and can remove it.')}</p>
</section>
<p class="actions"><a class="way" href="${action}">${say('Register another account')}</a></p>
<form class="actions" method="post" action="${removal}">
<input type="hidden" name="bank_account_id" value="${bankAccountId}">
<button class="button quiet">${say('Remove this account')}</button>
</form>`;
}
