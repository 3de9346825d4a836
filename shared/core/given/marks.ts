/** The sender's marks on a document: a signature where the content ends or asks for it, and a letterhead on page 1. */

/** The size on paper, in points. */
interface Sized {
  readonly widthPt: number;
  readonly heightPt: number;
}

/** A picture that was drawn anew: none of the sender's bytes are left in it. */
export interface PreparedPicture extends Sized {
  readonly kind: 'image';
  /** An opaque PNG in base64, because it travels as JSON. */
  readonly png: string;
}

export interface PreparedName extends Sized {
  readonly kind: 'typed';
  readonly typed: string;
  readonly face: 'script' | 'italic';
  readonly fontSizePt: number;
}

/** Marks with their size on paper, ready to be printed. */
export interface PreparedMarks {
  readonly signature?: PreparedPicture | PreparedName | undefined;
  readonly letterhead?: PreparedPicture | undefined;
}
