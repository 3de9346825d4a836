/**
 * The pages for registering and removing a bank account, so that no number has to be typed into a chat. No page repeats a number,
 * and no URL contains an account code.
 */
import { copyScript } from './built-scripts.ts';
import { type Html, hiddenFields, html } from './html.ts';
import { contactSupport, homePath, type Page, page } from './page.ts';
import type { PlainSentence, Reader } from './reader.ts';

export interface BankAccountFormView {
  readonly action: string;
  readonly checkFormPath: string;
  /** The values from the order form of a check, if the person came from there. */
  readonly order?: { readonly typed: Readonly<Record<string, string>> } | undefined;
  /** Whether the first checks are held while the owner is emailed about them. */
  readonly emailsOwner: boolean;
  readonly removalPath: string;
  /** The partner that prints the checks; missing if it is simulated. */
  readonly printer?: string | undefined;
  /** The submitted values, by field name. The page never repeats the numbers among them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Without a known field, the page shows only the sentence, which must not repeat a value. */
  readonly problem?: { readonly field?: string | undefined; readonly problem: string } | undefined;
  readonly done?: { readonly bankAccountId: string; readonly nickname: string } | undefined;
}

const labels = {
  nickname: 'Nickname',
  country: 'Country of the bank',
  account_holder_name: 'Account holder',
  bank_name: 'Bank name',
  routing_number: 'Routing number',
  transit_number: 'Transit number',
  institution_number: 'Institution number',
  account_number: 'Account number',
  owner_email: 'Owner’s email',
  account_type: 'Account type',
  authorized: 'Authorization',
} as const satisfies Record<string, PlainSentence>;

type Field = keyof typeof labels;

export function bankAccountForm(view: BankAccountFormView, reader: Reader): Page {
  const { say } = reader;
  const { done, problem } = view;
  const title = say(done === undefined ? 'Register a bank account' : 'Bank account registered');
  return page(
    {
      title: problem === undefined || done !== undefined ? title : say('Please correct: {title}', { title }),
      body: done === undefined ? form(view, title, reader) : registered(view, done, title, reader),
      notice: reader.isTest
        ? say('Test mode: no check is printed. Don’t enter the numbers of a real account.')
        : undefined,
      hasForm: true,
      ...(done !== undefined && {
        script: copyScript(),
        style: html`p + .button { width: auto; margin: .5rem 0 1rem; }`,
      }),
    },
    reader,
  );
}

function introduction(view: BankAccountFormView, title: string, reader: Reader): Html {
  const { removalPath, printer, problem, order } = view;
  const { say, translate } = reader;
  const recipient =
    printer === undefined
      ? say('We send them once, over an encrypted connection, to the partner that prints the checks.')
      : say('We send them once, over an encrypted connection, to {printer}, the company that prints the checks.', {
          printer,
        });
  const field = Object.keys(labels).find((name): name is Field => name === problem?.field);
  return html`<h1>${title}</h1>
<p class="lead">${order === undefined ? say('Checks can then be drawn on it. You do this once and get an account code to use instead of the numbers.') : say('You do this once. Then you’ll go back to your check, with everything you typed.')}</p>
${problem !== undefined && html`<p class="message failing" role="alert">${field && html`<a href="#${field}">${say('{label}:', { label: say(labels[field]) })}</a> ${say('This field')} `}${translate(problem.problem)} ${say('We cleared every field with numbers in it. Please enter those again.')}</p>`}
<section class="warnings">
<h2>${say('What happens to the numbers')}</h2>
<p>${recipient} ${say('We never store them or show them again. Never type them into a chat.')}</p>
<p>${say('You can remove the account anytime with its code. The partner then deletes the numbers.')}
<a href="${removalPath}">${say('Remove a bank account')}</a></p>
</section>`;
}

const consentTo = ({ say, operator: { name } }: Reader): string =>
  name === undefined
    ? say('I’m authorized to sign for this account, and checks ordered with its code may be drawn on it.')
    : say(
        'I’m authorized to sign for this account, and {name} may have checks drawn on it when they’re ordered with its code.',
        { name },
      );

function form(view: BankAccountFormView, title: string, reader: Reader): Html {
  const { action, values, problem, order } = view;
  const { say, translate } = reader;
  const hasProblem = (field: Field) => problem?.field === field;
  const problemLine = (field: Field) =>
    problem?.field === field &&
    html`<p class="failing" id="${field}-problem">${say('This field')} ${translate(problem.problem)}</p>`;
  // Leaves out values with three or more digits: someone may have typed a bank number into the wrong field.
  const previousValue = (field: Field) => {
    const value = values[field];
    return typeof value === 'string' && (value.match(/\p{N}/gu) ?? []).length < 3 ? value : '';
  };
  const inputField = (field: Field, hint: PlainSentence, attributes: Html) => html`<div class="field">
<label for="${field}">${say(labels[field])}</label>
<p id="${field}-hint">${say(hint)}</p>
${problemLine(field)}
<input id="${field}"${attributes} autocomplete="off" spellcheck="false" aria-describedby="${field}-hint${hasProblem(field) && ` ${field}-problem`}"${hasProblem(field) && html` aria-invalid="true"`}>
</div>`;
  const fieldGroup = (field: Field, attributes: Html, content: Html | readonly Html[]) =>
    html`<fieldset ${attributes} id="${field}"${hasProblem(field) && html` aria-invalid="true" aria-describedby="${field}-problem"`}>
<legend>${say(labels[field])}</legend>
${problemLine(field)}
${content}
</fieldset>`;
  const textField = (field: Field, hint: PlainSentence, maxLength: number) =>
    inputField(field, hint, html` name="${field}" maxlength="${maxLength}" value="${previousValue(field)}" required`);
  const numberField = (field: Field, hint: PlainSentence, isRequired = false) =>
    inputField(field, hint, html` name="${field}" inputmode="numeric" maxlength="40"${isRequired && html` required`}`);
  const radioButtons = (field: Field, options: Readonly<Record<string, PlainSentence>>) =>
    fieldGroup(
      field,
      html`class="choice" role="radiogroup"`,
      Object.entries(options).map(
        ([value, label]) =>
          html`<label><input type="radio" name="${field}" value="${value}"${value === previousValue(field) && html` checked`}${field === 'country' && html` required`}> ${say(label)}</label>`,
      ),
    );
  // A form that another site sent has a problem without a field, and must not come back with the box checked.
  const isBoxChecked = problem?.field !== undefined && values.authorized === 'yes';
  // A group with a problem is visible whichever country is chosen.
  const isVisible = {
    us: hasProblem('routing_number'),
    ca: hasProblem('transit_number') || hasProblem('institution_number'),
  };
  return html`${introduction(view, title, reader)}
<form class="fields" method="post" action="${action}" autocomplete="off">
${textField('nickname', 'We keep it and show it, so leave out account numbers.', 60)}
${radioButtons('country', { US: 'United States', CA: 'Canada' })}
${textField('account_holder_name', 'The person or organization, as the bank has it on file.', 100)}
${textField('bank_name', 'As printed on your checks.', 100)}
<fieldset class="us${isVisible.us && ' visible'}">
<legend>${say('Bank in the US')}</legend>
${numberField('routing_number', '9 digits, the first group at the bottom of most checks.')}
</fieldset>
<fieldset class="ca${isVisible.ca && ' visible'}">
<legend>${say('Bank in Canada')}</legend>
${numberField('transit_number', '5 digits for the branch, at the bottom of a check after its number.')}
${numberField('institution_number', '3 digits for the bank, after the transit number.')}
</fieldset>
${numberField('account_number', '4 to 17 digits in the US, 5 to 12 in Canada. Spaces and hyphens don’t matter.', true)}
${radioButtons('account_type', { chequing: 'Checking (chequing)', savings: 'Savings' })}
${
  view.emailsOwner &&
  inputField(
    'owner_email',
    'Optional. We’ll email the owner about the first checks so they can stop them.',
    html` name="owner_email" type="email" maxlength="254" value="${previousValue('owner_email')}"`,
  )
}
${fieldGroup(
  'authorized',
  html`class="choice consent"`,
  html`<label><input type="checkbox" name="authorized" value="yes" required${isBoxChecked && html` checked`}> ${consentTo(reader)}</label>`,
)}
${order !== undefined && hiddenFields({ ...order.typed, order: 'yes' })}
<button class="button">${say('Register the account')}</button>
</form>`;
}

function registered(
  { action, checkFormPath, removalPath, order }: BankAccountFormView,
  { bankAccountId, nickname }: NonNullable<BankAccountFormView['done']>,
  title: string,
  { say, write }: Reader,
): Html {
  return html`<h1>${title}</h1>
<p class="lead">${say('You can now send checks from “{nickname}.” We passed its numbers on and didn’t keep them.', { nickname })}</p>
<section>
<h2>${say('Account code')}</h2>
<p><code class="copy" data-copy="${say('Copy')}" data-copied="${say('Copied')}">${bankAccountId}</code></p>
<p>${order === undefined ? write('Give this code to your assistant, or use it as {field}. Save it: we show it only once.', { field: html`<code>check.bank_account</code>` }) : say('Save it for your next check, and to remove the account: we show it only once.')}</p>
<p>${say('Anyone with the code can order checks on the account or remove it.')}</p>
</section>
<form class="actions" method="post" action="${checkFormPath}">${hiddenFields({ ...order?.typed, bank_account: bankAccountId })}
<button class="button" name="step" value="edit">${say(order === undefined ? 'Write a check on this account' : 'Back to your check')}</button>
</form>
<p class="actions"><a class="text-link" href="${action}">${say('Register another account')}</a><br><a class="text-link" href="${removalPath}">${say('Remove a bank account')}</a></p>`;
}

export interface BankAccountRemovalView {
  readonly action: string;
  readonly registrationPath: string;
  /** The account to remove once its owner confirms. */
  readonly account?: { readonly bankAccountId: string; readonly nickname: string } | undefined;
  readonly done?: { readonly areNumbersDeleted: boolean } | undefined;
  /** A sentence in the reader's language. */
  readonly problem?: string | undefined;
}

/** Asks for the code, then for a confirmation, and then says that the account is removed. */
export function bankAccountRemoval(view: BankAccountRemovalView, reader: Reader): Page {
  const { action, registrationPath, account, done, problem } = view;
  const { say } = reader;
  const problemLine =
    problem !== undefined && html`<p class="message failing" role="alert" id="problem">${problem}</p>`;
  if (done !== undefined) {
    const title = say('Account removed');
    const body = html`<h1>${title}</h1>
<p class="lead">${say(
      done.areNumbersDeleted
        ? 'No more checks can be drawn on it, and the print partner has deleted its numbers.'
        : 'No more checks can be drawn on it. A check that is already paid still goes out. After that, the print partner deletes the numbers.',
    )}</p>
<p class="actions"><a class="text-link" href="${registrationPath}">${say('Register a bank account')}</a></p>`;
    return page({ title, body }, reader);
  }
  if (account !== undefined) {
    const title = say('Remove this bank account?');
    const body = html`
<h1>${title}</h1>
<p class="lead">${say('No more checks can be drawn on “{nickname},” and the print partner deletes its numbers.', { nickname: account.nickname })}</p>
${problemLine}
<section>
<ul>
<li>${say('We cancel checks that aren’t paid yet.')}</li>
<li>${say('Paid checks still go out. To stop one, cancel its order first.')}</li>
<li>${say('You can’t undo this, but you can register the account again anytime.')}</li>
</ul>
</section>
<form method="post" action="${action}">
${hiddenFields({ bank_account_id: account.bankAccountId, confirmed: 'yes' })}
<p class="actions"><button class="button danger">${say('Yes, remove it')}</button></p>
</form>
<p class="actions"><a class="text-link" href="${homePath}">${say('No, keep the account')}</a></p>`;
    return page({ title, body, hasForm: true }, reader);
  }
  const title = say('Remove a bank account');
  const body = html`
<h1>${title}</h1>
<p class="lead">${say('No more checks can be drawn on a removed account. Paid checks still go out, and then the print partner deletes the numbers.')}</p>
${problemLine}
<form class="fields" method="post" action="${action}" autocomplete="off">
<div class="field">
<label for="bank_account_id">${say('Account code')}</label>
<p id="bank_account_id-hint">${say('The code starting with “bank_” that you got when you registered the account.')}</p>
<input id="bank_account_id" name="bank_account_id" maxlength="100" required autocomplete="off" spellcheck="false" autocapitalize="none" aria-describedby="bank_account_id-hint${problem !== undefined && ' problem'}"${problem !== undefined && html` aria-invalid="true"`}>
</div>
<button class="button">${say('Continue')}</button>
</form>
<section><p>${say('If you lost the code, we can block checks on the account.')} ${contactSupport(reader, undefined)}.</p></section>
<p class="actions"><a class="text-link" href="${registrationPath}">${say('Register a bank account')}</a></p>`;
  return page({ title, body, hasForm: true }, reader);
}
