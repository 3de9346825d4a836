/** A receipt as it goes on paper: texts in the order in which a reader meets them. */
export interface ReceiptSheet {
  readonly language: string;
  /** The title of the document, which viewers show. */
  readonly title: string;
  /** Unix ms. */
  readonly issuedAt: number;
  /** A sentence that nobody may miss, such as test mode. */
  readonly notice?: string | undefined;
  readonly seller: { readonly name: string; readonly lines: readonly string[] };
  readonly heading: string;
  readonly about: readonly SheetRow[];
  readonly subject: string;
  readonly statement: string;
  readonly order: Section;
  readonly bill: {
    readonly heading: string;
    readonly lines: readonly SheetRow[];
    readonly total: SheetRow;
    readonly after: readonly SheetRow[];
  };
  readonly times: Section;
  readonly hashes: Section;
  readonly proof: ReceiptProof;
  /** The sentence that stands where the font lacks a character of the order. */
  readonly lacking: string;
  /** The receipt itself, as a compact JWS. It lies in the file, so that the file alone can be verified. */
  readonly jws: string;
}

export interface SheetRow {
  readonly label: string;
  readonly lines: readonly string[];
}

export interface Section {
  readonly heading: string;
  readonly rows: readonly SheetRow[];
}

interface ReceiptProof {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The rows of a QR code without its margin; true is dark. */
  readonly code: readonly (readonly boolean[])[];
  /** The address that the QR code opens, without what follows the #. */
  readonly address: string;
}
