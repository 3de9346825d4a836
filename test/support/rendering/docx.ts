/** Documents as word processors write them, and as nobody should. */
import { zipSync } from 'fflate';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const spaces = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['r', office],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['pic', 'http://schemas.openxmlformats.org/drawingml/2006/picture'],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['m', 'http://schemas.openxmlformats.org/officeDocument/2006/math'],
  ['c', 'http://schemas.openxmlformats.org/drawingml/2006/chart'],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A part in the language of Word, `<w:document>` or another. */
export const partOf = (root: string, content: string): string => `${head}<${root} ${spaces}>${content}</${root}>`;

export const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

export const paragraph = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') || content === '' ? content : run(content)}</w:p>`;

/** A drawing of the picture `id`, so many inches wide and high. */
export const drawing = (id: string, widthIn: number, heightIn: number, crop = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="${widthIn * 914_400}" cy="${heightIn * 914_400}"/><wp:docPr id="1" name="x" descr="a secret note"/><a:graphic><a:graphicData uri="x"><pic:pic><pic:blipFill><a:blip r:embed="${id}"/><a:srcRect ${crop}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/** An archive of these files, none of them packed. */
export const writeZip = (files: ReadonlyMap<string, Uint8Array>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }));

export interface DocxRecipe {
  /** The content of the body. */
  readonly body?: string;
  /** More files by their paths, or others in place of the usual ones. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Relations of the document: id, type and target, and `External` where it is. */
  readonly relations?: readonly (readonly [id: string, type: string, target: string, mode?: 'External'])[];
  readonly type?: string;
}

export const filesOf = ({ body = paragraph('Dear Ada'), files = {}, relations = [], type = main }: DocxRecipe = {}) => {
  const relation = ([id, kind, target, mode]: readonly [string, string, string, string?]) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`;
  const relationsOf = (list: readonly string[]) =>
    `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
  const defaults = ['xml:application/xml', 'png:image/png', 'jpeg:image/jpeg', 'emf:image/x-emf']
    .map((entry) => entry.split(':'))
    .map(([extension, media]) => `<Default Extension="${extension}" ContentType="${media}"/>`);
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join('')}<Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': relationsOf([relation(['rId1', 'officeDocument', 'word/document.xml'])]),
    'word/_rels/document.xml.rels': relationsOf(relations.map(relation)),
    'word/document.xml': partOf('w:document', `<w:body>${body}</w:body>`),
    ...files,
  };
};

export const docxOf = (recipe: DocxRecipe = {}): Buffer =>
  writeZip(new Map(Object.entries(filesOf(recipe)).map(([path, content]) => [path, Buffer.from(content)])));
