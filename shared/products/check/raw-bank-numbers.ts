/**
 * Finds bank numbers in requests that must not have any: by the name of a field and the format of its value, or as a routing
 * number next to an account number in a text that we store. Other numbers are accepted.
 */
import { normalized } from '../../domain/text.ts';
import { isInstitution, isRoutingNumber } from './bank-account.ts';

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Names of fields that always hold a bank number, in English and French: letters only, singular. */
const numberNames = words(`
  accountnumber accountnum accountno accountnbr acctnumber acctnum acctno acctnbr
  bankaccountnumber bankaccountnum bankaccountno bankacctnumber bankacctnum bankacctno
  checkingaccountnumber chequingaccountnumber savingsaccountnumber payeraccountnumber fromaccountnumber
  routingnumber routingnum routingno routingnbr routingcode bankroutingnumber bankrouting routingtransitnumber
  accountrouting abanumber abano abacode abarouting abaroutingnumber abartn rtnnumber
  transitnumber transitnum transitno transitcode banktransitnumber branchtransitnumber branchtransit branchnumber
  institutionnumber institutionnum institutionno institutioncode financialinstitutionnumber bankinstitutionnumber
  iban ibannumber swift swiftcode swiftnumber swiftbic bic biccode sortcode clabe micr micrline micrnumber micrcode
  numerodecompte numerocompte numdecompte numcompte nodecompte nocompte numerodecomptebancaire numerocomptebancaire
  nodecomptebancaire nocomptebancaire
  numerodetransit numerotransit numdetransit numtransit nodetransit notransit
  numeroinstitution numerodinstitution numerodeinstitution numerodelinstitution numinstitution noinstitution
  nodinstitution numerodacheminement numeroacheminement codedacheminement
`);

/** Names of fields that may also hold something else, such as a bank's name. They count only if the value is a number. */
const ambiguousNames = words('account acct compte comptebancaire routing aba rtn transit institution acheminement');

/** Words that people write between a routing and an account number. After any other word, the number is something else. */
const linkingWords = words(
  'routing rtn aba transit institution bank account acct chequing checking savings number no num nr and',
);

/** The most characters of a key, a value or a path that we read or show. */
const maxLength = 100;

/** Reduces a key to its letters, singular: `accountnumber` for `Account Numbers` and `account_number_2`. */
const lettersOf = (key: string) =>
  key
    // Normalizing takes quadratic time for accents in a row. The names above are all shorter.
    .slice(0, maxLength)
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
    .replace(/s$/, '');

function countDigits(text: string): { digits: number; others: number } {
  const compact = text.replace(/[\s\p{Pd}./\\]/gu, '');
  const digits = compact.replace(/\P{Nd}/gu, '').length;
  return { digits, others: compact.length - digits };
}

/** Whether a text has at least four digits and, besides separators, at most two other characters. Our ids have more letters. */
export function looksLikeBankNumber(text: string): boolean {
  const { digits, others } = countDigits(text);
  return digits >= 4 && others <= 2;
}

/** Whether a field holds a bank number. `{ account: { number } }` means the same as `{ account_number }`. */
function holdsBankNumber(parent: string, name: string, value: unknown): boolean {
  if (numberNames.has(name) || numberNames.has(parent + name))
    return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined;
  if (!ambiguousNames.has(name) || (typeof value !== 'string' && typeof value !== 'number')) return false;
  const text = String(value);
  const { digits, others } = countDigits(text.slice(0, maxLength));
  return text.length <= maxLength && digits >= 3 && others <= 2;
}

/** Whether an error may repeat a key, because it can't contain a number. */
const isHarmless = (key: string) => key.length <= maxLength && /^[\p{L}_]+$/u.test(key);

function extendPath(path: string | undefined, step: string): string | undefined {
  return path === undefined || path.length + step.length > maxLength ? undefined : path + step;
}

/** A value in a body. `key`: missing in an array. `name` and `parent`: the letters of its key and of the key above it. */
interface Visit {
  readonly value: unknown;
  readonly key?: string;
  readonly name: string;
  readonly parent: string;
  /** Undefined if it is too long, or if a key in it could be a number. */
  readonly path: string | undefined;
}

function childrenOf({ value, name, path }: Visit): Visit[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const childOf = (child: unknown, index: number): Visit | [] =>
      // A number without a key can't be found by its name, and an array may have a million numbers.
      typeof child === 'object' ? { value: child, name, parent: '', path: extendPath(path, `[${index}]`) } : [];
    return value.flatMap(childOf);
  }
  return Object.entries(value).map(([key, child]) => {
    const step = path === '' ? key : `.${key}`;
    const childPath = isHarmless(key) ? extendPath(path, step) : undefined;
    return { value: child, key, name: lettersOf(key), parent: name, path: childPath };
  });
}

/**
 * The path of the first field in a parsed JSON body that holds a bank number, `check.payer[0].account_number`; only the
 * field's name if the rest of the path could reveal a number. Takes linear time at any depth, because it doesn't recurse.
 */
export function rawBankNumber(body: unknown): string | undefined {
  // A stack, so children are pushed in reverse order.
  const pending: Visit[] = [{ value: body, name: '', parent: '', path: '' }];
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { value, key, name, parent, path } = visit;
    // If a key has digits (`account_number_…`), the error names only its letters.
    if (key !== undefined && holdsBankNumber(parent, name, value)) return isHarmless(key) ? (path ?? key) : name;
    for (const child of childrenOf(visit).reverse()) pending.push(child);
  }
  return undefined;
}

/** Whether a valid routing number, or a Canadian transit and institution, is next to 6 to 17 digits. Takes linear time. */
export function holdsBankPair(text: string): boolean {
  // Normalizing a megabyte takes a sixth of a second.
  if (!/\p{N}/u.test(text)) return false;
  // Markup and character references separate numbers as a space does.
  const plain = normalized(text.replace(/<[^<>]*>|&#?\w{1,10};/g, ' '), 'NFKC');
  // `gap`: the text between these digits and the ones before them.
  const runs: { readonly digits: string; readonly gap: string }[] = [];
  let end = 0;
  for (const { 0: digits, index } of plain.matchAll(/\d+/g)) {
    runs.push({ digits, gap: plain.slice(end, index) });
    end = index + digits.length;
  }
  return runs.some((run, at) => {
    const [previous, next, afterNext] = [runs[at - 1], runs[at + 1], runs[at + 2]];
    // Nine digits: a US number with a valid check digit, or a Canadian number for electronic payments, 0YYYXXXXX.
    const isCanadian = run.digits.startsWith('0') && isInstitution(run.digits.slice(1, 4));
    if (run.digits.length === 9 && (isRoutingNumber(run.digits) || isCanadian))
      return isAccount(previous, run.gap) || isAccount(next, next?.gap);
    // XXXXX-YYY, as at the bottom of a Canadian check.
    if (run.digits.length !== 5 || next === undefined || !/^[\s\p{Pd}/]{1,3}$/u.test(next.gap)) return false;
    return isInstitution(next.digits) && (isAccount(previous, run.gap) || isAccount(afterNext, afterNext?.gap));
  });
}

/** Whether the digits next to a routing number are an account number. `gap`: the text between the two. */
function isAccount(neighbor: { readonly digits: string } | undefined, gap = ''): boolean {
  if (neighbor === undefined || gap.length > 40) return false;
  if (neighbor.digits.length < 6 || neighbor.digits.length > 17) return false;
  return gap
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => word === '' || linkingWords.has(word));
}
