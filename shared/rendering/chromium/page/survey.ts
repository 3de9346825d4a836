/** Surveys a laid-out page. These functions run there as source text, so each uses only parameters and globals. */
import {
  type ComputedStyle,
  callInPage,
  type ElementClass,
  type LayoutBox,
  newPainter,
  type PageDocument,
  type PageNode,
} from './dom.ts';

/** The findings, in CSS pixels from the column's top left corner. */
export interface Survey {
  /** Each visible character once, except ASCII, which every font has. */
  readonly characters: string;
  /** The element or text that extends furthest outside the column, left or right. */
  readonly widest: {
    /** The element's tag and class, as in `<p class="intro">`. */
    readonly name: string;
    readonly leftPx: number;
    readonly rightPx: number;
  };
  readonly widthPx: number;
  readonly heightPx: number;
  /** The bottom of the lowest text or box on one endless page; 0 if nothing is visible. */
  readonly bottomPx: number;
  /** The length of all visible text, with the spaces inside. */
  readonly textLength: number;
  /** The element that starts furthest above page 1, where it would be cut off; 0 px if none does. */
  readonly highest: { readonly name: string; readonly abovePx: number };
  /** The first element that shows only part of its content, because paper cannot scroll. */
  readonly scrolled: string;
  /** The first element that clips its content because the author's CSS says so. */
  readonly clipped: string;
  /** The first element with text and a fixed position, which is printed on every page. */
  readonly fixed: string;
  /** True if some text is too faint, transparent or small to see on paper. */
  readonly hasInvisibleText: boolean;
  /** How many forbidden elements there are. Any means that the browser read the HTML differently from the check. */
  readonly forbiddenElements: number;
  /** True if something visible starts above the end of the address zone. */
  readonly isZoneUsed: boolean;
}

declare const document: PageDocument;
declare const Element: ElementClass;
declare const getComputedStyle: ComputedStyle;

/** The call, as source text, that surveys everything in the page's shadow root. Sizes are in CSS pixels. */
export const surveyCall = (columnWidthPx: number, zonePx: number, hints: SurveyState['hints']): string =>
  callInPage(
    surveyPage,
    columnWidthPx,
    zonePx,
    hints,
    pageReader,
    elementReader,
    textReader,
    invisibilityReader,
    newPainter,
  );

/** The state that the readers share during one survey. */
interface SurveyState {
  readonly page: ReturnType<typeof pageReader>;
  readonly columnWidthPx: number;
  /** The content that the HTML may have. Other content is not searched for, because searching takes time. */
  readonly hints: { readonly mayHaveFixed: boolean; readonly mayHaveInvisible: boolean };
  readonly survey: { -readonly [Member in keyof Survey]: Survey[Member] };
  /** Where the address zone ends: at the first forced page break, if it comes earlier. What follows is on page 2. */
  zoneEndPx: number;
  /** Records the element if it extends furthest outside the column so far. */
  compareSides(element: PageNode, leftPx: number, rightPx: number): void;
  /** Records the element if it starts furthest above page 1 so far, and by more than `allowedPx`. */
  compareTop(element: PageNode, box: LayoutBox, allowedPx: number): void;
}

function surveyPage(
  columnWidthPx: number,
  zonePx: number,
  hints: SurveyState['hints'],
  newPageReader: typeof pageReader,
  newElementReader: typeof elementReader,
  newTextReader: typeof textReader,
  newInvisibilityReader: typeof invisibilityReader,
  newColorPainter: typeof newPainter,
): Survey {
  const root = document.getElementById('author').shadowRoot;
  const page = newPageReader();
  const survey: SurveyState['survey'] = {
    characters: '',
    widest: { name: '', leftPx: 0, rightPx: columnWidthPx },
    widthPx: document.documentElement.scrollWidth,
    heightPx: document.documentElement.scrollHeight,
    bottomPx: 0,
    textLength: 0,
    highest: { name: '', abovePx: 0 },
    scrolled: '',
    clipped: '',
    fixed: '',
    hasInvisibleText: false,
    forbiddenElements: root.querySelectorAll('script, link, meta, base, iframe, frame, object, embed, video, audio')
      .length,
    isZoneUsed: false,
  };
  // Authors hide text far to the left or far above the page, so nothing there is meant to be seen.
  const hiddenPx = 1_000;
  const state: SurveyState = {
    page,
    columnWidthPx,
    hints,
    survey,
    zoneEndPx: zonePx,
    compareSides(element, leftPx, rightPx) {
      const furthest = Math.max(-survey.widest.leftPx, survey.widest.rightPx - columnWidthPx, 0.5);
      if (rightPx < -hiddenPx || Math.max(-leftPx, rightPx - columnWidthPx) <= furthest) return;
      survey.widest = { name: page.nameOf(element), leftPx, rightPx };
    },
    compareTop(element, { top, bottom }, allowedPx) {
      if (-top <= Math.max(survey.highest.abovePx, allowedPx) || bottom < -hiddenPx) return;
      survey.highest = { name: page.nameOf(element), abovePx: -top };
    },
  };
  const surveyElement = newElementReader(state);
  const surveyText = newTextReader(state, newInvisibilityReader(page, newColorPainter()));
  const elementsAndText = 0x1 | 0x4;
  const walker = document.createTreeWalker(root, elementsAndText);
  // Skips a subtree by hand: a NodeFilter is a callback, which doesn't run while the page's scripts are disabled.
  const nextOutside = (): PageNode | null => {
    let next = walker.nextSibling();
    while (next === null && walker.parentNode() !== null) next = walker.nextSibling();
    return next;
  };
  let node = walker.nextNode();
  while (node !== null) {
    const localName = node instanceof Element ? page.read(node, 'localName') : undefined;
    const isHidden = localName === 'style' || (localName !== undefined && page.isPinpoint(node));
    if (localName === undefined) surveyText(node);
    else if (!isHidden) surveyElement(node);
    // An <svg> clips its content at its own edge.
    node = isHidden || localName === 'svg' ? nextOutside() : walker.nextNode();
  }
  return survey;
}

/** Reads elements through the prototype (see `ElementClass`). */
function pageReader() {
  const boxOf = (element: PageNode): LayoutBox => Element.prototype.getBoundingClientRect.call(element);
  const read = (element: PageNode, property: string): unknown => Reflect.get(Element.prototype, property, element);
  const parentOf = (element: PageNode) => read(element, 'parentElement') as PageNode | null;
  const nameOf = (element: PageNode): string => {
    const className = String(read(element, 'className')).slice(0, 40);
    const attribute = /^[\w -]+$/.test(className) ? ` class="${className}"` : '';
    return `<${read(element, 'localName')}${attribute}>`;
  };
  const isReplaced = (element: PageNode): boolean =>
    /^(?:img|svg|hr|input|textarea|select|button|meter|progress)$/.test(String(read(element, 'localName')));
  const isDrawn = (element: PageNode): boolean => {
    if (isReplaced(element)) return true;
    const style = getComputedStyle(element);
    const hasBorder = ['Top', 'Right', 'Bottom', 'Left'].some((side) => style[`border${side}Width`] !== '0px');
    const hasBackground = !['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(style.backgroundColor ?? '');
    return hasBorder || hasBackground || style.backgroundImage !== 'none';
  };
  // A clipped box of one pixel hides text that is meant for screen readers only.
  const isPinpoint = (element: PageNode): boolean => {
    const { width, height } = boxOf(element);
    return width <= 1 && height <= 1 && width + height > 0 && getComputedStyle(element).overflow !== 'visible';
  };
  return { boxOf, read, parentOf, nameOf, isReplaced, isDrawn, isPinpoint };
}

function elementReader(state: SurveyState): (element: PageNode) => void {
  const { page, columnWidthPx, survey, hints } = state;
  const { read, nameOf } = page;
  const checkOverflow = (element: PageNode): void => {
    const [width, height] = [Number(read(element, 'clientWidth')), Number(read(element, 'clientHeight'))];
    if (width <= 1 || height <= 1) return;
    const allowedPx = 4;
    const isTooWide = Number(read(element, 'scrollWidth')) > width + allowedPx;
    const isTooHigh = Number(read(element, 'scrollHeight')) > height + allowedPx;
    if (!isTooWide && !isTooHigh) return;
    const { overflowX = '', overflowY = '' } = getComputedStyle(element);
    const overflows = `${isTooWide ? overflowX : ''} ${isTooHigh ? overflowY : ''}`;
    if (/auto|scroll/.test(overflows)) survey.scrolled ||= nameOf(element);
    else if (/hidden|clip/.test(overflows)) survey.clipped ||= nameOf(element);
  };
  return (element) => {
    const box = page.boxOf(element);
    const { left, right, top, bottom, width, height } = box;
    if (width === 0 && height === 0) return;
    survey.bottomPx = Math.max(survey.bottomPx, bottom);
    // `scrollWidth` of a scaled table is in the table's own pixels.
    const zoom = Number(read(element, 'currentCSSZoom') ?? 1);
    const rightPx = Math.max(right, left + zoom * Number(read(element, 'scrollWidth')));
    // The text in an inline element is measured on its own: the element's box includes spaces past the end of a line.
    const isOutside = left < 0 || rightPx > columnWidthPx;
    const isInline = isOutside && !page.isReplaced(element) && getComputedStyle(element).display === 'inline';
    if (isOutside && !isInline) state.compareSides(element, left, rightPx);
    const allowedAbovePx = 1;
    if (top < -allowedAbovePx && page.isDrawn(element)) state.compareTop(element, box, allowedAbovePx);
    checkOverflow(element);
    if (hints.mayHaveFixed && survey.fixed === '' && getComputedStyle(element).position === 'fixed')
      survey.fixed = String(read(element, 'textContent')).trim() === '' ? '' : nameOf(element);
    if (survey.isZoneUsed || top >= state.zoneEndPx || bottom < 0) return;
    const { breakBefore = '', breakAfter = '', display = '' } = getComputedStyle(element);
    // Empty elements break pages too, but inline ones, such as <br>, never do.
    const breaksPage = (rule: string) =>
      /^(?:page|left|right|recto|verso)$/.test(rule) && !display.startsWith('inline');
    if (top > 0 && breaksPage(breakBefore)) state.zoneEndPx = top;
    else survey.isZoneUsed = height > 0 && bottom > 0 && page.isDrawn(element);
    if (breaksPage(breakAfter)) state.zoneEndPx = Math.min(state.zoneEndPx, bottom);
  };
}

/** Returns a function that says whether text in an element is too pale, too small or too transparent to be seen. */
function invisibilityReader(
  page: ReturnType<typeof pageReader>,
  paint: ReturnType<typeof newPainter>,
): (element: PageNode | null, textHeightPx: number) => boolean {
  const minOpacity = 0.1;
  const minSizePx = 3;
  const minContrast = 1.5;
  const backgrounds = new Map<unknown, string | undefined>();
  /** The color behind an element's text; undefined if a picture or another element may be behind it. */
  const backgroundOf = (element: PageNode | null): string | undefined => {
    if (element === null) return 'white';
    if (backgrounds.has(element)) return backgrounds.get(element);
    const { backgroundColor = '', position = '' } = getComputedStyle(element);
    const isOpaque = paint(backgroundColor)[3] === 255;
    const isKnown = isOpaque || /static|relative/.test(position);
    const behind = isKnown ? backgroundOf(isOpaque ? null : page.parentOf(element)) : undefined;
    const color = behind && `rgb(${paint(behind, backgroundColor).slice(0, 3)})`;
    backgrounds.set(element, color);
    return color;
  };
  // Only for text that would be invisible, because a large data: URI takes long to read.
  const hasPictureBehind = (element: PageNode | null): boolean => {
    if (element === null) return false;
    const { backgroundColor = '', backgroundImage } = getComputedStyle(element);
    return (
      backgroundImage !== 'none' || (paint(backgroundColor)[3] !== 255 && hasPictureBehind(page.parentOf(element)))
    );
  };
  const luminanceOf = (...colors: readonly string[]): number => {
    const [red = 0, green = 0, blue = 0] = paint(...colors).map((level) => (level / 255) ** 2.2);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const opacities = new Map<unknown, number>();
  const opacityOf = (element: PageNode | null): number => {
    if (element === null) return 1;
    const opacity =
      opacities.get(element) ?? Number(getComputedStyle(element).opacity) * opacityOf(page.parentOf(element));
    opacities.set(element, opacity);
    return opacity;
  };
  return (element, textHeightPx) => {
    if (textHeightPx < minSizePx) return true;
    if (element === null) return false;
    const { webkitTextFillColor = '', webkitTextStrokeWidth, textShadow, fontSize = '' } = getComputedStyle(element);
    if (opacityOf(element) < minOpacity || Number.parseFloat(fontSize) < minSizePx) return true;
    const background = backgroundOf(element);
    if (background === undefined || webkitTextStrokeWidth !== '0px' || textShadow !== 'none') return false;
    // The contrast ratio of WCAG, which recommends at least 3.
    const contrast = (luminanceOf(background, webkitTextFillColor) + 0.05) / (luminanceOf(background) + 0.05);
    return Math.max(contrast, 1 / contrast) < minContrast && !hasPictureBehind(element);
  };
}

function textReader(state: SurveyState, isInvisible: ReturnType<typeof invisibilityReader>): (text: PageNode) => void {
  const { columnWidthPx, survey, hints } = state;
  const range = document.createRange();
  const boxOfText = (text: PageNode, from = 0, to = text.nodeValue.length): LayoutBox => {
    range.setStart(text, from);
    range.setEnd(text, to);
    return range.getBoundingClientRect();
  };
  const rightOfWords = (text: PageNode): number =>
    [...text.nodeValue.matchAll(/\S+/g)]
      .map(({ index, 0: word }) => boxOfText(text, index, index + word.length).right)
      .reduce((max, right) => Math.max(max, right), 0);

  const characters = new Set<string>();
  return (text) => {
    const box = boxOfText(text);
    const { left, right, top, bottom, width, height } = box;
    if (width === 0 || height === 0 || text.nodeValue.trim() === '') return;
    survey.bottomPx = Math.max(survey.bottomPx, bottom);
    survey.textLength += text.nodeValue.trim().length;
    const parent = text.parentElement;
    if (parent !== null) {
      state.compareSides(parent, left, right > columnWidthPx ? rightOfWords(text) : right);
      // With tight lines the font's box starts above the line's box, but the ink does not.
      state.compareTop(parent, box, height / 4);
    }
    // Pale dots, bars and lines between words are ornaments.
    if (hints.mayHaveInvisible && /[\p{L}\p{N}]/u.test(text.nodeValue))
      survey.hasInvisibleText ||= isInvisible(parent, height);
    for (const character of text.nodeValue.match(/[^\t\n\r -~]/gu) ?? []) {
      if (characters.has(character)) continue;
      characters.add(character);
      survey.characters += character;
    }
    // Allows for a small superscript just below the zone, whose box may reach into it.
    survey.isZoneUsed ||= top + height / 4 < state.zoneEndPx && bottom > 0;
  };
}
