/** What a survey of a laid out page finds: carried from the browser to the verdict as plain data. */

/** One thing that shows on the page: a run of text, or an element with a box. CSS pixels from the column's top left corner. */
export interface Shown {
  /** The element's tag and class, as in HTML. */
  readonly name: string;
  readonly leftPx: number;
  readonly rightPx: number;
}

export interface Survey {
  /** Every character that is visible as text, once; without ASCII, which every font has. */
  readonly characters: string;
  /** What reaches furthest out of the column, on the left or on the right. */
  readonly widest: Shown;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Where the lowest text or box ends, on one endless page; 0 if nothing shows. */
  readonly bottomPx: number;
  /** What begins furthest above page 1, where it would be cut off, and by how much; 0 px if nothing does. */
  readonly highest: { readonly name: string; readonly abovePx: number };
  /** The first element that shows a part of its content only: on paper nobody can scroll. */
  readonly scrolled: string;
  /** The first element that cuts its content off because its author's CSS says so. */
  readonly clipped: string;
  /** True if the number or dot of a list item may stand left of the column. */
  readonly marksOutside: boolean;
  /** Elements that must not be there: the browser read the HTML in another way than the check did. */
  readonly smuggled: number;
  /** True if something visible begins above the line that was asked for. */
  readonly inZone: boolean;
}
