/**
 * Finds bank numbers in requests that must not carry them: by the names of fields and the look of values, and as a routing
 * number beside an account number in a text that is stored. Narrow: other numbers pass.
 */
import { normalized } from '../../domain/text.ts';
import { isInstitution, isRoutingNumber } from './bank-account.ts';

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Names of fields that only ever hold a bank number: letters only, singular. English, French and abbreviations. */
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

/** Fields that may also hold something harmless, such as a bank's name or a flag; they count if the value is a number. */
const ambiguousNames = words(`
  account acct compte comptebancaire routing aba rtn transit institution acheminement
`);

const longestPath = 100;

/** Reduces a key to its letters, singular: `Account Numbers` and `account_number_2` read the same. */
const lettersOf = (key: string) =>
  key
    // Normalizing takes quadratic time on accents in a row, and no name above is that long.
    .slice(0, longestPath)
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
    .replace(/s$/, '');

function countDigits(text: string): { digits: number; others: number } {
  const compact = text.replace(/[\s\p{Pd}./\\]/gu, '');
  const digits = compact.replace(/\P{Nd}/gu, '').length;
  return { digits, others: compact.length - digits };
}

/** A bank number has four digits or more and two other characters at most; our ids begin with five. */
export function looksLikeBankNumber(text: string): boolean {
  const { digits, others } = countDigits(text);
  return digits >= 4 && others <= 2;
}

/** `{ account: { number } }` means the same as `{ account_number }`. */
function carriesNumber(parent: string, name: string, value: unknown): boolean {
  if (numberNames.has(name) || numberNames.has(parent + name))
    return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined;
  if (!ambiguousNames.has(name) || (typeof value !== 'string' && typeof value !== 'number')) return false;
  const text = String(value);
  const { digits, others } = countDigits(text.slice(0, longestPath));
  return text.length <= longestPath && digits >= 3 && others <= 2;
}

const isHarmless = (key: string) => key.length <= longestPath && /^[\p{L}_]+$/u.test(key);

/**
 * `keys`: absent for an array, whose items are named by their index. `at`: the index of the next child. `name`: the letters
 * of the key that leads here. `path`: absent if a key on it could itself be a number, or if it is too long to read.
 */
function frameOf(container: object, name: string, path: string | undefined) {
  return { container, keys: Array.isArray(container) ? undefined : Object.keys(container), at: 0, name, path };
}

function extendPath(path: string | undefined, step: string): string | undefined {
  return path === undefined || path.length + step.length > longestPath ? undefined : path + step;
}

/**
 * The path of the first field in a parsed JSON body that carries a raw bank number, `check.payer[0].account_number`. If
 * the rest could give a number away, only the field's own name. Linear in time at any depth: no recursion.
 */
export function rawBankNumber(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const stack = [frameOf(body, '', '')];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { keys, name, path, at } = frame;
    frame.at += 1;
    const last = frame.at >= (keys ?? (frame.container as unknown[])).length;
    // An exhausted frame is popped before its last child is pushed: a body of nested brackets needs one frame.
    if (last) stack.pop();
    const key = keys === undefined ? at : keys[at];
    if (key === undefined) continue;
    const value: unknown = (frame.container as Record<string | number, unknown>)[key];
    const letters = typeof key === 'string' ? lettersOf(key) : name;
    // A key with digits in it (`account_number_…`) is named by its letters alone.
    if (typeof key === 'string' && carriesNumber(name, letters, value))
      return isHarmless(key) ? (childPath(path, key) ?? key) : letters;
    if (typeof value !== 'object' || value === null) continue;
    stack.push(frameOf(value, letters, typeof key === 'string' ? childPath(path, key) : extendPath(path, `[${key}]`)));
  }
  return undefined;
}

const childPath = (path: string | undefined, key: string) =>
  isHarmless(key) ? extendPath(path, path === '' ? key : `.${key}`) : undefined;

/** Whether a valid routing number, or a Canadian transit and institution, is beside 6 to 17 digits. Linear. */
export function holdsBankPair(text: string): boolean {
  // Composing a megabyte of signs takes a sixth of a second.
  if (!/\p{N}/u.test(text)) return false;
  // Markup and character references separate numbers as a space does.
  const plain = normalized(text.replace(/<[^<>]*>|&#?\w{1,10};/g, ' '), 'NFKC');
  // `gap`: the text between this run and the one before it.
  const runs: { readonly digits: string; readonly gap: string }[] = [];
  let end = 0;
  for (const { 0: digits, index } of plain.matchAll(/\d+/g)) {
    runs.push({ digits, gap: plain.slice(end, index) });
    end = index + digits.length;
  }
  return runs.some((run, at) => {
    const [before, second, third] = [runs[at - 1], runs[at + 1], runs[at + 2]];
    // Nine digits: a US number by its check digit, or the Canadian form for electronic payments, 0YYYXXXXX.
    const isCanadian = run.digits.startsWith('0') && isInstitution(run.digits.slice(1, 4));
    if (run.digits.length === 9 && (isRoutingNumber(run.digits) || isCanadian))
      return joins(run, before) || joins(second, second);
    // XXXXX-YYY, as on the foot of a Canadian check.
    if (run.digits.length !== 5 || second === undefined || !/^[\s\p{Pd}/]{1,3}$/u.test(second.gap)) return false;
    return isInstitution(second.digits) && (joins(run, before) || joins(third, third));
  });
}

/** Whether `account` is beside its neighbor, across the gap of the later one of the two. */
function joins(later: { readonly gap: string } | undefined, account: { readonly digits: string } | undefined): boolean {
  if (later === undefined || account === undefined || later.gap.length > 40) return false;
  if (account.digits.length < 6 || account.digits.length > 17) return false;
  // Words that people write between the two numbers. After any other word, the second number is something else.
  const between = words(
    'routing rtn aba transit institution bank account acct chequing checking savings number no num nr and',
  );
  return later.gap
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => word === '' || between.has(word));
}
