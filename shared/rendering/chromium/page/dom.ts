/** Calls of functions in a page, as source text, and the parts of the DOM that they use: we compile without a browser's types. */
export interface LayoutBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

export interface PageNode {
  readonly parentElement: PageNode | null;
  readonly nodeValue: string;
}

/** A style sheet, or a rule that may contain rules. */
export interface Rules {
  readonly cssRules?: Iterable<Rules>;
  selectorText?: string;
  readonly style?: Readonly<
    Record<'content' | 'counterReset' | 'counterSet' | 'counterIncrement' | 'display', string>
  > &
    Iterable<string> & { removeProperty(name: string): void };
  deleteRule(index: number): void;
}

interface ShadowRoot extends PageNode {
  innerHTML: string;
  readonly styleSheets: Iterable<Rules & { readonly href: string | null }>;
  querySelectorAll(
    selector: string,
  ): { readonly length: number } & Iterable<PageNode & { readonly naturalWidth: number; decode(): Promise<void> }>;
  prepend(node: PageNode): void;
  getAnimations(): Iterable<{ finish(): void; cancel(): void }>;
}

export interface PageDocument {
  readonly fonts: { readonly ready: Promise<unknown> };
  readonly documentElement: { readonly scrollWidth: number; readonly scrollHeight: number };
  getElementById(id: string): {
    attachShadow(options: { mode: 'open' }): ShadowRoot;
    readonly shadowRoot: ShadowRoot;
    readonly scrollWidth: number;
    textContent: string;
    setAttribute(name: string, value: string): void;
  };
  /** `style` has the declarations of a `style` attribute under their longhand names. */
  createElement(
    name: 'style',
  ): PageNode & {
    textContent: string;
    readonly style: Iterable<string> & {
      cssText: string;
      getPropertyPriority(name: string): string;
      getPropertyValue(name: string): string;
      setProperty(name: string, value: string, priority: string): void;
    };
  };
  createRange(): {
    setStart(node: PageNode, offset: number): void;
    setEnd(node: PageNode, offset: number): void;
    getBoundingClientRect(): LayoutBox;
  };
  createTreeWalker(
    root: PageNode,
    kinds: number,
  ): { nextNode(): PageNode | null; nextSibling(): PageNode | null; parentNode(): PageNode | null };
}

/** Page functions use its prototype: <input name=getBoundingClientRect> shadows that member of the form around it. */
export type ElementClass = (new () => PageNode) & {
  readonly prototype: {
    getBoundingClientRect(): LayoutBox;
    getAttribute(name: string): string;
    setAttribute(name: string, value: string): void;
  };
};
export type ComputedStyle = (node: PageNode, part?: string) => Readonly<Record<string, string>>;

declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => {
  getContext(
    kind: '2d',
    options: { willReadFrequently: true },
  ): {
    fillStyle: string;
    clearRect(left: number, top: number, width: number, height: number): void;
    fillRect(left: number, top: number, width: number, height: number): void;
    getImageData(left: number, top: number, width: number, height: number): { readonly data: Iterable<number> };
  };
};

/**
 * Mixes colors by painting one over another: red, green, blue and alpha, from 0 to 255. A canvas reads every notation, and
 * computed styles keep oklch(), lab() and color().
 */
export function newPainter(): (...colors: readonly string[]) => readonly number[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const painted = new Map<string, readonly number[]>();
  return (...colors) => {
    const key = colors.join();
    const cached = painted.get(key);
    if (cached !== undefined) return cached;
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    const mixture = [...canvas.getImageData(0, 0, 1, 1).data];
    painted.set(key, mixture);
    return mixture;
  };
}

/** A call of a page function as source text. Functions become their source, and other arguments become JSON. */
export const callInPage = <Args extends readonly unknown[]>(step: (...args: Args) => unknown, ...args: Args): string =>
  `(${step})(${args.map((value) => (typeof value === 'function' ? value : JSON.stringify(value))).join()})`;
