/** Suggests a correction of a likely mistake in an address, offline. The address itself does not change. */
import type { Contact } from '../address.ts';
import { foldName, provincesOfPostalCode } from '../money.ts';
import type { AddressFault, CorrectedField } from '../warnings.ts';
import { countryNamed, hasHouseNumber, isUnit, stateNamed, statesOfZip } from './parts.ts';

export type AddressVerdict =
  | { readonly status: 'verified' }
  /** The suggestion differs in these fields only. */
  | { readonly status: 'corrected'; readonly what: readonly CorrectedField[]; readonly suggestion: Contact }
  | { readonly status: 'undeliverable'; readonly what: readonly AddressFault[] }
  /** The check had no result. That doesn't make the address doubtful. */
  | { readonly status: 'unknown' };

/** The address that a person may choose in place of the one that was sent. */
export const suggestionOf = (check: AddressVerdict | undefined): Contact | undefined =>
  check?.status === 'corrected' ? check.suggestion : undefined;

/** The verdict is from the job's creation, so a retry gets the same response. Only the times are added later. */
export type AddressCheck = AddressVerdict & {
  /** When a person or the caller confirmed the address as it was sent, Unix ms. */
  readonly acceptedAt?: number | undefined;
  /** When a person chose the suggestion, Unix ms. From then on, the suggestion is the order's address. */
  readonly takenAt?: number | undefined;
};

/** Each function corrects one kind of mistake. They run in this order, each on the result of the one before. */
const corrections: readonly ((address: Contact) => Partial<Contact> | undefined)[] = [
  // `city: "NY", provinceOrState: "Albany"`, if the ZIP code is in that state. Not `city: "Washington", provinceOrState:
  // "Washington DC"`, because 20001 isn't in the state of Washington. ZIP codes from 100 to 102 are in New York City (USPS).
  ({ city, provinceOrState, postalOrZip = '', countryCode }) => {
    if (countryCode !== 'US' || provinceOrState === undefined || stateNamed(provinceOrState) !== undefined)
      return undefined;
    const state = stateNamed(city);
    const fits = state !== undefined && statesOfZip(postalOrZip).includes(state);
    if (!fits || countryNamed(provinceOrState) !== undefined) return undefined;
    const isNewYork = foldName(city) === 'NEW YORK' && /^10[0-2]/.test(postalOrZip);
    return { city: isNewYork ? city : provinceOrState, provinceOrState: state };
  },
  // `city: "Albany, NY 12207"`, with the same state and ZIP code in their own fields, or with none.
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
  // `K1A OB1`: a letter in place of the digit that it looks like.
  ({ postalOrZip = '', provinceOrState, countryCode }) => {
    const [, letter1, digit1, letter2, digit2, letter3, digit3] =
      /^([A-Z])([\dOIL])([A-Z][ -]?)([\dOIL])([A-Z])([\dOIL])$/.exec(postalOrZip) ?? [];
    if (countryCode !== 'CA' || letter1 === undefined) return undefined;
    const digit = (character = '') => (character === 'O' ? '0' : character.replace(/[IL]/, '1'));
    const code = `${letter1}${digit(digit1)}${letter2}${digit(digit2)}${letter3}${digit(digit3)}`;
    const fits = provincesOfPostalCode(code).some((each) => provinceOrState === undefined || each === provinceOrState);
    return code !== postalOrZip && fits ? { postalOrZip: code } : undefined;
  },
  // A missing state or province, or a country in its place, if the code belongs to only one.
  ({ postalOrZip, provinceOrState, countryCode }) => {
    const isMissing = provinceOrState === undefined || countryNamed(provinceOrState) !== undefined;
    if (!isMissing || postalOrZip === undefined) return undefined;
    const regionsOf = countryCode === 'CA' ? provincesOfPostalCode : statesOfZip;
    const [region, ...others] = /^(?:\d{5}|[A-Z]\d[A-Z])/.test(postalOrZip) ? regionsOf(postalOrZip) : [];
    return region !== undefined && others.length === 0 ? { provinceOrState: region } : undefined;
  },
];

/** The fields in which two addresses differ. */
export const changedFields = (input: Contact, other: Contact): CorrectedField[] =>
  (['addressLine1', 'addressLine2', 'city', 'provinceOrState', 'postalOrZip'] as const).filter(
    (field) => input[field] !== other[field],
  );

export function likelyCorrection(address: Contact): Extract<AddressVerdict, { status: 'corrected' }> | undefined {
  const { addressLine1, addressLine2 } = address;
  // The unit and the street are each in the other's field.
  const isSwapped = addressLine2 !== undefined && isUnit(addressLine1) && hasHouseNumber(addressLine2);
  let suggestion = isSwapped ? { ...address, addressLine1: addressLine2, addressLine2: addressLine1 } : address;
  for (const correct of corrections) suggestion = { ...suggestion, ...correct(suggestion) };
  const what = changedFields(address, suggestion);
  return what.length === 0 ? undefined : { status: 'corrected', what, suggestion };
}
