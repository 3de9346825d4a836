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
  const text = (field: Field, hint: PlainSentence, maxLength: number) =>
    row(
      { field, problem, hint, reader },
      html` name="${field}" maxlength="${maxLength}" value="${previousValue(values, field)}" required`,
    );
  const number = (field: Field, hint: PlainSentence, required = false) =>
    row(
      { field, problem, hint, reader },
      html` name="${field}" inputmode="numeric" maxlength="40"${required && html` required`}`,
    );
  const choice = (field: Field, options: SelectOptions) => choiceOf({ field, options, values, problem, reader });
  return {
    account: html`${text('nickname', 'Kept and shown: no account numbers in it.', 60)}
${choice('country', { US: 'United States', CA: 'Canada' })}
${text('account_holder_name', 'As the bank knows it: a person or an organization.', 100)}
${text('bank_name', 'As it stands on a check.', 100)}`,
    us: number('routing_number', '9 digits, the first group at the foot of most checks.'),
    ca: html`${number('transit_number', '5 digits: the branch. At the foot of a check, after its number.')}
${number('institution_number', '3 digits: the bank. It follows the transit number.')}`,
    owner: row(
      {
        field: 'owner_email',
        problem,
        hint: 'Not needed. The owner is told of the first checks by e-mail, and can stop them.',
        reader,
      },
      html` name="owner_email" type="email" maxlength="254" value="${previousValue(values, 'owner_email')}"`,
    ),
    number: html`${number('account_number', '4 to 17 digits in the US, 5 to 12 in Canada. Spaces and hyphens do not matter.', true)}
${choice('account_type', { '': 'Not stated', chequing: 'Checking (chequing)', savings: 'Savings' })}`,
    /** A group with a problem is shown for either country. */
    isShown: (group: keyof typeof groups) => groups[group].some((field) => field === problem?.field),
  };
}

/** The owner's word that checks may be drawn on the account. It names the service. */
export function authorization(problem: AccountFieldProblem, reader: Reader): Html {
  const { say, operator } = reader;
  const field = 'authorized';
  const line =
    operator.name === undefined
      ? say('I may sign for this account, and checks that are ordered with its id may be drawn on it.')
      : say('I may sign for this account, and {name} may have checks drawn on it that are ordered with its id.', {
          name: operator.name,
        });
  return html`<fieldset class="choice consent" id="${field}"${wrong(field, problem) && html` aria-invalid="true" aria-describedby="${field}-problem"`}>
<legend>${say(labels[field])}</legend>
${complaint(field, problem, reader)}
<label><input type="checkbox" name="${field}" value="yes" required> ${line}</label>
</fieldset>`;
}

/** Drops values with three or more digits: a bank number may be in the wrong field, and must never be shown again. */
function previousValue(values: FieldValues, field: Field): string {
  const value = Object.hasOwn(values, field) ? values[field] : undefined;
  return typeof value === 'string' && (value.match(/\p{N}/gu) ?? []).length < 3 ? value : '';
}

const wrong = (field: Field, problem: AccountFieldProblem): boolean => problem?.field === field;

const complaint = (field: Field, problem: AccountFieldProblem, { say, sayKnown }: Reader): Html | false =>
  problem?.field === field &&
  html`<p class="failing" id="${field}-problem">${say(labels[field])} ${sayKnown(problem.problem)}</p>`;

interface FieldRow {
  readonly field: Field;
  readonly problem: AccountFieldProblem;
  readonly hint: PlainSentence;
  readonly reader: Reader;
}

function row({ field, problem, hint, reader }: FieldRow, attributes: Html): Html {
  const isWrong = wrong(field, problem);
  return html`<div class="field">
<label for="${field}">${reader.say(labels[field])}</label>
<p id="${field}-hint">${reader.say(hint)}</p>
${complaint(field, problem, reader)}
<input id="${field}"${attributes} autocomplete="off" spellcheck="false" aria-describedby="${field}-hint${isWrong && ` ${field}-problem`}"${isWrong && html` aria-invalid="true"`}>
</div>`;
}

type SelectOptions = Readonly<Record<string, PlainSentence>>;

interface FieldChoice extends Omit<FieldRow, 'hint'> {
  readonly options: SelectOptions;
  readonly values: FieldValues;
}

function choiceOf({ field, options, values, problem, reader }: FieldChoice): Html {
  const chosen = previousValue(values, field);
  const option = ([value, label]: [string, PlainSentence]) =>
    html`<label><input type="radio" name="${field}" value="${value}"${value === chosen && html` checked`}${field === 'country' && html` required`}> ${reader.say(label)}</label>`;
  return html`<fieldset class="choice" role="radiogroup" id="${field}"${wrong(field, problem) && html` aria-invalid="true" aria-describedby="${field}-problem"`}>
<legend>${reader.say(labels[field])}</legend>
${complaint(field, problem, reader)}
${Object.entries(options).map(option)}
</fieldset>`;
}
