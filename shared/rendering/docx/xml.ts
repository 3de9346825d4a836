/** Reads the XML of a word processor into a tree that can be changed, and writes it back. */

export interface XmlElement {
  name: string;
  /** The source text, with the space before each. */
  attributes: string;
  children: XmlNode[];
}

/** A string is text as written, with its entities. */
export type XmlNode = XmlElement | string;

export const element = (name: string, attributes = '', children: XmlNode[] = []): XmlElement => ({
  name,
  attributes: attributes === '' ? '' : ` ${attributes}`,
  children,
});

/** A list that holds all that stands outside of elements too. Closing tags without a start are ignored. */
export function parseXml(xml: string): XmlElement {
  const top = element('');
  const open = [top];
  let at = 0;
  const add = (node: XmlNode) => open.at(-1)?.children.push(node);
  for (let start = xml.indexOf('<'); start !== -1; start = xml.indexOf('<', at)) {
    if (start > at) add(xml.slice(at, start));
    at = tagEnd(xml, start);
    const tag = xml.slice(start, at);
    if (tag.startsWith('<![CDATA[')) add(escaped(tag.slice(9, -3)));
    else if (tag.startsWith('<!--')) continue;
    else if (tag.startsWith('<?')) add(tag);
    else if (tag.startsWith('</')) {
      if (open.length > 1 && open.at(-1)?.name === tag.slice(2, -1).trimEnd()) open.pop();
    } else {
      const isEmpty = tag.endsWith('/>');
      const inside = tag.slice(1, isEmpty ? -2 : -1);
      const space = inside.search(/\s/);
      const name = space === -1 ? inside : inside.slice(0, space);
      const found: XmlElement = { name, attributes: inside.slice(name.length).trimEnd(), children: [] };
      add(found);
      if (!isEmpty) open.push(found);
    }
  }
  if (at < xml.length) add(xml.slice(at));
  return top;
}

const longMarks: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
];

/** Behind the mark that begins at `start`. Quoted attributes may hold the sign that ends a tag. */
function tagEnd(xml: string, start: number): number {
  if (xml[start + 1] === '!')
    for (const [begin, end] of longMarks)
      if (xml.startsWith(begin, start)) return behind(xml, xml.indexOf(end, start), end.length);
  // Nearly every tag has whole pairs of one kind of quotes before its end.
  const end = xml.indexOf('>', start);
  const tag = xml.slice(start, end);
  if (end !== -1 && !tag.includes("'") && tag.split('"').length % 2 === 1) return end + 1;
  let quote = '';
  for (let at = start + 1; at < xml.length; at += 1) {
    const sign = xml[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return xml.length;
}

const behind = (xml: string, at: number, length: number) => (at === -1 ? xml.length : at + length);

export function writeXml(node: XmlNode): string {
  if (typeof node === 'string') return node;
  const inside = node.children.map(writeXml).join('');
  if (node.name === '') return inside;
  return inside === ''
    ? `<${node.name}${node.attributes}/>`
    : `<${node.name}${node.attributes}>${inside}</${node.name}>`;
}

export const isElement = (node: XmlNode | undefined): node is XmlElement => typeof node === 'object';

export const childrenOf = (parent: XmlElement | undefined, name?: string): XmlElement[] =>
  (parent?.children ?? []).filter(isElement).filter((child) => name === undefined || child.name === name);

export const child = (parent: XmlElement | undefined, name: string): XmlElement | undefined =>
  parent?.children.find((one): one is XmlElement => isElement(one) && one.name === name);

/** The value of an attribute, with its entities as written. */
export function attribute(of: XmlElement | undefined, name: string): string | undefined {
  const at = of?.attributes.indexOf(` ${name}=`) ?? -1;
  if (of === undefined || at === -1) return undefined;
  const start = at + name.length + 3;
  const end = of.attributes.indexOf(of.attributes[start - 1] ?? '"', start);
  return end === -1 ? undefined : of.attributes.slice(start, end);
}

/** The `w:val` of a child element. */
export const valOf = (parent: XmlElement | undefined, name: string): string | undefined =>
  attribute(child(parent, name), 'w:val');

/** Every element with that name below `top`, in the order of the file. */
export function allOf(top: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const look = (parent: XmlElement): void => {
    for (const one of parent.children) {
      if (!isElement(one)) continue;
      if (one.name === name) found.push(one);
      look(one);
    }
  };
  look(top);
  return found;
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? all;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text of an element's own text nodes, without entities. */
export const ownText = (of: XmlElement): string =>
  unescaped(of.children.filter((node) => typeof node === 'string').join(''));

export const textElement = (text: string): XmlElement => element('w:t', 'xml:space="preserve"', [escaped(text)]);

export const textRun = (text: string, style?: string): XmlElement => {
  const properties = style === undefined ? [] : [element('w:rPr', '', [element('w:rStyle', `w:val="${style}"`)])];
  return element('w:r', '', [...properties, textElement(text)]);
};
