/** The findings of a survey of a laid-out page, carried from the browser to the verdict as plain data. */

/** A visible run of text, or an element with a box. CSS pixels from the column's top left corner. */
export interface ShownText {
  /** The element's tag and class, as in HTML. */
  readonly name: string;
  readonly leftPx: number;
  readonly rightPx: number;
}

export interface Survey {
  /** Every visible character once, without ASCII, which every font has. */
  readonly characters: string;
  /** The element or text that reaches furthest out of the column, on the left or on the right. */
  readonly widest: ShownText;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The end of the lowest text or box, on one endless page; 0 if nothing shows. */
  readonly bottomPx: number;
  /** The characters of all visible text, with the spaces inside. */
  readonly textLength: number;
  /** The element that begins furthest above page 1, where it would be cut off; 0 px if none does. */
  readonly highest: { readonly name: string; readonly abovePx: number };
  /** The first element that shows only part of its content, because nobody can scroll on paper. */
  readonly scrolled: string;
  /** The first element that clips its content because the author's CSS says so. */
  readonly clipped: string;
  /** True if the number or bullet of a list item may stand left of the column. */
  readonly marksOutside: boolean;
  /** The number of forbidden elements. More than 0 means that the browser read the HTML differently from the check. */
  readonly smuggled: number;
  /** True if something visible begins above the end of the address zone. */
  readonly inZone: boolean;
}
