/** The Canadian provinces of telephone numbers, by area code. Non-geographic codes are not here. */
import type { ProvinceCode } from '../../domain/money/sales-tax.ts';

/**
 * Geographic area codes, overlays included, July 2026. Source: Canadian Numbering Administrator (cnac.ca), area code
 * maps and the CRTC's relief decisions; 942 since April 2025, 257 since May 2025, 273 announced for February 2027.
 */
const areaCodes: readonly (readonly [codes: string, ...provinces: ProvinceCode[]])[] = [
  ['368 403 587 780 825', 'AB'],
  ['236 250 257 604 672 778', 'BC'],
  ['204 431 584', 'MB'],
  ['428 506', 'NB'],
  ['709 879', 'NL'],
  ['782 902', 'NS', 'PE'],
  ['226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 807 905 942', 'ON'],
  ['263 273 354 367 418 438 450 468 514 579 581 819 873', 'QC'],
  ['306 474 639', 'SK'],
  ['867', 'YT', 'NT', 'NU'],
];

export const provincesByAreaCode: ReadonlyMap<string, readonly ProvinceCode[]> = new Map(
  areaCodes.flatMap(([codes, ...provinces]) => codes.split(' ').map((code) => [code, provinces] as const)),
);
