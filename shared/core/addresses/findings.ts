/** The words of an address check: the fields that a correction may change, and the reasons why mail may come back. */

/** The name and the country are never corrected. */
export const correctedFields = ['addressLine1', 'addressLine2', 'city', 'provinceOrState', 'postalOrZip'] as const;
export type CorrectedField = (typeof correctedFields)[number];

/** `not_found`: the post knows no such address, and nobody says which part is wrong. */
export const addressFaults = [
  'number_missing',
  'number_unknown',
  'street_unknown',
  'unit_missing',
  'unit_unknown',
  'place_unknown',
  'not_delivered_to',
  'not_found',
] as const;
export type AddressFault = (typeof addressFaults)[number];
