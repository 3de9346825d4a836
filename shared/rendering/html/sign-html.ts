/** Puts a signature into an author's HTML: at the first text that asks for it, else at the end. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { Warning } from '../../core/warnings/warning.ts';
import { placeWarnings, signaturePlace, withoutPlaces } from '../marks/places.ts';
import type { Fragment, HtmlElement, HtmlNode } from './parse-html.ts';

export interface SignatureMarkup {
  readonly inPlace: string;
  readonly atEnd: string;
}

/** Their text is not on the page, or cannot hold an element. */
const closed = new Set(['style', 'textarea', 'select', 'button', 'svg', 'math']);

/** Changes nothing without a signature. Warns of places that get none. */
export function signHtml(tree: Fragment, signature: SignatureMarkup | undefined): Warning[] {
  const texts: string[] = [];
  let isSigned = false;
  const signed = (text: DefaultTreeAdapterTypes.TextNode): HtmlNode[] => {
    texts.push(text.value);
    const place = signaturePlace.exec(text.value);
    if (place === null || signature === undefined) return [text];
    const [before, after] = [text.value.slice(0, place.index), text.value.slice(place.index + place[0].length)];
    if (isSigned) return [{ ...text, value: withoutPlaces(text.value) }];
    isSigned = true;
    return [{ ...text, value: before }, ...nodesOf(signature.inPlace), { ...text, value: withoutPlaces(after) }];
  };
  const signIn = (parent: Fragment | HtmlElement): void => {
    parent.childNodes = parent.childNodes.flatMap((node) => {
      if ('value' in node) return signed(node);
      if ('tagName' in node && !closed.has(node.tagName)) signIn(node);
      return [node];
    });
  };
  signIn(tree);
  if (signature !== undefined && !isSigned) tree.childNodes.push(...nodesOf(signature.atEnd));
  return placeWarnings(texts, signature !== undefined);
}

const nodesOf = (markup: string): HtmlNode[] => parseFragment(markup).childNodes;
