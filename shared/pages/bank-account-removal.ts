/** The page for removing a bank account: it asks for the code, then for a confirmation. A URL never contains the code. */
import { html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export interface BankAccountRemovalView {
  /** The path to which the form is posted. */
  readonly action: string;
  /** The path of the page that registers an account. */
  readonly registration: string;
  /** The account to remove once its owner confirms. */
  readonly account?: { readonly bankAccountId: string; readonly nickname: string } | undefined;
  readonly done?: { readonly areNumbersDeleted: boolean } | undefined;
  readonly problem?: string | undefined;
}

export function bankAccountRemoval(view: BankAccountRemovalView, reader: Reader): Page {
  const { action, registration, account, done, problem } = view;
  const { say } = reader;
  const complaint = problem !== undefined && html`<p class="message failing" role="alert" id="problem">${problem}</p>`;
  if (done !== undefined) {
    const title = say('Account removed');
    const body = html`<p class="status cancelled">${say('Removed')}</p>
<h1>${title}</h1>
<p class="lead">${say(
      done.areNumbersDeleted
        ? 'No more checks can be drawn on it, and the print partner has deleted its numbers.'
        : 'No more checks can be drawn on it. A check that is already paid still goes out. After that, the print partner deletes the numbers.',
    )}</p>
<p class="actions"><a class="way" href="${registration}">${say('Register an account')}</a></p>`;
    return page({ title, body, formAction: false }, reader);
  }
  if (account !== undefined) {
    const title = say('Remove this bank account?');
    const body = html`
<h1>${title}</h1>
<p class="lead">${say('No more checks can be drawn on “{nickname}”, and the print partner deletes its numbers.', { nickname: account.nickname })}</p>
${complaint}
<section>
<ul>
<li>${say('We cancel checks that aren’t paid yet.')}</li>
<li>${say('Paid checks still go out. To stop one, cancel its order first.')}</li>
<li>${say('You can’t undo this, but you can register the account again anytime.')}</li>
</ul>
</section>
<form method="post" action="${action}">
<input type="hidden" name="bank_account_id" value="${account.bankAccountId}">
<input type="hidden" name="confirmed" value="yes">
<p class="actions"><button class="button danger">${say('Yes, remove it')}</button></p>
</form>
<p class="actions"><a class="way" href="${registration}">${say('No, keep the account')}</a></p>`;
    return page({ title, body, formAction: true }, reader);
  }
  const title = say('Remove a bank account');
  const body = html`
<h1>${title}</h1>
<p class="lead">${say('No check can be drawn on a removed account, and the print partner deletes its numbers.')}</p>
${complaint}
<form class="fields" method="post" action="${action}" autocomplete="off">
<div class="field">
<label for="bank_account_id">${say('Account code')}</label>
<p id="bank_account_id-hint">${say('It starts with bank_. You got it when you registered the account.')}</p>
<input id="bank_account_id" name="bank_account_id" maxlength="100" required autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="bank_account_id-hint${problem !== undefined && ' problem'}"${problem !== undefined && html` aria-invalid="true"`}>
</div>
<button class="button">${say('Continue')}</button>
</form>
<p class="actions"><a class="way" href="${registration}">${say('Register an account instead')}</a></p>`;
  return page({ title, body, formAction: true }, reader);
}
