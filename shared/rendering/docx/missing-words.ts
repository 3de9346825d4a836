/**
 * Compares the words of a document's XML with those that go to the page. It reads the XML by itself, so that it finds
 * what the conversion has lost, whatever the cause.
 */
import { unescaped } from './xml.ts';

export interface MissingWords {
  readonly count: number;
  /** The first few, in the order of the document. */
  readonly words: string;
}

const mostNamed = 5;
const mostLetters = 60;

/** `parts`: XML of the body, notes, headers and footers that are to be printed. `undefined` if no word is missing. */
export function missingWords(parts: readonly string[], html: string): MissingWords | undefined {
  const given = parts.flatMap((xml) => wordsOf(textOfXml(xml)));
  const shown = wordsOf(textOfHtml(html));
  if (given.join(' ') === shown.join(' ')) return undefined;
  const left = new Map<string, number>();
  for (const word of shown) left.set(word, (left.get(word) ?? 0) + 1);
  const missing = given.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  if (missing.length === 0) return undefined;
  const named = missing.slice(0, mostNamed).join(' ').slice(0, mostLetters);
  return { count: missing.length, words: missing.length > mostNamed ? `${named} …` : named };
}

/** Most letters are plain ones, and those are found faster. */
const wordsOf = (text: string): readonly string[] =>
  (/[^\t\n\r -~]/.test(text) ? text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) : text.match(/[a-z\d]+/gi)) ?? [];

/** Elements inside a word. All others end it. */
const inline = /<\/?(?:strong|em|u|s|a|span|sup|sub)\b[^>]*>/g;

const textOfHtml = (html: string): string =>
  unescaped(
    html
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replaceAll(/<span class="label">[^<]*<\/span>/g, '')
      .replaceAll(inline, '')
      .replaceAll(/<[^>]*>/g, ' '),
  );

/** Text; a removed end of a paragraph; where a word ends; branches of a drawing; what is removed, hidden, or signs. */
const marks =
  /<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<(w:del) [^>]*\/>|<(\/?w:p)[ />]|<\/?w:(?:tc|footnote|endnote)[ >]|<w:(?:tab|br|cr|ptab|sym|noBreakHyphen|softHyphen|footnoteReference|endnoteReference)\b|<(\/?)(mc:Choice|mc:Fallback|mc:AlternateContent|w:del|w:moveFrom|w:r|w:rt)(?: [^>]*[^/>])?>|<(w:vanish|w:rFonts)\b([^>]*)>/g;

function textOfXml(xml: string): string {
  const texts = [''];
  const branches: string[] = [];
  let removed = 0;
  let isSkipped = false;
  let isJoined = false;
  const add = (text: string) => {
    texts[texts.length - 1] += text;
  };
  for (const [, text, removedEnd, paragraph, closing, name, property, values = ''] of xml.matchAll(marks)) {
    if (removedEnd !== undefined) isJoined = true;
    else if (paragraph !== undefined) {
      if (!isJoined) add(' ');
      else if (paragraph === 'w:p') isJoined = false;
    } else if (text !== undefined) {
      if (removed === 0 && !isSkipped) add(unescaped(text));
    } else if (property !== undefined) {
      const isOff = /w:val="(?:0|false|off)"/.test(values);
      isSkipped ||=
        property === 'w:vanish' ? !isOff : /w:(?:ascii|hAnsi)="(?:Symbol|W[ei][bn]gdings[ 23]*)"/.test(values);
    } else if (name === 'w:r') isSkipped = false;
    else if (name === 'w:del' || name === 'w:moveFrom' || name === 'w:rt') removed += closing === '/' ? -1 : 1;
    else if (name === 'mc:AlternateContent') {
      if (closing === '/') add(` ${branches.splice(0).sort((one, other) => other.length - one.length)[0] ?? ''} `);
    } else if (name !== undefined) {
      if (closing === '/') branches.push((texts.length > 1 ? texts.pop() : '') ?? '');
      else texts.push('');
    } else add(' ');
  }
  return texts.join(' ');
}
