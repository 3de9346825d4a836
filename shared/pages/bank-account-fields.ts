/** The fields of the bank account form: labels, hints, previous values and the problem with one of them. */
import { type Html, html } from './html.ts';
import type { PlainSentence, Reader } from './reader.ts';

type FieldValues = Readonly<Record<string, unknown>>;
type AccountFieldProblem = { readonly field?: string | undefined; readonly problem: string } | undefined;

const labels = {
  nickname: 'Nickname',
  country: 'Country of the bank',
  account_holder_name: 'Account holder',
  bank_name: 'Bank name',
  routing_number: 'Routing number',
  transit_number: 'Transit number',
  institution_number: 'Institution number',
  account_number: 'Account number',
  owner_email: 'Address for notices',
  account_type: 'Account type',
  authorized: 'Authorization',
} as const satisfies Record<string, PlainSentence>;

export type Field = keyof typeof labels;

export const bankAccountFields = Object.keys(labels);

export const labelOf = (field: string): (typeof labels)[Field] | undefined =>
  Object.hasOwn(labels, field) ? labels[field as Field] : undefined;

const groups = { us: ['routing_number'], ca: ['transit_number', 'institution_number'] } as const;

export function fieldsFor(values: FieldValues, problem: AccountFieldProblem, reader: Reader) {
  const { say, sayKnown, operator } = reader;
  const isWrong = (field: Field) => problem?.field === field;
  const complaint = (field: Field) =>
    problem !== undefined &&
    isWrong(field) &&
    html`<p class="failing" id="${field}-problem">${say(labels[field])} ${sayKnown(problem.problem)}</p>`;
  const row = (field: Field, hint: PlainSentence, attributes: Html) => html`<div class="field">
<label for="${field}">${say(labels[field])}</label>
<p id="${field}-hint">${say(hint)}</p>
${complaint(field)}
<input id="${field}"${attributes} autocomplete="off" spellcheck="false" aria-describedby="${field}-hint${isWrong(field) && ` ${field}-problem`}"${isWrong(field) && html` aria-invalid="true"`}>
</div>`;
  const group = (field: Field, attributes: Html, content: Html | readonly Html[]) =>
    html`<fieldset ${attributes} id="${field}"${isWrong(field) && html` aria-invalid="true" aria-describedby="${field}-problem"`}>
<legend>${say(labels[field])}</legend>
${complaint(field)}
${content}
</fieldset>`;
  const text = (field: Field, hint: PlainSentence, maxLength: number) =>
    row(field, hint, html` name="${field}" maxlength="${maxLength}" value="${previousValue(values, field)}" required`);
  const number = (field: Field, hint: PlainSentence, required = false) =>
    row(field, hint, html` name="${field}" inputmode="numeric" maxlength="40"${required && html` required`}`);
  const choice = (field: Field, options: Readonly<Record<string, PlainSentence>>) =>
    group(
      field,
      html`class="choice" role="radiogroup"`,
      Object.entries(options).map(
        ([value, label]) =>
          html`<label><input type="radio" name="${field}" value="${value}"${value === previousValue(values, field) && html` checked`}${field === 'country' && html` required`}> ${say(label)}</label>`,
      ),
    );
  return {
    account: html`${text('nickname', 'Kept and shown: no account numbers in it.', 60)}
${choice('country', { US: 'United States', CA: 'Canada' })}
${text('account_holder_name', 'As the bank knows it: a person or an organization.', 100)}
${text('bank_name', 'As it stands on a check.', 100)}`,
    us: number('routing_number', '9 digits, the first group at the foot of most checks.'),
    ca: html`${number('transit_number', '5 digits: the branch. At the foot of a check, after its number.')}
${number('institution_number', '3 digits: the bank. It follows the transit number.')}`,
    number: html`${number('account_number', '4 to 17 digits in the US, 5 to 12 in Canada. Spaces and hyphens do not matter.', true)}
${choice('account_type', { '': 'Not stated', chequing: 'Checking (chequing)', savings: 'Savings' })}`,
    owner: row(
      'owner_email',
      'Not needed. The owner is told of the first checks by e-mail, and can stop them.',
      html` name="owner_email" type="email" maxlength="254" value="${previousValue(values, 'owner_email')}"`,
    ),
    /** The owner's word that checks may be drawn on the account. It names the service. */
    authorization: group(
      'authorized',
      html`class="choice consent"`,
      html`<label><input type="checkbox" name="authorized" value="yes" required> ${
        operator.name === undefined
          ? say('I may sign for this account, and checks that are ordered with its id may be drawn on it.')
          : say('I may sign for this account, and {name} may have checks drawn on it that are ordered with its id.', {
              name: operator.name,
            })
      }</label>`,
    ),
    /** A group with a problem is shown for either country. */
    isShown: (group: keyof typeof groups) => groups[group].some(isWrong),
  };
}

/** Drops values with three or more digits: a bank number may be in the wrong field, and must never be shown again. */
function previousValue(values: FieldValues, field: Field): string {
  const value = Object.hasOwn(values, field) ? values[field] : undefined;
  return typeof value === 'string' && (value.match(/\p{N}/gu) ?? []).length < 3 ? value : '';
}
