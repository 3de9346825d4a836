/** The user of a dialogue: approves a price, attaches a file, reads the page of an order, and pays for what is as wanted. */
import { sha256Hex } from '../../shared/core/digest.ts';
import type { Json } from '../support/e2e/client.ts';
import { pdfOf, usLetter } from '../support/e2e/pdf-server.ts';
import type { Service } from '../support/e2e/service.ts';
import { attach } from '../support/e2e/uploads.ts';
import { textsOf } from '../support/read-pdf.ts';
import type { Wish } from './tasks.ts';

/** The order that the user has seen on a page and paid for. */
export interface Approval {
  readonly jobId: string;
  /** The hash of the PDF on the page; a check has none. */
  readonly sha256: string | undefined;
  readonly order: Json;
}

const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').trim();
const seenOn = (page: string): string =>
  wordsOf(
    page
      .replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'"),
  );

/** As the page shows it. */
const placeOf = ({ addressLine1, city, provinceOrState, postalOrZip }: Json): string =>
  `${addressLine1} ${city} ${provinceOrState} ${postalOrZip}`;

/** The words of a quote for what was chosen, and only for that. */
const options = { color: /in color/, registered: /certified|registered/i, address_page: /addresses alone/ } as const;

export class User {
  readonly #service: Service;
  readonly #wish: Wish;
  #approved: string | undefined;
  readonly approvals: Approval[] = [];

  constructor(service: Service, wish: Wish) {
    this.#service = service;
    this.#wish = wish;
  }

  /** Reads the price and what it is for, as the tool has told it. */
  approves({ total }: Json, said: string): boolean {
    const { quote, declines } = this.#wish;
    const isAsWanted = Object.entries(options).every(([name, words]) => words.test(said) === (quote[name] === true));
    const isTold = total !== undefined && said.includes(total);
    if (!declines && isAsWanted && isTold) this.#approved = total;
    return !declines && isAsWanted && isTold;
  }

  /** Opens the page of an upload and attaches the file there. */
  async attaches(page: string): Promise<void> {
    const { status } = await attach(
      (await this.#service.get(page)).text,
      await pdfOf(1, usLetter, this.#wish.file?.words),
    );
    if (status >= 400) throw new Error(`the page of the upload answered ${status}`);
  }

  /** Pays once, and only if the page shows what was wanted for the price that was approved. */
  async reads({ job_id: jobId, pay_url, checkout_url, total }: Json): Promise<boolean> {
    const { text: page } = await this.#service.get(pay_url, { accept: 'text/html' });
    const proof = await fetch(`${pay_url}/proof.pdf`);
    const pdf = proof.ok ? new Uint8Array(await proof.arrayBuffer()) : undefined;
    const printed = pdf && wordsOf((await textsOf(pdf)).join(' '));
    const isWanted = total === this.#approved && this.#wanted().every((words) => seenOn(page).includes(words));
    const isPrinted = printed === undefined || printed === this.#text();
    if (!isWanted || !isPrinted || this.approvals.length > 0) return false;
    this.approvals.push({ jobId, sha256: pdf && sha256Hex(pdf), order: this.#wish.order });
    await this.#service.pay(checkout_url);
    return true;
  }

  /** The words that must stand on the page, in this order. */
  #wanted(): string[] {
    const { quote, order } = this.#wish;
    const { to, from, amount_cents, to_number, send_on } = order as Json;
    const lines = (label: string, { name, ...place }: Json) => `${label} ${name} ${placeOf(place)}`;
    return [
      ...(to === undefined ? [] : [lines(amount_cents === undefined ? 'To' : 'Pay to', to)]),
      ...(from === undefined ? [] : [lines('From', from)]),
      ...(amount_cents === undefined ? [] : [`$${(amount_cents / 100).toFixed(2)}`]),
      ...(to_number === undefined ? [] : [to_number.slice(-4)]),
      ...(send_on === undefined ? [] : ['Goes to print']),
      ...(quote.color === true ? ['single-sided, color'] : []),
      ...(this.#approved === undefined ? [] : [this.#approved.replace(/^\D+/, '')]),
    ];
  }

  /** The text that must be printed, and not a word more. */
  #text(): string {
    const { quote, file } = this.#wish;
    const words = [quote.text, file && `${file.words} 1`];
    return wordsOf(words.filter(Boolean).join(' '));
  }
}

/** The items of the mailbox that nobody has approved and paid for, with these bytes and to this address. */
export function wrongOf(
  items: readonly Json[],
  approvals: readonly Approval[],
  records: ReadonlyMap<string, Json>,
): Json[] {
  const open = new Map(approvals.map((approval) => [approval.jobId, approval]));
  return items.filter(({ id, job_id, document_sha256 }) => {
    const approval = open.get(job_id);
    // A second order for one approval is wrong, too.
    open.delete(job_id);
    const record: Json = records.get(id) ?? {};
    if (approval === undefined || (document_sha256 ?? undefined) !== approval.sha256) return true;
    const { to, from, amount_cents, to_number } = approval.order;
    const isThere =
      to_number === undefined
        ? [record.to, record.from].map(placeOf).join() === [to, from].map(placeOf).join()
        : JSON.stringify(record).includes(to_number);
    return !isThere || (amount_cents !== undefined && record.amount !== amount_cents);
  });
}
