/** The routing numbers of US and Canadian banks, as people type them. */
import { failedBy, type Result } from '../../domain/refusal.ts';

import institutions from './institutions.json' with { type: 'json' };

export interface UsRouting {
  readonly country: 'US';
  readonly routingNumber: string;
}
export interface CanadianRouting {
  readonly country: 'CA';
  readonly institutionNumber: string;
  readonly transitNumber: string;
}
export type Routing = UsRouting | CanadianRouting;

export interface RoutingInput {
  readonly routing_number?: string | undefined;
  readonly transit_number?: string | undefined;
  readonly institution_number?: string | undefined;
}

type RoutingResult<T> = Result<T, { readonly field: keyof RoutingInput }>;

/** People copy numbers with spaces and all kinds of hyphens. */
export const bare = (text: string): string => text.replace(/[\s\p{Pd}]/gu, '');

/** A US account has only a routing number. */
export function usRouting(input: RoutingInput): RoutingResult<{ readonly routing: UsRouting }> {
  const pair = (['institution_number', 'transit_number'] as const).find((field) => input[field] !== undefined);
  if (pair !== undefined) return failedBy(pair, 'must be left out in the US: only Canadian accounts have one.');
  if (input.routing_number === undefined)
    return failedBy('routing_number', 'is missing: a US account needs its 9-digit routing number.');
  const routingNumber = bare(input.routing_number);
  if (!/^\d{9}$/.test(routingNumber)) return failedBy('routing_number', 'must have 9 digits in the US.');
  if (isRoutingNumber(routingNumber)) return { ok: true, routing: { country: 'US', routingNumber } };
  return failedBy('routing_number', 'is not the number of any US bank: please check each digit.');
}

/**
 * Accepts nine digits with a US bank's prefix and check digit (weights 3, 7, 1). Prefixes: 00 government, 01-12 banks,
 * 21-32 thrifts, 61-72 electronic, 80 traveler's checks.
 * Source: American Bankers Association, Routing Number Policy & Procedures; Regulation CC, 12 CFR 229, appendix A.
 */
export function isRoutingNumber(digits: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits) || /^0+$/.test(digits)) return false;
  const weights = [3, 7, 1];
  return Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * (weights[at % 3] ?? 0), 0) % 10 === 0;
}

const assigned = new Set(institutions.assigned.split(' '));
const openSeries = institutions.openSeries.split(' ');

/** Whether a Canadian bank may have this number of three digits. The list may lack new ones, which their series have. */
export const isInstitution = (digits: string): boolean =>
  assigned.has(digits) || (digits.length === 3 && openSeries.some((first) => digits.startsWith(first)));

/**
 * The form for electronic payments, 0YYYXXXXX, in the order of a check, XXXXXYYY. A US routing number may look the same:
 * so the institution must be a known one, and the check digit must not be right where a US bank's prefix stands.
 */
function fromElectronic(digits: string): string | undefined {
  const [, institution = '', transit = ''] = /^0(\d{3})(\d{5})$/.exec(digits) ?? [];
  const isAmerican = !digits.startsWith('00') && isRoutingNumber(digits);
  return assigned.has(institution) && !isAmerican ? transit + institution : undefined;
}

/**
 * Reads the transit and institution numbers, or one number: 8 digits in the order of the line at the foot of a check, or
 * 9 for electronic payments. Source: Payments Canada, Standard 006 (MICR-encoded payment items): XXXXX-YYY, branch then
 * institution; Rule F4 (EFT): 0YYYXXXXX.
 */
export function canadianRouting(input: RoutingInput): RoutingResult<{ readonly routing: CanadianRouting }> {
  const typed = input.routing_number === undefined ? undefined : bare(input.routing_number);
  const routing = typed === undefined ? undefined : (fromElectronic(typed) ?? typed);
  if (routing !== undefined && !/^\d{8}$/.test(routing)) return failedBy('routing_number', notCanadian);
  const transit = partOf(input, 'transit_number', 5, routing?.slice(0, 5));
  if (!transit.ok) return transit;
  const institution = partOf(input, 'institution_number', 3, routing?.slice(5));
  if (!institution.ok) return institution;
  if (!isInstitution(institution.digits)) return failedBy('institution_number', noBank);
  return { ok: true, routing: { country: 'CA', institutionNumber: institution.digits, transitNumber: transit.digits } };
}

const notCanadian = 'must have 8 digits in Canada: 5 of the transit, 3 of the institution.';
const noBank = 'is not the number of any Canadian bank: please check each digit.';

/** The given part, else the routing number's; if both are there, they must agree. */
function partOf(
  input: RoutingInput,
  field: 'transit_number' | 'institution_number',
  length: number,
  routed: string | undefined,
): RoutingResult<{ readonly digits: string }> {
  const given = input[field];
  const digits = given === undefined ? routed : bare(given);
  if (digits === undefined)
    return failedBy(field, `is missing: a Canadian account needs its ${length}-digit ${field.replace('_', ' ')}.`);
  if (digits.length !== length || !/^\d+$/.test(digits)) return failedBy(field, `must have ${length} digits.`);
  if (/^0+$/.test(digits)) return failedBy(field, noBank);
  if (routed !== undefined && digits !== routed) return failedBy(field, 'is another than the routing number says.');
  return { ok: true, digits };
}
