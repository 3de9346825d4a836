/** An address on an order form: one text field, and the separate fields that we fill in from it. */
import { maxWrittenLength } from '../../domain/address.ts';
import { stateNamed } from '../../domain/addresses/parts.ts';
import { type Country, provinceNamed } from '../../domain/money.ts';
import type { PlainSentence } from '../reader.ts';
import type { FieldGroup, Inputs, OrderField, OrderForm } from './shape.ts';

export const noSuchProvince = 'There is no such province or territory in Canada.';

/** The last part of the name of the field for a whole address. */
export const pastedName = 'pasted';

type Side = NonNullable<FieldGroup['side']>;

/** Whether any of the separate fields is filled in. A country alone doesn't count. */
const usesSeparateFields = (typed: Inputs, side: Side): boolean =>
  Object.entries(typed).some(([name, value]) => {
    const [group, member = ''] = name.split('.');
    return group === side && ![pastedName, 'countryCode'].includes(member) && value.trim() !== '';
  });

/** The country that the state and the postal code indicate; if they disagree or are unknown, the chosen one. */
function countryOf(typed: Inputs, side: Side): Country | undefined {
  const { [`${side}.provinceOrState`]: region = '', [`${side}.postalOrZip`]: code = '' } = typed;
  const looksUS = /^\s*\d{5}/.test(code) || stateNamed(region) !== undefined;
  const looksCA = /^\s*[a-z]\d[a-z]/i.test(code) || provinceNamed(region) !== undefined;
  if (looksUS !== looksCA) return looksUS ? 'US' : 'CA';
  const chosen = typed[`${side}.countryCode`];
  return chosen === 'US' || chosen === 'CA' ? chosen : undefined;
}

export function address(side: Side, legend: PlainSentence): FieldGroup {
  const problemIfMissing = (value: string, typed: Inputs) =>
    value.trim() === '' && usesSeparateFields(typed, side) ? 'Please fill this in.' : undefined;
  const lineField = (name: string, label: PlainSentence, autocomplete: string, isRequired = true): OrderField => ({
    name: `${side}.${name}`,
    label,
    kind: 'line',
    isFolded: true,
    maxLength: 100,
    // Only the sender is the person who fills in the form.
    autocomplete: side === 'from' ? autocomplete : undefined,
    problem: (value, typed) => (isRequired ? problemIfMissing(value, typed) : undefined),
  });
  return {
    legend,
    side,
    fields: [
      lineField('name', 'Name', 'name'),
      lineField('companyName', 'Company (optional)', 'organization', false),
      lineField('addressLine1', 'Street address or PO box', 'address-line1'),
      lineField('addressLine2', 'Apartment, suite, unit (optional)', 'address-line2', false),
      lineField('city', 'City', 'address-level2'),
      {
        ...lineField('provinceOrState', 'State or province', 'address-level1'),
        problem(value, typed) {
          if (value.trim() === '') return problemIfMissing(value, typed);
          const country = countryOf(typed, side);
          // A province decides the tax. A state doesn't, so the preview only warns about an unknown one.
          if (country === 'CA') return provinceNamed(value) === undefined ? noSuchProvince : undefined;
          return (country ?? stateNamed(value) ?? provinceNamed(value))
            ? undefined
            : 'There is no such state or province.';
        },
      },
      {
        ...lineField('postalOrZip', 'ZIP or postal code', 'postal-code'),
        problem(value, typed) {
          if (value.trim() === '') return problemIfMissing(value, typed);
          return (countryOf(typed, side) ?? /^\s*(?:\d{5}|[a-z]\d[a-z])/i.test(value))
            ? undefined
            : 'This isn’t a ZIP or postal code.';
        },
      },
      {
        name: `${side}.countryCode`,
        label: 'Country',
        kind: 'country',
        isHiddenUnlessUsed: true,
        isFolded: true,
        problem: (_, typed) =>
          usesSeparateFields(typed, side) && countryOf(typed, side) === undefined ? 'Please choose one.' : undefined,
      },
      {
        name: `${side}.${pastedName}`,
        label: 'Name and address',
        hint: 'On one line or several. We’ll show you how we read it.',
        kind: 'paste',
        maxLength: maxWrittenLength,
        problem: (_, typed) => (usesSeparateFields(typed, side) ? undefined : 'Please fill this in.'),
      },
    ],
  };
}

/** Both addresses of a mailed order, and its print date if there is one, as in the job request. */
export const mailOrderOf = (typed: Inputs) => {
  const addressOf = (side: 'to' | 'from') =>
    Object.fromEntries(
      Object.entries(typed)
        .filter(([name]) => name.startsWith(`${side}.`) && name !== `${side}.${pastedName}`)
        .map(([name, value]) => [
          name.slice(side.length + 1),
          name.endsWith('.countryCode') ? countryOf(typed, side) : value,
        ]),
    );
  const { send_on: day = '' } = typed;
  return { to: addressOf('to'), from: addressOf('from'), send_on: day.trim() === '' ? undefined : day.trim() };
};

/** The recipient's country and region of a mailed order. */
export const mailDestinationOf: OrderForm['placeOf'] = (typed) => ({
  country: countryOf(typed, 'to'),
  province_or_state: typed['to.provinceOrState'],
});
