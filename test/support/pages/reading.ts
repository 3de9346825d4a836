/** Parses a page as a browser does, and fails on any parse error of the HTML standard. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { Page } from '../../../shared/pages/page.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The elements of a page, or only those with this tag. */
export function elements(page: Page, tag?: string): Element[] {
  const all = descendants(parsed(page.body)).filter((node): node is Element => 'attrs' in node);
  return all.filter(({ tagName }) => tag === undefined || tagName === tag);
}

export function parsed(markup: string): Node {
  const errors: string[] = [];
  const tree = parse(markup, { onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`) });
  expect(errors).toEqual([]);
  return tree;
}

export function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return childrenOf(node).map(textOf).join('');
}

/** The visible text of the body, with single spaces. */
export function pageText(page: Page): string {
  const visible = (node: Node): string => {
    if (node.nodeName === 'script') return '';
    return 'value' in node ? node.value : childrenOf(node).map(visible).join('');
  };
  return elements(page, 'body').map(visible).join('').replace(/\s+/g, ' ').trim();
}

/** The texts that must be translated: not code, styles, scripts, or elements that are always in one language. */
export function textsOf(page: Page): string[] {
  const isTranslated = (node: Node): boolean =>
    !['style', 'script', 'code', 'pre'].includes(node.nodeName) &&
    !('attrs' in node && node.tagName !== 'html' && attribute(node, 'lang') !== undefined);
  const texts = (node: Node): string[] =>
    'value' in node ? [node.value] : childrenOf(node).filter(isTranslated).flatMap(texts);
  return texts(parsed(page.body));
}

export function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attr) => attr.name === name)?.value;
}

/** The page's elements with the names of their attributes, which no interpolated text may change. */
export function skeleton(page: Page): string[] {
  return elements(page).map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(' '));
}

function descendants(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(descendants)];
}

function childrenOf(node: Node): Node[] {
  return 'childNodes' in node ? node.childNodes : [];
}
