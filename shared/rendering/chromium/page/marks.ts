/** Puts the sender's marks on the page, and looks whether the signature shows. Sent to the browser as source. */
import type { ElementClass, PageDocument } from './dom.ts';

declare const document: PageDocument;
declare const Element: ElementClass;

/** Puts the rules and the letterhead around the author's part, where none of its rules reach them. */
export async function placeMarks(css: string, letterhead: string): Promise<void> {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  document.getElementById('column').insertAdjacentHTML('afterbegin', letterhead);
  const pictures = [...document.querySelectorAll('#column > img')];
  await Promise.all(pictures.map((picture) => picture.decode()));
}

/** False if the author hides the place that asks for the signature. */
export function showsSignature(): boolean {
  const [mark] = document.getElementById('author').shadowRoot.querySelectorAll('[data-mark]');
  if (mark === undefined) return false;
  const isVisible = Element.prototype.checkVisibility.call(mark, { opacityProperty: true, visibilityProperty: true });
  return isVisible && Element.prototype.getBoundingClientRect.call(mark).height > 0;
}
