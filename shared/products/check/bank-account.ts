/** A bank account to draw checks on. We store none of its numbers, and no error repeats a value that was sent. */
import * as z from 'zod/mini';
import { countrySchema } from '../../domain/address.ts';
import { emailField } from '../../domain/job/notify.ts';
import { failure, type Result } from '../../domain/refusal.ts';
import { lineField, normalized, optionalField, optionalLineField } from '../../domain/text.ts';
import institutions from './institutions.json' with { type: 'json' };

type Routing =
  | { readonly country: 'US'; readonly routingNumber: string }
  | { readonly country: 'CA'; readonly institutionNumber: string; readonly transitNumber: string };

type RoutingInput = Pick<BankAccountInput, 'routing_number' | 'transit_number' | 'institution_number'>;

type RoutingResult<T> = Result<T, { readonly field: keyof RoutingInput }>;

/** A number without the spaces and hyphens that people write in it. */
const compact = (text: string): string => text.replace(/[\s\p{Pd}]/gu, '');

/** The routing number of a US account. */
export function readUsRouting(input: RoutingInput): RoutingResult<{ readonly routing: Routing }> {
  const extra = (['institution_number', 'transit_number'] as const).find((field) => input[field] !== undefined);
  if (extra !== undefined) return failure(extra, 'must be left out in the US: only Canadian accounts have one.');
  if (input.routing_number === undefined)
    return failure('routing_number', 'is missing: a US account needs its 9-digit routing number.');
  const routingNumber = compact(input.routing_number);
  if (!/^\d{9}$/.test(routingNumber)) return failure('routing_number', 'must have 9 digits in the US.');
  if (isRoutingNumber(routingNumber)) return { ok: true, routing: { country: 'US', routingNumber } };
  return failure('routing_number', 'is not the number of a US bank: please check each digit.');
}

/**
 * Whether these are nine digits with a US bank's prefix and check digit (weights 3, 7, 1). Prefixes: 00 government, 01-12
 * banks, 21-32 thrifts, 61-72 electronic, 80 traveler's checks.
 * Source: American Bankers Association, Routing Number Policy & Procedures; Regulation CC, 12 CFR 229, appendix A.
 */
export function isRoutingNumber(digits: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits) || /^0+$/.test(digits)) return false;
  const weights = [3, 7, 1];
  let sum = 0;
  for (const [at, digit] of [...digits].entries()) sum += Number(digit) * (weights[at % 3] ?? 0);
  return sum % 10 === 0;
}

const assignedInstitutions = new Set(institutions.assigned.split(' '));

/** Whether a Canadian bank may have this three-digit number: it is on our list, or in a series from which new numbers come. */
export const isInstitution = (digits: string): boolean =>
  assignedInstitutions.has(digits) ||
  (digits.length === 3 && institutions.openSeries.split(' ').some((first) => digits.startsWith(first)));

/**
 * The transit and institution numbers of a Canadian account, sent as two numbers or as one routing number: 8 digits as at the
 * bottom of a check, or 9 for electronic payments. Source: Payments Canada, Standard 006 (MICR-encoded payment items):
 * XXXXX-YYY, transit then institution; Rule F4 (EFT): 0YYYXXXXX.
 */
export function readCanadianRouting(input: RoutingInput): RoutingResult<{ readonly routing: Routing }> {
  const sent = input.routing_number === undefined ? undefined : compact(input.routing_number);
  // A US routing number may look like the 9 digits for electronic payments. So the institution must be on the list, and the
  // number must not be a valid US number, unless it begins with 00, as with institutions below 100 and the US government.
  const [, listed = '', branch = ''] = /^0(\d{3})(\d{5})$/.exec(sent ?? '') ?? [];
  const isAmerican = sent !== undefined && !sent.startsWith('00') && isRoutingNumber(sent);
  const routing = assignedInstitutions.has(listed) && !isAmerican ? branch + listed : sent;
  if (routing !== undefined && !/^\d{8}$/.test(routing))
    return failure('routing_number', 'must have 8 digits in Canada: 5 of the transit, 3 of the institution.');
  const transit = numberOf(input, 'transit_number', 5, routing?.slice(0, 5));
  if (!transit.ok) return transit;
  const institution = numberOf(input, 'institution_number', 3, routing?.slice(5));
  if (!institution.ok) return institution;
  if (!isInstitution(institution.digits))
    return failure(input.institution_number === undefined ? 'routing_number' : 'institution_number', noBank);
  return { ok: true, routing: { country: 'CA', institutionNumber: institution.digits, transitNumber: transit.digits } };
}

const noBank = 'is not the number of a Canadian bank: please check each digit.';

/** The digits of a number, from its own field or from the routing number (`routed`). If both have it, they must agree. */
function numberOf(
  input: RoutingInput,
  field: 'transit_number' | 'institution_number',
  length: number,
  routed: string | undefined,
): RoutingResult<{ readonly digits: string }> {
  const value = input[field];
  const digits = value === undefined ? routed : compact(value);
  if (digits === undefined)
    return failure(field, `is missing: a Canadian account needs its ${length}-digit ${field.replace('_', ' ')}.`);
  if (digits.length !== length || !/^\d+$/.test(digits)) return failure(field, `must have ${length} digits.`);
  if (/^0+$/.test(digits)) return failure(value === undefined ? 'routing_number' : field, noBank);
  if (routed !== undefined && digits !== routed) return failure(field, 'does not match the routing number.');
  return { ok: true, digits };
}

export const bankAccountSchema = z.object(
  {
    nickname: lineField('What the account is called here and in responses; no account or routing number.', {
      maxLength: 60,
    }),
    country: countrySchema,
    account_holder_name: lineField('The account holder’s name as the bank has it.', { maxLength: 100 }),
    bank_name: lineField('Name of the bank.', { maxLength: 100 }),
    institution_number: optionalLineField('Canada: 3 digits, together with transit_number.', { maxLength: 40 }),
    transit_number: optionalLineField('Canada: 5 digits, together with institution_number.', { maxLength: 40 }),
    account_number: lineField('4 to 17 digits in the US, 5 to 12 in Canada.', { maxLength: 40 }),
    routing_number: optionalLineField(
      'US: 9 digits. Canada, instead of the pair: 8 digits (transit, institution) or 9 digits (0, institution, transit).',
      { maxLength: 40 },
    ),
    owner_email: optionalField(
      emailField.check(z.describe('The owner gets an email about the first checks, with a link to stop them.')),
    ),
    account_type: optionalField(
      z
        .enum(['chequing', 'savings'], 'must be "chequing" or "savings"')
        .check(z.describe("chequing or savings, for the owner's own records.")),
    ),
  },
  'must be an object with nickname, country, account_holder_name, bank_name and account_number',
);

export type BankAccountInput = z.infer<typeof bankAccountSchema>;

/** The numbers and names that we send to the print partner once and don't store. */
export type BankDetails = Routing & {
  readonly nickname: string;
  readonly accountHolderName: string;
  readonly bankName: string;
  /** Digits only. */
  readonly accountNumber: string;
  readonly accountType?: 'chequing' | 'savings';
};

export function toBankDetails(
  input: BankAccountInput,
): Result<{ readonly details: BankDetails }, { readonly field: keyof BankAccountInput }> {
  const routed = input.country === 'US' ? readUsRouting(input) : readCanadianRouting(input);
  if (!routed.ok) return routed;
  const accountNumber = compact(input.account_number);
  if (input.country === 'US' && !/^\d{4,17}$/.test(accountNumber))
    return failure('account_number', 'must have 4 to 17 digits.');
  if (input.country === 'CA' && !/^\d{5,12}$/.test(accountNumber))
    return failure('account_number', 'must have 5 to 12 digits in Canada, without the transit and institution number.');
  if (/^0+$/.test(accountNumber)) return failure('account_number', 'is nothing but zeros: please check it.');
  if (repeatsNumber(input))
    return failure('nickname', 'must not contain digits of the account or routing number: it is stored and shown.');
  const details = {
    ...routed.routing,
    nickname: input.nickname,
    accountHolderName: input.account_holder_name,
    bankName: input.bank_name,
    accountNumber,
    accountType: input.account_type,
  };
  return { ok: true, details };
}

/** Whether the nickname has any four digits in a row of a bank number. Banks identify an account by its last four digits. */
function repeatsNumber(input: BankAccountInput): boolean {
  const digitsOf = (text: string) => normalized(text, 'NFKC').replace(/\D/g, '');
  const { account_number, routing_number = '', transit_number = '', institution_number = '' } = input;
  const numbers = [account_number, routing_number, transit_number + institution_number].map(digitsOf);
  const nickname = digitsOf(input.nickname);
  const runs = Array.from({ length: Math.max(0, nickname.length - 3) }, (_, at) => nickname.slice(at, at + 4));
  return runs.some((run) => numbers.some((number) => number.includes(run)));
}
