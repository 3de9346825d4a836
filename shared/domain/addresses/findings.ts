/** The words of an address check: the fields that a correction may change, and the reasons why mail may come back. */

/** The name and the country are never corrected. */
export const correctedFields = ['addressLine1', 'addressLine2', 'city', 'provinceOrState', 'postalOrZip'] as const;
export type CorrectedField = (typeof correctedFields)[number];

/** `not_found`: the post has no such address, and does not say which part is wrong. */
export const addressFaults = [
  'number_missing',
  'number_unknown',
  'street_unknown',
  'unit_missing',
  'unit_unknown',
  'place_unknown',
  'not_found',
] as const;
export type AddressFault = (typeof addressFaults)[number];

/** Each as a reason, for callers and payers alike. */
export const faultWords = {
  number_missing: 'the house number is missing',
  number_unknown: 'the street has no such number',
  street_unknown: 'the street is not known there',
  unit_missing: 'the building has several units, and none is named',
  unit_unknown: 'the building has no such unit',
  place_unknown: 'the city and the postal code do not belong together',
  not_found: 'the postal service has no record of this address',
} as const satisfies Record<AddressFault, string>;
