/** Converts an opened .docx into HTML: its text with headings, lists, tables, emphasis, notes and pictures. */
import mammoth from 'mammoth';
import { ContentRefused } from '../content-refused.ts';
import { htmlLimits } from '../html/parse-html.ts';
import { type Notices, noticesOf, withoutHidden } from './notices.ts';
import type { Docx } from './open-docx.ts';
import { pictureStyle, withSizes } from './pictures.ts';
import { writeZip } from './zip.ts';

/** Bytes that are kept free for the styles before the text. */
const room = 2_000;

/** Formats that the browser prints. */
const printable = new Set(['image/png', 'image/jpeg', 'image/gif']);

/** The converter's own element, by the parts that are used here. */
interface Element {
  readonly type: string;
  readonly children?: readonly Element[];
  readonly alignment?: string | null;
  readonly numbering?: unknown;
  readonly styleName?: string | null;
}

const aligned: Readonly<Record<string, string>> = { center: 'center', right: 'right', end: 'right' };

const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h3:fresh",
  "p[style-name='print center'] => p.center:fresh",
  "p[style-name='print right'] => p.right:fresh",
  "table[style-name='Table Grid'] => table.grid:fresh",
  'table.TableGrid => table.grid:fresh',
  "br[type='page'] => hr.page:fresh",
  'u => u',
];

/** Empty paragraphs are how people make room, for a signature above all. */
const style = `<style>
  .center { text-align: center } .right { text-align: right }
  p:empty { min-height: 15pt; margin: 0 }
  .grid, .grid :is(td, th) { border: 0.75pt solid; border-collapse: collapse } .grid :is(td, th) { padding: 2pt 6pt }
  :is(td, th) > p:last-child { margin-bottom: 0 }
  hr.page { break-after: page; border: 0; margin: 0 }
  input { accent-color: #000 }
</style>`;

export async function docxToHtml(docx: Docx): Promise<{ readonly html: string } & Notices> {
  let hasLostPictures = false;
  const convertImage = mammoth.images.imgElement(async (image) => {
    const { altText } = image as { readonly altText?: string };
    const src = printable.has(image.contentType) ? await dataUri(image).catch(() => undefined) : undefined;
    hasLostPictures ||= src === undefined;
    const looks = pictureStyle(altText);
    return { src: src ?? '', alt: '', ...(looks === undefined ? {} : { style: looks }) };
  });
  const { value } = await mammoth.convertToHtml(
    { buffer: writeZip(new Map([...docx.parts].map(readied))) },
    {
      styleMap,
      convertImage,
      transformDocument: withAlignment,
      includeEmbeddedStyleMap: false,
      ignoreEmptyParagraphs: false,
      externalFileAccess: false,
    },
  );
  const html = tidied(value);
  if (!/[^\s<>]/.test(html.replaceAll(/<(?!img)[^>]*>/g, '')))
    throw new ContentRefused('There is nothing to print: the document has no text and no picture of its own.');
  const bytes = Buffer.byteLength(html);
  if (bytes > htmlLimits.bytes - room)
    throw new ContentRefused(
      `With its pictures the document comes to ${(bytes / 1e6).toFixed(1)} MB, and at most ${htmlLimits.bytes / 1e6} MB can be set anew. Save it as a PDF and send that.`,
    );
  return { html: style + html, ...noticesOf(docx, hasLostPictures) };
}

const dataUri = async (image: { readonly contentType: string; readAsBase64String(): Promise<string> }) =>
  `data:${image.contentType};base64,${await image.readAsBase64String()}`;

const readied = ([path, bytes]: [string, Buffer]): [string, Uint8Array] =>
  /^word\/\w+\.xml$/.test(path) ? [path, Buffer.from(withSizes(withoutHidden(bytes.toString('utf8'))))] : [path, bytes];

/** The converter forgets how paragraphs are aligned, unless a style of theirs says it. */
function withAlignment(element: Element): Element {
  const children = element.children?.map(withAlignment);
  const side = element.type === 'paragraph' && !element.numbering ? aligned[element.alignment ?? ''] : undefined;
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
    // The font has no such signs, and the browser draws boxes.
    .replaceAll('☐', '<input type="checkbox" />')
    .replaceAll(/[☑☒]/g, '<input type="checkbox" checked />')
    .replaceAll(/<a href="#(?:foot|end)note-ref-\d+">[^<]*<\/a>/g, '')
    // A page ends between paragraphs, not in one.
    .replaceAll('<hr class="page" />', '</p><hr class="page" /><p>')
    .replaceAll(/(?:<p><\/p>)?(<hr class="page" \/>)(?:<p><\/p>)?/g, '$1')
    .replace(/^(?:<p><\/p>)+/, '')
    .replace(/(?:<p><\/p>)+$/, '');
