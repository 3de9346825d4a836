/** The paper of a product, what is printed on it, and the result of printing. */
import type { RefusalDetails, Result } from './refusal.ts';
import type { SheetSize, Warning } from './warnings.ts';

/** The sheet of a product, and how much of it a document may fill, in inches. Plain data, sent to other processes. */
export interface Paper extends SheetSize {
  /** The word for a document on it: `letter`. */
  readonly noun: string;
  /** The margin on all four sides of the text. */
  readonly marginIn: number;
  readonly fontSizePt: number;
  readonly lineHeightPt: number;
  /** The top of page 1, left free because the print partner stamps both addresses there. */
  readonly addressZoneIn: number;
  /** The part of a page's height that holds text. */
  readonly textHeightIn: number;
  readonly mostPages: number;
  /** The most bytes of a PDF, or of a document that was joined from parts. */
  readonly mostBytes: number;
  /** A fax machine takes black on white only. */
  readonly isFaxed: boolean;
  /** Pages of another size are shrunk to the sheet, if the sender wants that. */
  readonly isFitted?: boolean;
  /** A note added to the order's own print: its height is limited, and it can't be sent in parts. */
  readonly isNote: boolean;
}

/** The words of the sheet in front of a fax. */
export interface Cover {
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly subject?: string | undefined;
  readonly note?: string | undefined;
  /** For people to read. A quote doesn't know it. */
  readonly number?: string | undefined;
}

/** `pages`: with this one. `day`: of the quote, `2026-12-24`. */
export interface CoverSheet extends Cover {
  readonly pages: number;
  readonly day: string;
}

/** A page of ours in front of the content. It counts as a page. Print partners stamp `addresses` on an empty one. */
export type FrontPage = 'addresses' | Omit<CoverSheet, 'pages'>;

/** The rendered content, or one sentence that says what must change. */
export type Rendered<T> = Result<{ readonly warnings: readonly Warning[] } & T, Unprintable>;

/** Content that can't be printed. `problem` names the cause and the cure, and never quotes much of the content. */
export interface Unprintable {
  readonly ok: false;
  readonly problem: string;
  readonly details?: RefusalDetails | undefined;
  /** Nothing is wrong with the content: this machine has no browser that could print HTML and Markdown. */
  readonly code?: 'html_unavailable';
}

/** How a caller's file is used: as a document, or as a part of one. */
export interface FileUse {
  readonly paper: Paper;
  /** It comes after other pages, so no address is stamped on its first one. */
  readonly isAttachment: boolean;
  /** Photographs are taken from uploads only. */
  readonly isUpload: boolean;
}

/** A prepared PDF, or the pages behind its first one. `pages`: as counted before. */
export interface PdfPart {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** A page of ours in front of the content, as a refusal names it. */
  readonly front?: 'a cover sheet' | 'a page for its addresses' | undefined;
  readonly isBehindFirst?: boolean;
}
