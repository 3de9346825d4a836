/** Converts an opened .docx into HTML: its text with headings, lists, tables, emphasis, notes and pictures. */
import mammoth from 'mammoth';
import { ContentRefused } from '../content-refused.ts';
import { htmlLimits } from '../html/html-limits.ts';
import { inFormat } from './labels.ts';
import type { MarginText } from './margin-text.ts';
import { missingWords } from './missing-words.ts';
import { type Notices, noticesOf, refuseInsertedFiles } from './notices.ts';
import type { Docx } from './open-docx.ts';
import { pictureStyle } from './pictures.ts';
import { readyParts } from './ready-parts.ts';
import { listLevels, printStyles } from './simplify.ts';
import { tableStyles, withColumns } from './tables.ts';

/** Bytes that are kept free for the styles before the text. */
const room = 2_000;

/** Formats that the browser prints. */
const printable = new Set(['image/png', 'image/jpeg', 'image/gif']);

/** The converter's own element, by the parts that are used here. */
interface Element {
  readonly type: string;
  readonly children?: readonly Element[];
  readonly alignment?: string | null;
  readonly styleId?: string | null;
  readonly styleName?: string | null;
}

const aligned: Readonly<Record<string, string>> = { center: 'center', right: 'right', end: 'right' };

/** In place of the converter's own map, whose many lists take longer to read than a letter. All else is a paragraph. */
const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h3:fresh",
  "p[style-name='Heading'] => h1:fresh",
  'p.Heading => h1:fresh',
  ...[1, 2, 3, 4, 5, 6].flatMap((level) => [
    `p[style-name='Heading ${level}'] => h${level}:fresh`,
    `p.Heading${level} => h${level}:fresh`,
  ]),
  `p.${printStyles.tight}[style-name='print center'] => p.center.tight:fresh`,
  `p.${printStyles.tight}[style-name='print right'] => p.right.tight:fresh`,
  `p.${printStyles.tight} => p.tight:fresh`,
  "p[style-name='print center'] => p.center:fresh",
  "p[style-name='print right'] => p.right:fresh",
  `table.${tableStyles.grid} => table.docx.grid:fresh`,
  'table => table.docx:fresh',
  `r.${tableStyles.columns} => span.columns`,
  `r.${printStyles.label} => span.label`,
  `r.${printStyles.tab} => span.tab`,
  "r[style-name='Strong'] => strong",
  'all-caps => span.caps',
  'small-caps => span.small-caps',
  "br[type='page'] => hr.page:fresh",
  'u => u',
];

/** `levels`: how many the document has. */
const itemStyles = (levels: number) =>
  Array.from({ length: levels }, (_, level) => `p.${printStyles.item(level)} => p.item.level${level}:fresh`);

/** Empty paragraphs are how people make room, for a signature above all. */
const style = `<style>
  .center { text-align: center } .right { text-align: right }
  p, h1, h2, h3, h4, h5, h6 { white-space: pre-wrap }
  p:empty { min-height: 15pt; margin: 0 }
  .grid, .grid :is(td, th) { border: 0.75pt solid; border-collapse: collapse } .grid :is(td, th) { padding: 2pt 6pt }
  :is(td, th) > p, .tight { margin-bottom: 0 }
  hr.page { break-after: page; border: 0; margin: 0 }
  input { accent-color: #000 }
  .item { text-indent: -24pt; margin-bottom: 3pt }
  .item > * { text-indent: 0 }
  .label { display: inline-block; min-width: 21pt }
  h1 .label, h2 .label, h3 .label, h4 .label, h5 .label, h6 .label { padding-right: 3pt; min-width: 0 }
  ${Array.from({ length: listLevels }, (_, level) => `.level${level} { padding-left: ${24 * (level + 1)}pt }`).join(' ')}
  .tab { tab-size: 36pt }
  .caps { text-transform: uppercase } .small-caps { font-variant-caps: small-caps }
</style>`;

export async function docxToHtml(docx: Docx): Promise<{ readonly html: string } & Notices> {
  refuseInsertedFiles(docx);
  const ready = readyParts(docx);
  let hasLostPictures = false;
  const convertImage = mammoth.images.imgElement(async (image) => {
    const { altText } = image as { readonly altText?: string };
    const src = printable.has(image.contentType) ? await dataUri(image).catch(() => undefined) : undefined;
    hasLostPictures ||= src === undefined;
    const looks = pictureStyle(altText);
    return { src: src ?? '', alt: '', ...(looks === undefined ? {} : { style: looks }) };
  });
  const { value } = await mammoth.convertToHtml(archiveOf(ready.parts), {
    styleMap: [...itemStyles(ready.listLevels), ...styleMap],
    includeDefaultStyleMap: false,
    convertImage,
    transformDocument: withAlignment,
    includeEmbeddedStyleMap: false,
    ignoreEmptyParagraphs: false,
    externalFileAccess: false,
  });
  const text = withNoteMarks(withColumns(tidied(value)));
  if (!/[^\s<>]/.test(text.replaceAll(/<(?!img|input)[^>]*>/g, '')))
    throw new ContentRefused('There is nothing to print: the document has no text and no picture of its own.');
  const html = text + ready.margins.map(inMargin).join('');
  const bytes = Buffer.byteLength(html);
  if (bytes > htmlLimits.bytes - room)
    throw new ContentRefused(
      `With its pictures the document comes to ${(bytes / 1e6).toFixed(1)} MB, and at most ${htmlLimits.bytes / 1e6} MB can be set anew. Save it as a PDF and send that.`,
    );
  const missing = missingWords(ready.printed, html);
  const notices = noticesOf(docx, ready, hasLostPictures);
  return { html: style + html, ...notices, missing };
}

/** The converter reads it in place of a file: nothing is packed only to be unpacked again. */
const archiveOf = (parts: ReadonlyMap<string, Uint8Array>) => ({
  path: '',
  file: {
    exists: (name: string) => parts.has(name),
    read: async (name: string, encoding?: string) => {
      const part = parts.get(name);
      if (part === undefined) throw new Error('The document has no such part');
      if (encoding === undefined) return part;
      return encoding === 'base64' ? Buffer.from(part).toString('base64') : new TextDecoder(encoding).decode(part);
    },
  },
});

/** The page that prints it takes the text from there, with the class and the place as its marks. */
const inMargin = ({ place, text }: MarginText): string =>
  `<div hidden class="docx margin" data-place="${place}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</div>`;

/** How the bytes of such a picture begin, in base64. */
const pictureBegins = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD)/;

async function dataUri(image: { readonly contentType: string; readAsBase64String(): Promise<string> }) {
  const bytes = await image.readAsBase64String();
  return pictureBegins.test(bytes) ? `data:${image.contentType};base64,${bytes}` : undefined;
}

/** The converter forgets how paragraphs are aligned, unless a style of theirs says it. */
function withAlignment(element: Element): Element {
  const children = element.children?.map(withAlignment);
  const isItem = element.styleId?.startsWith(printStyles.item(0).slice(0, -1)) ?? false;
  const side = element.type === 'paragraph' && !isItem ? aligned[element.alignment ?? ''] : undefined;
  const isPlain = !/heading|title/i.test(element.styleName ?? '');
  return {
    ...element,
    ...(children === undefined ? {} : { children }),
    ...(side !== undefined && isPlain ? { styleName: `print ${side}` } : {}),
  };
}

/** Without pictures that are lost, arrows back from notes, and empty paragraphs before the text and after it. */
const tidied = (html: string): string =>
  html
    .replaceAll(/<img\b[^>]*\bsrc=""[^>]*>/g, '')
    .replaceAll(/<a href="#(?:foot|end)note-ref-\d+">[^<]*<\/a>/g, '')
    // A page ends between paragraphs, not in one.
    .replaceAll('<hr class="page" />', '</p><hr class="page" /><p>')
    .replaceAll(/(?:<p(?: class="tight")?><\/p>)?(<hr class="page" \/>)(?:<p><\/p>)?/g, '$1')
    .replace(/^(?:<p(?: class="tight")?><\/p>)+/, '')
    .replace(/(?:<p(?: class="tight")?><\/p>)+$/, '');

const kinds = { foot: { format: 'decimal', type: '1' }, end: { format: 'lowerRoman', type: 'i' } } as const;

function withNoteMarks(html: string): string {
  if (!html.includes(' href="#endnote-')) return html;
  const [inText, atEnd] = [counter(), counter()];
  return html
    .replaceAll(
      /(<a href="#(foot|end)note-[^"]*" id="[^"]*">)\[\d+\]/g,
      (_, start: string, kind: keyof typeof kinds) => {
        return `${start}[${inFormat(inText(kind), kinds[kind].format)}]`;
      },
    )
    .replaceAll(/<li id="(foot|end)note-[^"]*"/g, (start, kind: keyof typeof kinds) => {
      return `${start} type="${kinds[kind].type}" value="${atEnd(kind)}"`;
    });
}

/** From 1, for each kind by itself. */
function counter(): (kind: keyof typeof kinds) => number {
  const counts = { foot: 0, end: 0 };
  return (kind) => {
    counts[kind] += 1;
    return counts[kind];
  };
}
