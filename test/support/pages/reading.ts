/** Reads a page as a browser does, and fails where the HTML standard sees a parse error. */

import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { Page } from '../../../shared/pages/page.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export function elements(page: Page): Element[] {
  return descendants(parsed(page.body)).filter((node): node is Element => 'attrs' in node);
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
export function words(page: Page): string {
  const body = elements(page).find(({ tagName }) => tagName === 'body');
  const seen = (node: Node): string =>
    node.nodeName === 'script' ? '' : 'value' in node ? node.value : childrenOf(node).map(seen).join('');
  return body === undefined ? '' : seen(body).replace(/\s+/g, ' ').trim();
}

/** The texts of the page one by one, without what is written for machines, and without drawings in another language. */
export function textsOf(page: Page): string[] {
  const isForReaders = (node: Node): boolean =>
    !['style', 'script', 'code', 'pre'].includes(node.nodeName) &&
    !('attrs' in node && node.tagName !== 'html' && attribute(node, 'lang') !== undefined);
  const texts = (node: Node): string[] =>
    'value' in node ? [node.value] : childrenOf(node).filter(isForReaders).flatMap(texts);
  return texts(parsed(page.body));
}

export function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attr) => attr.name === name)?.value;
}

/** Elements and attribute names without any value: what no interpolated text may change. */
export function skeleton(page: Page): string[] {
  return elements(page).map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(' '));
}

function descendants(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(descendants)];
}

function childrenOf(node: Node): Node[] {
  return 'childNodes' in node ? node.childNodes : [];
}
