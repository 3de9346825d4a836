/** The page for removing a bank account: it asks for the id, then for a yes. No id is ever in an address. */
import { type Html, html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

export interface BankAccountRemovalView {
  /** The path to which the form is posted. */
  readonly action: string;
  /** The path of the page that registers an account. */
  readonly registration: string;
  /** The account that was found and is to be removed, once its owner says yes. */
  readonly found?: { readonly bankAccountId: string; readonly nickname: string } | undefined;
  readonly done?: { readonly areNumbersDeleted: boolean } | undefined;
  readonly problem?: string | undefined;
}

export function bankAccountRemoval(view: BankAccountRemovalView, reader: Reader): Page {
  const { say } = reader;
  const { done } = view;
  const { title, content } = stepOf(view, reader);
  const body = html`${done !== undefined && html`<p class="status cancelled">${say('Removed')}</p>`}
<h1>${title}</h1>
${content}`;
  return page({ title, body, formAction: done === undefined }, reader);
}

function stepOf(view: BankAccountRemovalView, reader: Reader): { readonly title: string; readonly content: Html } {
  const { say } = reader;
  const { found, done } = view;
  if (done !== undefined) return { title: say('The account is removed'), content: removed(view, done, reader) };
  if (found === undefined) return { title: say('Remove a bank account'), content: search(view, reader) };
  return { title: say('Remove this bank account?'), content: question(view, found, reader) };
}

const told = ({ problem }: BankAccountRemovalView): Html | false =>
  problem !== undefined && html`<p class="message failing" role="alert" id="problem">${problem}</p>`;

function search(view: BankAccountRemovalView, { say }: Reader): Html {
  const isWrong = view.problem !== undefined;
  return html`<p class="lead">${say('No check can be drawn on a removed account, and the print partner deletes its numbers.')}</p>
${told(view)}
<form class="fields" method="post" action="${view.action}" autocomplete="off">
<div class="field">
<label for="bank_account_id">${say('Id of the account')}</label>
<p id="bank_account_id-hint">${say('It begins with bank_, and was shown when the account was registered.')}</p>
<input id="bank_account_id" name="bank_account_id" maxlength="100" required autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="bank_account_id-hint${isWrong && ' problem'}"${isWrong && html` aria-invalid="true"`}>
</div>
<button class="button">${say('Continue')}</button>
</form>
<p class="actions"><a class="way" href="${view.registration}">${say('Register an account instead')}</a></p>`;
}

function question(
  view: BankAccountRemovalView,
  { bankAccountId, nickname }: NonNullable<BankAccountRemovalView['found']>,
  { say }: Reader,
): Html {
  return html`<p class="lead">${say('No check can be drawn on “{nickname}” any more, and the print partner deletes its numbers.', { nickname })}</p>
${told(view)}
<section>
<ul>
<li>${say('Checks that are not paid yet are cancelled.')}</li>
<li>${say('Checks that are paid still go out. To stop one, cancel its order before.')}</li>
<li>${say('This cannot be undone. The account can be registered again at any time.')}</li>
</ul>
</section>
<form method="post" action="${view.action}">
<input type="hidden" name="bank_account_id" value="${bankAccountId}">
<input type="hidden" name="confirmed" value="yes">
<p class="actions"><button class="button danger">${say('Yes, remove it')}</button></p>
</form>
<p class="actions"><a class="way" href="${view.registration}">${say('No, keep the account')}</a></p>`;
}

const removed = (
  { registration }: BankAccountRemovalView,
  { areNumbersDeleted }: NonNullable<BankAccountRemovalView['done']>,
  { say }: Reader,
): Html => html`<p class="lead">${say(
  areNumbersDeleted
    ? 'No check can be drawn on it any more, and its numbers are deleted at the print partner.'
    : 'No check can be drawn on it any more. A check that was paid before still goes out; the print partner deletes the numbers by itself after that.',
)}</p>
<p class="actions"><a class="way" href="${registration}">${say('Register an account')}</a></p>`;
