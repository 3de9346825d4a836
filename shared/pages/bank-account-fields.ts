/** The fields of the bank account form: labels, hints, previous values and the problem with one of them. */
import { type Html, html } from './html.ts';

type Values = Readonly<Record<string, unknown>>;
type Problem = { readonly field?: string | undefined; readonly problem: string } | undefined;

const labels = {
  nickname: 'Nickname',
  country: 'Country of the bank',
  account_holder_name: 'Account holder',
  bank_name: 'Bank name',
  routing_number: 'Routing number',
  transit_number: 'Transit number',
  institution_number: 'Institution number',
  account_number: 'Account number',
  account_type: 'Account type',
} as const;

export type Field = keyof typeof labels;

export const labelOf = (field: string): string | undefined =>
  Object.hasOwn(labels, field) ? labels[field as Field] : undefined;

const groups = { us: ['routing_number'], ca: ['transit_number', 'institution_number'] } as const;

export function fieldsFor(values: Values, problem: Problem) {
  const text = (field: Field, hint: string, maxLength: number) =>
    row(
      field,
      problem,
      hint,
      html` name="${field}" maxlength="${maxLength}" value="${previousValue(values, field)}" required`,
    );
  const number = (field: Field, hint: string, required = false) =>
    row(field, problem, hint, html` name="${field}" inputmode="numeric" maxlength="40"${required && html` required`}`);
  return {
    account: html`${text('nickname', 'Kept and shown: no account numbers in it.', 60)}
${choice('country', { US: 'United States', CA: 'Canada' }, values, problem)}
${text('account_holder_name', 'As the bank knows it: a person or an organisation.', 100)}
${text('bank_name', 'As it stands on a check.', 100)}`,
    us: number('routing_number', '9 digits, the first group at the foot of most checks.'),
    ca: html`${number('transit_number', '5 digits: the branch. At the foot of a cheque, after the cheque number.')}
${number('institution_number', '3 digits: the bank. It follows the transit number.')}`,
    number: html`${number('account_number', '4 to 17 digits in the US, 5 to 12 in Canada. Spaces and hyphens do not matter.', true)}
${choice('account_type', { '': 'Not stated', chequing: 'Chequing (checking)', savings: 'Savings' }, values, problem)}`,
    /** A group with a problem is shown for either country. */
    isShown: (group: keyof typeof groups) => groups[group].some((field) => field === problem?.field),
  };
}

/** Drops values with three or more digits: a bank number may be in the wrong field, and must never be shown again. */
function previousValue(values: Values, field: Field): string {
  const value = Object.hasOwn(values, field) ? values[field] : undefined;
  return typeof value === 'string' && (value.match(/\p{N}/gu) ?? []).length < 3 ? value : '';
}

function row(field: Field, problem: Problem, hint: string, attributes: Html): Html {
  const wrong = problem?.field === field;
  return html`<div class="field">
<label for="${field}">${labels[field]}</label>
<p id="${field}-hint">${hint}</p>
${wrong && html`<p class="failing" id="${field}-problem">${labels[field]} ${problem.problem}</p>`}
<input id="${field}"${attributes} autocomplete="off" spellcheck="false" aria-describedby="${field}-hint${wrong && ` ${field}-problem`}"${wrong && html` aria-invalid="true"`}>
</div>`;
}

function choice(field: Field, options: Readonly<Record<string, string>>, values: Values, problem: Problem): Html {
  const wrong = problem?.field === field;
  const chosen = previousValue(values, field);
  const option = ([value, label]: [string, string]) =>
    html`<label><input type="radio" name="${field}" value="${value}"${value === chosen && html` checked`}${field === 'country' && html` required`}> ${label}</label>`;
  return html`<fieldset class="choice" role="radiogroup" id="${field}"${wrong && html` aria-invalid="true" aria-describedby="${field}-problem"`}>
<legend>${labels[field]}</legend>
${wrong && html`<p class="failing" id="${field}-problem">${labels[field]} ${problem.problem}</p>`}
${Object.entries(options).map(option)}
</fieldset>`;
}
