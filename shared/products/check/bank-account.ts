/** A bank account to draw checks on. Only its nickname is ever kept, so no sentence here repeats a given value. */
import * as z from 'zod/mini';
import { countrySchema } from '../../domain/address.ts';
import { emailField } from '../../domain/job/notify.ts';
import { failedBy, type Result } from '../../domain/refusal.ts';
import { leftOutIfEmpty, line, optionalLine } from '../../domain/text.ts';
import { normalized } from '../../domain/words.ts';
import { bare, canadianRouting, type Routing, usRouting } from './bank-routing.ts';

const bankLine = (what: string, maxLength: number) => line(what, { maxLength });
const optionalNumber = (what: string) => optionalLine(what, { maxLength: 40 });

const accountType = z
  .enum(['chequing', 'savings'], 'must be "chequing" or "savings"')
  .check(z.describe("chequing or savings, for the owner's own records."));

export const bankAccountSchema = z.object(
  {
    nickname: bankLine('What the account is called here and in answers; no account or routing number.', 60),
    country: countrySchema,
    account_holder_name: bankLine('The name that the bank knows the holder by.', 100),
    bank_name: bankLine('Name of the bank.', 100),
    institution_number: optionalNumber('Canada: 3 digits, together with transit_number.'),
    transit_number: optionalNumber('Canada: 5 digits, together with institution_number.'),
    account_number: bankLine('4 to 17 digits in the US, 5 to 12 in Canada.', 40),
    routing_number: optionalNumber(
      'US: 9 digits. Canada, in place of the pair: 8 digits, transit then institution number, or 9, 0 then institution then transit.',
    ),
    owner_email: z.optional(
      z.pipe(
        leftOutIfEmpty,
        z.optional(
          emailField.check(z.describe("The owner's: is told of the first checks, with a link that stops them.")),
        ),
      ),
    ),
    account_type: z.optional(z.pipe(leftOutIfEmpty, z.optional(accountType))),
  },
  'must be an object with nickname, country, account_holder_name, bank_name and account_number',
);

export type BankAccountInput = z.infer<typeof bankAccountSchema>;

/** The details that a print partner gets, once. */
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
  const routed = input.country === 'US' ? usRouting(input) : canadianRouting(input);
  if (!routed.ok) return routed;
  const accountNumber = bare(input.account_number);
  const { form, problem } = accountNumbers[input.country];
  if (!form.test(accountNumber)) return failedBy('account_number', problem);
  if (/^0+$/.test(accountNumber)) return failedBy('account_number', 'is nothing but zeros: please check it.');
  if (repeatsNumber(input))
    return failedBy('nickname', 'must not contain digits of the account or routing number: it is stored and shown.');
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

const accountNumbers = {
  US: { form: /^\d{4,17}$/, problem: 'must have 4 to 17 digits.' },
  CA: {
    form: /^\d{5,12}$/,
    problem: 'must have 5 to 12 digits in Canada, without the transit and institution number.',
  },
} as const;

const digitsOf = (text: string) => normalized(text, 'NFKC').replace(/\D/g, '');

/** Banks themselves print four digits in a row to tell accounts apart, so that many already give away a part of the number. */
function repeatsNumber(input: BankAccountInput): boolean {
  const { account_number, routing_number = '', transit_number = '', institution_number = '' } = input;
  const numbers = [account_number, routing_number, transit_number + institution_number].map(digitsOf);
  const nickname = digitsOf(input.nickname);
  const runs = Array.from({ length: Math.max(0, nickname.length - 3) }, (_, at) => nickname.slice(at, at + 4));
  return runs.some((run) => numbers.some((number) => number.includes(run)));
}
