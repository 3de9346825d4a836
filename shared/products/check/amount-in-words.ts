/** The amount of a check in English words, as a bank reads it. */
import { capitalised } from '../../domain/words.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** `125000` → `One thousand two hundred fifty and 00/100` */
export function amountInWords(cents: number): string {
  return `${capitalised(whole(Math.trunc(cents / 100)))} and ${String(cents % 100).padStart(2, '0')}/100`;
}

/** Any whole number below a million. */
function whole(number: number): string {
  if (number < 20) return small[number] ?? '';
  if (number < 100) return joined(tens[Math.trunc(number / 10) - 2] ?? '', '-', number % 10);
  const [unit, name] = number < 1_000 ? [100, 'hundred'] : [1_000, 'thousand'];
  return joined(`${whole(Math.trunc(number / unit))} ${name}`, ' ', number % unit);
}

const joined = (words: string, link: string, rest: number): string => (rest === 0 ? words : words + link + whole(rest));
