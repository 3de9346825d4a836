/** Suggests the one likely correction of a mistake in an address, offline. The address itself does not change. */
import type { Contact } from '../address.ts';
import { provinceOfPostalCode } from '../money.ts';
import type { AddressFault, CorrectedField } from '../warnings.ts';
import { isStreet, isUnit, stateNamed, statesOfZip } from './parts.ts';

export type AddressVerdict =
  | { readonly status: 'verified' }
  /** The suggestion differs in these fields only. */
  | { readonly status: 'corrected'; readonly what: readonly CorrectedField[]; readonly suggestion: Contact }
  | { readonly status: 'undeliverable'; readonly what: readonly AddressFault[] }
  /** The check could not decide, which is no reason to doubt the address. */
  | { readonly status: 'unknown' };

/** The address that a person may choose in place of the one that was sent. */
export const suggestionOf = (check: AddressVerdict | undefined): Contact | undefined =>
  check?.status === 'corrected' ? check.suggestion : undefined;

/** Stays as it was when the job was created, but for the times, so that a retry gets the same response. */
export type AddressCheck = AddressVerdict & {
  /** When a person or the caller confirmed the address as it was sent, Unix ms. */
  readonly acceptedAt?: number | undefined;
  /** When a person took the suggestion, Unix ms: the order has it as its address since then. */
  readonly takenAt?: number | undefined;
};

/** Each corrects one kind of mistake in the result of the one before. */
const cures: readonly ((address: Contact) => Partial<Contact> | undefined)[] = [
  // `city: "NY", provinceOrState: "Albany"`
  ({ city, provinceOrState, countryCode }) => {
    if (countryCode !== 'US' || provinceOrState === undefined || stateNamed(provinceOrState) !== undefined)
      return undefined;
    const state = stateNamed(city);
    return state === undefined ? undefined : { city: provinceOrState, provinceOrState: state };
  },
  // `city: "Albany, NY 12207"`, beside a state and a ZIP code that say the same, or none.
  ({ city, provinceOrState, postalOrZip, countryCode }) => {
    const [, name, code, zip] = /^([^,\d]{2,60}), *([A-Za-z]{2})(?: +(\d{5}(?:-\d{4})?))?$/u.exec(city) ?? [];
    const state = countryCode === 'US' && code !== undefined ? stateNamed(code) : undefined;
    if (name === undefined || state === undefined || state !== (provinceOrState ?? state)) return undefined;
    if (zip !== undefined && zip !== (postalOrZip ?? zip)) return undefined;
    return { city: name.trim(), provinceOrState: state, postalOrZip: postalOrZip ?? zip };
  },
  // A spreadsheet read the ZIP code as a number: `2108` in Massachusetts, `926` in Puerto Rico.
  ({ postalOrZip = '', provinceOrState = '', countryCode }) => {
    if (countryCode !== 'US' || !/^\d{3,4}$/.test(postalOrZip)) return undefined;
    const zip = postalOrZip.padStart(5, '0');
    return statesOfZip(zip).includes(provinceOrState) ? { postalOrZip: zip } : undefined;
  },
  // `K1A OB1`: a letter in the place of the digit that looks like it.
  ({ postalOrZip = '', provinceOrState, countryCode }) => {
    const [, start, first, middle, second, last, third] =
      /^([A-Z])([\dOIL])([A-Z][ -]?)([\dOIL])([A-Z])([\dOIL])$/.exec(postalOrZip) ?? [];
    if (countryCode !== 'CA' || start === undefined) return undefined;
    const digit = (sign = '') => (sign === 'O' ? '0' : sign.replace(/[IL]/, '1'));
    const code = `${start}${digit(first)}${middle}${digit(second)}${last}${digit(third)}`;
    const province = provinceOfPostalCode(code);
    const fits = province !== undefined && (provinceOrState === undefined || province === provinceOrState);
    return code !== postalOrZip && fits ? { postalOrZip: code } : undefined;
  },
  // The code decides the state or province if it belongs to only one: two territories use X.
  ({ postalOrZip, provinceOrState, countryCode }) => {
    if (provinceOrState !== undefined || postalOrZip === undefined) return undefined;
    if (countryCode === 'CA') {
      const province = /^[A-WYZ]\d[A-Z]/.test(postalOrZip) ? provinceOfPostalCode(postalOrZip) : undefined;
      return province && { provinceOrState: province };
    }
    const [state, ...others] = /^\d{5}/.test(postalOrZip) ? statesOfZip(postalOrZip) : [];
    return state !== undefined && others.length === 0 ? { provinceOrState: state } : undefined;
  },
];

/** The fields in which two addresses are not the same text. */
export const changedFields = (input: Contact, other: Contact): CorrectedField[] =>
  (['addressLine1', 'addressLine2', 'city', 'provinceOrState', 'postalOrZip'] as const).filter(
    (field) => input[field] !== other[field],
  );

export function likelyCorrection(address: Contact): Extract<AddressVerdict, { status: 'corrected' }> | undefined {
  const { addressLine1: unit, addressLine2: street } = address;
  // The unit is in the place of the street.
  const isSwapped = street !== undefined && isUnit(unit) && isStreet(street);
  let suggestion = isSwapped ? { ...address, addressLine1: street, addressLine2: unit } : address;
  for (const cure of cures) suggestion = { ...suggestion, ...cure(suggestion) };
  const what = changedFields(address, suggestion);
  return what.length === 0 ? undefined : { status: 'corrected', what, suggestion };
}
