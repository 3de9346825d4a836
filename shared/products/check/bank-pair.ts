/** Finds a routing number beside an account number in a text that is stored and shown. Narrow: other numbers pass. */
import { normalized } from '../../domain/words.ts';
import { isInstitution, isRoutingNumber } from './bank-routing.ts';

/** The sentence follows the field's name, and never repeats the value. */
export const bankPairProblem =
  'looks as if it held a routing and an account number, and those are never kept here: leave them out.';

/** Words that people write between the two numbers. After any other word, the second number is something else. */
const between = new Set(
  'routing rtn aba transit institution bank account acct chequing checking savings number no num nr and'.split(' '),
);

/** Digits of nine places: a US number by its check digit, or the Canadian form for electronic payments, 0YYYXXXXX. */
const isRouting = (digits: string) => digits.length === 9 && (isRoutingNumber(digits) || isCanadian(digits));

const isCanadian = (digits: string) => digits.startsWith('0') && isInstitution(digits.slice(1, 4));

const isAccount = (digits: string) => digits.length >= 6 && digits.length <= 17;

interface DigitRun {
  readonly digits: string;
  /** The text between this run and the one before it. */
  readonly gap: string;
}

/** Whether a valid routing number, or a Canadian transit and institution, stands beside 6 to 17 digits. Linear. */
export function holdsBankPair(text: string): boolean {
  // Markup and character references separate numbers as a space does.
  const plain = normalized(text.replace(/<[^<>]*>|&#?\w{1,10};/g, ' '), 'NFKC');
  const runs: DigitRun[] = [];
  let end = 0;
  for (const { 0: digits, index } of plain.matchAll(/\d+/g)) {
    runs.push({ digits, gap: plain.slice(end, index) });
    end = index + digits.length;
  }
  return runs.some((run, at) => {
    const [before, second, third] = [runs[at - 1], runs[at + 1], runs[at + 2]];
    if (isRouting(run.digits)) return joins(run, before) || joins(second, second);
    // XXXXX-YYY, as on the foot of a Canadian check.
    if (run.digits.length !== 5 || second === undefined || !/^[\s\p{Pd}/]{1,3}$/u.test(second.gap)) return false;
    return isInstitution(second.digits) && (joins(run, before) || joins(third, third));
  });
}

/** Whether `account` stands beside its neighbor, across the gap of the later one of the two. */
function joins(later: DigitRun | undefined, account: DigitRun | undefined): boolean {
  if (later === undefined || account === undefined || !isAccount(account.digits) || later.gap.length > 40) return false;
  return later.gap
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => word === '' || between.has(word));
}
