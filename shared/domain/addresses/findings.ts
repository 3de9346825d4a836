/** The words of an address check: the fields that a correction may change, and the reasons why mail may come back. */

/** The name and the country are never corrected. */
export type CorrectedField = 'addressLine1' | 'addressLine2' | 'city' | 'provinceOrState' | 'postalOrZip';

/** Each reason in words, for callers and payers alike. `not_found`: the post does not say which part is wrong. */
export const faultWords = {
  number_missing: 'the house number is missing',
  number_unknown: 'the street has no such number',
  street_unknown: 'the street is not known there',
  unit_missing: 'the building has several units, and none is named',
  unit_unknown: 'the building has no such unit',
  place_unknown: 'the city and the postal code do not belong together',
  not_found: 'the postal service has no record of this address',
} as const;
export type AddressFault = keyof typeof faultWords;
