/** The view of an address check for callers. */
import * as z from 'zod/mini';
import type { Contact } from '../../domain/address.ts';
import type { AddressVerdict } from '../../domain/addresses/address-check.ts';
import type { Job } from '../../domain/job/job.ts';
import { dayOf } from '../../domain/job/waiting.ts';
import type { Product } from '../../domain/product.ts';
import { correctedSentence, sentenceForCallers, undeliverableSentence } from '../../domain/warnings/for-callers.ts';
import type { Warning } from '../../domain/warnings/warning.ts';

const text = z.optional(z.string().check(z.describe('As in the address that was sent.')));

const suggestion = z
  .object({
    firstName: text,
    lastName: text,
    companyName: text,
    addressLine1: z.string().check(z.describe('Street and number, or PO box.')),
    addressLine2: text,
    city: z.string().check(z.describe('City or town.')),
    provinceOrState: text,
    postalOrZip: text,
    countryCode: z.enum(['US', 'CA']).check(z.describe('As in the address that was sent.')),
  })
  .check(z.describe('With corrected: the whole address as it probably should be.'));

export const verdictShape = {
  status: z
    .enum(['verified', 'corrected', 'undeliverable', 'unknown'])
    .check(z.describe('unknown: nobody could say, which is no reason to doubt the address.')),
  what: z
    .array(z.string())
    .check(
      z.describe(
        'corrected: the fields that the suggestion changes. undeliverable: the reasons, such as unit_missing. unknown: doubts, such as postal_code_odd.',
      ),
    ),
  message: z.string().check(z.describe('The same for people, in one or two sentences.')),
  suggestion: z.optional(suggestion),
};

/** `doubts`: what the address itself shows. They say more than that nobody knows the address. */
export function showVerdict(verdict: AddressVerdict, at: string, doubts: readonly Warning[]) {
  const told = verdict.status === 'unknown' ? doubts : [];
  return {
    status: verdict.status,
    what: [...('what' in verdict ? verdict.what : told.map(({ code }) => code))],
    message: told.length === 0 ? sentenceOf(verdict, at) : told.map(sentenceForCallers).join(' '),
    suggestion: verdict.status === 'corrected' ? shown(verdict.suggestion) : undefined,
  };
}

function sentenceOf(verdict: AddressVerdict, at: string): string {
  switch (verdict.status) {
    case 'verified':
      return 'The post delivers to this address.';
    case 'corrected':
      return correctedSentence({ at, what: verdict.what });
    case 'undeliverable':
      return undeliverableSentence({ at, what: verdict.what });
    case 'unknown':
      return "We couldn't verify this address. It may still be correct: compare it with the original, letter by letter.";
  }
}

const shown = ({ firstName, lastName, companyName, ...place }: Contact) => ({
  firstName,
  lastName,
  companyName,
  addressLine1: place.addressLine1,
  addressLine2: place.addressLine2,
  city: place.city,
  provinceOrState: place.provinceOrState,
  postalOrZip: place.postalOrZip,
  countryCode: place.countryCode,
});

/** Shows the check as it was found when the job was created, whatever a person has decided since. */
export function showCheck({ addressCheck, product, warnings }: Job) {
  if (addressCheck === undefined) return undefined;
  const at = `${product}.to`;
  const isDoubt = (warning: Warning): boolean => 'at' in warning && warning.at === at && !('what' in warning);
  return showVerdict(addressCheck, at, warnings.filter(isDoubt));
}

/** The same, with what was decided since. */
export function showDecidedCheck(job: Job) {
  const check = showCheck(job);
  const { acceptedAt: accepted_at, takenAt: taken_at } = job.addressCheck ?? {};
  const isDoubted = check?.status === 'corrected' || check?.status === 'undeliverable';
  const decided =
    taken_at === undefined
      ? isDoubted &&
        accepted_at !== undefined &&
        `The address was confirmed as it was sent, on ${dayOf(accepted_at)} (UTC).`
      : `The suggestion was taken on ${dayOf(taken_at)} (UTC): the order goes to that address.`;
  return check && { ...check, message: decided || check.message, accepted_at, taken_at };
}

const described = z.describe('Of the recipient, as it was when the job was created. Nothing was changed by it.');

/** Only products that are mailed have this field. */
export const checkView = ({ mailsTo }: Product) =>
  mailsTo === undefined ? {} : { address_check: z.optional(z.object(verdictShape).check(described)) };

const moment = (what: string) => z.optional(z.int().check(z.describe(`${what} Unix time in milliseconds.`)));

export const decidedCheckView = ({ mailsTo }: Product) =>
  mailsTo === undefined
    ? {}
    : {
        address_check: z.optional(
          z
            .object({
              ...verdictShape,
              accepted_at: moment('When a person has confirmed the address as it was sent.'),
              taken_at: moment('When a person has taken the suggestion, which is the address since.'),
            })
            .check(described),
        ),
      };
