/** Compares the words of a printed .docx with those that another word processor prints of the same file. */
import type { Warning } from '../../shared/core/warnings/warning.ts';
import { unescaped } from '../../shared/rendering/docx/xml.ts';
import { readZip } from '../../shared/rendering/docx/zip.ts';

export const wordsOf = (text: string): readonly string[] => text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];

export interface WordsBeside {
  /** `kept`: at least 98 % of the words. Else a warning names what is missing, or nobody tells. */
  readonly verdict: 'kept' | 'warned' | 'silent';
  /** The share of the other program's words that are printed here too. */
  readonly share: number;
  /** Those that are not, and that no rule leaves out. */
  readonly lost: readonly string[];
}

const leastShare = 0.98;

/** `other`: the text of the file as LibreOffice prints it, with a form feed behind each page. */
export function wordsBeside(docx: Buffer, other: string, printed: string, warnings: readonly Warning[]): WordsBeside {
  const { leftOut, isNamed, isComputed } = wordsApart(docx, other.split('\f').length, warnings);
  const expected = foldedWords(withoutOwn(other, printed));
  const [lacking, spare] = unequal(expected, foldedWords(printed));
  const lost = withoutParted(lacking, [...spare, ...leftOut]).filter((word) => !isComputed(word));
  const all = expected.length - (lacking.length - lost.length);
  const shareOf = (missing: readonly string[]) => (all === 0 ? 1 : 1 - missing.length / all);
  const share = shareOf(lost);
  const unkept = shareOf(lost.filter((word) => !isNamed(word))) >= leastShare ? 'warned' : 'silent';
  return { verdict: share >= leastShare ? 'kept' : unkept, share, lost };
}

/** Without what LibreOffice makes by itself: errors in place of references, and the letter o for a round bullet. */
function withoutOwn(text: string, printed: string): string {
  const right = text.replaceAll(/Error: Reference source not\s+(?:\d+\s+)?found/g, '');
  return printed.includes('◦') ? right.replaceAll(/^\s*o\s/gm, '') : right;
}

const foldedWords = (text: string): readonly string[] => wordsOf(text).map((word) => word.toLowerCase());

/** The words that one list has more often than the other, for both. */
function unequal(one: readonly string[], other: readonly string[]): [readonly string[], readonly string[]] {
  const less = (all: readonly string[], given: readonly string[]) => {
    const left = new Map<string, number>();
    for (const word of given) left.set(word, (left.get(word) ?? 0) + 1);
    return all.filter((word) => {
      const count = left.get(word) ?? 0;
      left.set(word, count - 1);
      return count <= 0;
    });
  };
  return [less(one, other), less(other, one)];
}

/** Without the words that `spare` has whole, in pieces, or as a piece of a longer word: programs part them elsewhere. */
function withoutParted(words: readonly string[], spare: readonly string[]): readonly string[] {
  const pieces = new Set(spare);
  const isJoined = (word: string): boolean =>
    pieces.has(word) ||
    Array.from(word, (_, at) => at).some((at) => at > 0 && pieces.has(word.slice(0, at)) && isJoined(word.slice(at)));
  let squeezed = spare.join('');
  return words.filter((word) => {
    if (!squeezed.includes(word)) return !isJoined(word);
    squeezed = squeezed.replace(word, ' '.repeat(word.length));
    return false;
  });
}

interface WordsApart {
  /** Removed by a tracked change, or repeated: both have other pages. A warning names what is not even printed once. */
  readonly leftOut: readonly string[];
  /** A warning names it, or a kind of content that has words of its own. */
  readonly isNamed: (word: string) => boolean;
  /** The other program writes dates and properties anew: such words stand nowhere in the file. */
  readonly isComputed: (word: string) => boolean;
}

function wordsApart(docx: Buffer, pages: number, warnings: readonly Warning[]): WordsApart {
  const entries = [...readZip(docx).values()];
  const xmlOf = (path: RegExp) =>
    entries.flatMap((entry) => (path.test(entry.name) ? [entry.unpacked().toString('utf8')] : [])).join(' ');
  const names = (...kinds: readonly string[]) =>
    warnings.some((warning) => 'kinds' in warning && warning.kinds.some((kind) => kinds.includes(kind)));
  const xml = xmlOf(/^word\/\w+\.xml$/);
  const removed = [...xml.matchAll(removedText)].map(([all]) => textIn(all)).join(' ');
  const isAtEnds = !names('header', 'header once', 'footer', 'headers and footers', 'page numbers');
  const headings = [...xml.matchAll(repeatedRow)].map(([all]) => textIn(all));
  const repeated = [textIn(xmlOf(/^word\/(?:header|footer)\w*\.xml$/)), ...headings].join(' ');
  const numbers = Array.from({ length: pages }, (_, at) => `${at + 1} ${pages}`).join(' ');
  const written = new Set(foldedWords(textIn(xml)));
  const isDrawn = names('charts and shapes', 'equations', 'pictures', 'embedded files');
  const isCounted = warnings.some(({ code }) => code === 'docx_words_missing');
  const isDated = computedField.test(xml);
  return {
    leftOut: foldedWords([removed, `${repeated} ${numbers} `.repeat(isAtEnds ? pages - 1 : pages)].join(' ')),
    isNamed: (word) => isCounted || (isDrawn && !written.has(word)),
    isComputed: (word) => isDated && !written.has(word),
  };
}

const removedText = /<w:delText\b[^>]*>[^<]*|<w:moveFrom .*?<\/w:moveFrom>/gs;
const repeatedRow = /<w:tr(?: [^>]*)?>(?:(?!<w:tc>).)*<w:tblHeader\b.*?<\/w:tr>/gs;
const someText = /<w:(?:t|delText)(?: [^>]*)?>([^<]*)|<\/w:p>|<w:(?:tab|br|ptab)\b/g;
const computedField =
  /(?:instr="|<w:instrText[^>]*>)\s*(?:\w*DATE|TIME|FILENAME|AUTHOR|TITLE|SUBJECT|COMMENTS|DOCPROPERTY|NUM\w+|PAGE)\b/;

const textIn = (xml: string): string => unescaped([...xml.matchAll(someText)].map(([, text = ' ']) => text).join(''));
