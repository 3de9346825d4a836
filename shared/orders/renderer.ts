/** The renderer, which turns a caller's content into pages. */
import type { ByteBudget } from '../domain/input/content.ts';
import type { Validators } from '../domain/input/quoted-content.ts';
import type { FileUse, FrontPage, Look, Paper, PdfPart, Rendered, Unprintable } from '../domain/paper.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Warning } from '../domain/warnings.ts';

/** Each network (`domain/network.ts`) has its own queue of requests. A busy machine throws a Refusal. */
export interface Renderer {
  /** Breaks lines and counts pages. `write` makes the PDF of these pages, always with the same bytes. */
  layOutText(
    text: string,
    paper: Paper,
  ): Promise<
    Rendered<{
      readonly pages: number;
      readonly layoutVersion: string;
      readonly write: (title: string) => Promise<Uint8Array>;
    }>
  >;
  /** Prints the HTML or Markdown and stores the PDF under `key`. `engine`: the browser, if it is not the shipped one. */
  printMarkup(
    markup: { readonly kind: 'html' | 'markdown'; readonly value: string },
    paper: Paper,
    key: string,
    network: string,
  ): Promise<Rendered<{ readonly pages: number; readonly sha256: string; readonly engine?: string }>>;
  /** Sanitizes HTML for a partner's own printer. */
  cleanMessage(html: string): Promise<Rendered<{ readonly html: string }>>;
  /** `budget`: the size limit that all files of a request share. */
  fetchPdf(
    url: string,
    budget?: ByteBudget,
  ): Promise<Rendered<{ readonly pdf: Uint8Array; readonly validators: Validators }>>;
  /** Requests the PDF only if it has changed. `pdf` is undefined if the server says that it hasn't. */
  fetchPdfIfChanged(
    url: string,
    stored: Validators,
    budget?: ByteBudget,
  ): Promise<Rendered<{ readonly pdf: Uint8Array | undefined }>>;
  /** Makes a caller's file ready for print. A valid PDF is unchanged. */
  openFile(
    bytes: Uint8Array,
    use: FileUse,
    network: string,
  ): Promise<Rendered<{ readonly pdf: Uint8Array; readonly pages: number }>>;
  /** Writes one page, always with the same bytes. `pages` includes it. `member`: the field that can't be printed. */
  writeFrontPage(
    front: FrontPage,
    pages: number,
    paper: Paper,
  ): Promise<Rendered<{ readonly pdf: Uint8Array }> & { readonly member?: string }>;
  /** Joins prepared PDFs in this order, always with the same bytes. `part`: the index of the PDF that can't be joined. */
  joinPdfs(
    parts: readonly PdfPart[],
    paper: Paper,
    network: string,
  ): Promise<
    | { readonly ok: true; readonly warnings: readonly Warning[]; readonly pdf: Uint8Array; readonly pages: number }
    | (Unprintable & { readonly part: number })
  >;
  /** Returns a PNG of a page, counted from 1. If the page can't be drawn, the picture says so. */
  preview(pdf: Uint8Array, page: number, look: Look, network: string): Promise<Uint8Array>;
  /** Returns the text of each page. A scanned page has none. After the time limit, the remaining pages are missing. */
  readWords(pdf: Uint8Array, network: string): Promise<readonly string[]>;
}

/** Returns the result, or throws a Refusal that names the field. */
export function printable<T>(field: string, result: Rendered<T>): { readonly warnings: readonly Warning[] } & T {
  if (result.ok) return result;
  const { code = 'content_refused', problem, details } = result;
  throw new Refusal(code, `${field}: ${problem}`, { field, problem, details });
}
