/** The page for registering a bank account, so that no number goes through a chat. It never shows a number again. */
import { type Field, fieldsFor, labelOf } from './bank-account-fields.ts';
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export interface BankAccountFormView {
  /** The path to which the form is posted. */
  readonly action: string;
  /** The values of the last post, by field name. The page shows no numbers from any of them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Without a field, the page shows the sentence alone. The sentence must not repeat a value. */
  readonly problem?: { readonly field?: string | undefined; readonly problem: string } | undefined;
  readonly done?: { readonly bankAccountId: string; readonly nickname: string } | undefined;
}

export function bankAccountForm(view: BankAccountFormView, reader: Reader): Page {
  const { done, problem } = view;
  const title = done === undefined ? 'Register a bank account' : 'Bank account registered';
  return page(
    {
      title: problem === undefined || done !== undefined ? title : `Please correct: ${title}`,
      body: done === undefined ? form(view, title) : registered(view, done, title),
      notice: reader.isTest ? 'Test mode: no check is printed. Do not enter the numbers of a real account.' : undefined,
      formAction: done === undefined,
    },
    reader,
  );
}

function form({ action, values, problem }: BankAccountFormView, title: string): Html {
  const fields = fieldsFor(values, problem);
  return html`<h1>${title}</h1>
<p class="lead">Checks can then be drawn on it. You do this once, and get an id to use in place of the numbers.</p>
${problem !== undefined && summary(problem)}
<section class="warnings">
<h2>What happens to the numbers</h2>
<p>They go over an encrypted connection, once, to the partner that prints the checks. They are never stored here and
never shown again. Never type them into a chat.</p>
</section>
<form class="fields" method="post" action="${action}" autocomplete="off">
${fields.account}
<fieldset class="us${fields.isShown('us') && ' shown'}">
<legend>Bank in the US</legend>
${fields.us}
</fieldset>
<fieldset class="ca${fields.isShown('ca') && ' shown'}">
<legend>Bank in Canada</legend>
${fields.ca}
</fieldset>
${fields.number}
<button class="button">Register the account</button>
</form>`;
}

function summary({ field, problem }: NonNullable<BankAccountFormView['problem']>): Html {
  const label = field === undefined ? undefined : labelOf(field);
  const sentence = label === undefined ? problem : html`<a href="#${field as Field}">${label}</a> ${problem}`;
  return html`<p class="message failing" role="alert">${sentence} Numbers are not kept: please enter them again.</p>`;
}

function registered(
  { action }: BankAccountFormView,
  done: NonNullable<BankAccountFormView['done']>,
  title: string,
): Html {
  return html`<p class="status fulfilled">Registered</p>
<h1>${title}</h1>
<p class="lead">Checks can now be drawn on “${done.nickname}”. Its numbers were passed on and are not kept here.</p>
<section>
<h2>Its id</h2>
<p><code class="copy">${done.bankAccountId}</code></p>
<p>Give this id to your assistant or use it as <code>check.bank_account</code>. Keep it: it is shown only now.</p>
</section>
<p class="actions"><a class="way" href="${action}">Register another account</a></p>`;
}
