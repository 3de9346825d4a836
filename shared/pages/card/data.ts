/** The data of the card in a chat: what the service hands to it, and all that its script reads. */

/** `{time}` in the text stands for `at`, Unix ms: the card knows its reader's time zone. */
export interface Timed {
  readonly text: string;
  readonly at?: number | undefined;
}

export interface CardWords {
  /** The operator, to whom the payer pays. */
  readonly seller?: string | undefined;
  readonly heading: string;
  readonly status: string;
  readonly tone: string;
  readonly notice?: string | undefined;
  readonly lead: readonly string[];
  readonly warnings: readonly string[];
  readonly facts: readonly { readonly label: string; readonly lines: readonly string[] }[];
  readonly bill: readonly { readonly label: string; readonly amount: string }[];
  readonly times: readonly Timed[];
  /** Missing while there is nothing to pay. */
  readonly pay?: string | undefined;
  /** Missing while it cannot be cancelled. */
  readonly cancel?: CancelWords | undefined;
  readonly refresh: string;
  readonly open: string;
  /** With `{number}` and `{count}`. */
  readonly page: string;
  readonly previous: string;
  readonly next: string;
  readonly zoom: string;
  readonly shrink: string;
  /** Missing where nothing is added to the picture of page 1. */
  readonly windows?: string | undefined;
  readonly missing: string;
  readonly wait: string;
  readonly copy: string;
}

interface CancelWords {
  readonly button: string;
  readonly question: string;
  readonly yes: string;
  readonly no: string;
}

export interface CardData {
  readonly job_id: string;
  readonly pages: number;
  readonly pay_url?: string | undefined;
  readonly page_url: string;
  readonly en: CardWords;
  readonly fr: CardWords;
}

/** The parts of an answer's `_meta` that are for the card, and not for the model. */
export interface CardMeta {
  readonly 'print-and-mail/card'?: CardData;
  /** In base64. */
  readonly 'print-and-mail/page'?: { readonly png?: string };
}
