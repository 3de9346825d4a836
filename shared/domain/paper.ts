/** The paper of a product, what is printed on it, and the result of rendering it. */
import type { RefusalDetails, Result } from './refusal.ts';
import type { SheetSize, Warning } from './warnings.ts';

/** The sheet of a product, and how much of it a document may fill, in inches. Serializable, for other processes. */
export interface Paper extends SheetSize {
  /** The word for a document on it: `letter`. */
  readonly noun: string;
  /** The margin on all four sides of the text. */
  readonly marginIn: number;
  readonly fontSizePt: number;
  readonly lineHeightPt: number;
  /** The height at the top of page 1 that is left free for the two addresses that the print partner prints there. */
  readonly addressZoneIn: number;
  /** The height of the text on a page. */
  readonly textHeightIn: number;
  readonly maxPages: number;
  /** The largest PDF, after several have been joined. */
  readonly maxBytes: number;
  /** Sent by fax: black and white only. */
  readonly isFaxed: boolean;
  /** Pages of another size are shrunk to the sheet, as the sender asked. */
  readonly isFitted?: boolean;
  /** A note printed under a check: its height is limited, and it can't have attachments. */
  readonly isNote: boolean;
}

/** The paper that a page is printed on, and whether in color. */
export interface Look {
  readonly paper: Paper;
  readonly isInColor: boolean;
}

/** The text of a fax's cover sheet. */
export interface Cover {
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly subject?: string | undefined;
  readonly note?: string | undefined;
  /** The recipient's number as people read it. A quote doesn't have it. */
  readonly number?: string | undefined;
}

/** A cover sheet to print. `day`: the day of the quote, `2026-12-24`. */
export interface CoverSheet extends Cover {
  readonly day: string;
}

/** A page that we add before the content, and charge for. `addresses`: blank, for the addresses that the partner prints. */
export type FrontPage = 'addresses' | CoverSheet;

/** The rendered content, or a sentence that says what must change. */
export type Rendered<T> = Result<{ readonly warnings: readonly Warning[] } & T, Unprintable>;

/** Content that can't be printed. `problem` names the cause and the fix, and quotes little of the content. */
export interface Unprintable {
  readonly ok: false;
  readonly problem: string;
  readonly details?: RefusalDetails | undefined;
  /** Set if the content is fine, but this machine has no browser to print HTML and Markdown. */
  readonly code?: 'html_unavailable';
}

/** How a caller's file is used: as the document, or as one of its files. */
export interface FileUse {
  readonly paper: Paper;
  /** It comes after other pages, so no address is printed on its first page. */
  readonly isAttachment: boolean;
  /** Only uploads may be photographs. */
  readonly isUpload: boolean;
}

/** One of the PDFs that make up a document. `pages`: the number counted before. */
export interface PdfPart {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** The page that we add before the content, as an error calls it. */
  readonly front?: 'cover sheet' | 'page for its addresses' | undefined;
  /** Only the pages after its first are used. */
  readonly skipsFirstPage?: boolean;
}
