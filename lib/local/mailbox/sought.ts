/** Which jobs a reader of the mailbox asks for: by kind, by status, and by a word, a number or an id. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { productNames } from '../../../shared/core/product-names.ts';
import type { Count, MailboxQuery } from '../../../shared/pages/mailbox/mailbox.ts';
import type { Deps } from '../../../shared/ports/deps.ts';
import type { MailboxEntry } from './entries.ts';

/** `search`: a query as in an address, `?kind=fax`. What makes no sense is left out. */
export function soughtIn(search: string): MailboxQuery & { readonly page: number; readonly limit: number | undefined } {
  const query = new URLSearchParams(search);
  const status = query.get('status') ?? '';
  return {
    q: query.get('q')?.trim().slice(0, 100) || undefined,
    kind: productNames.find((name) => name === query.get('kind')),
    view: query.get('view') === 'list' ? 'list' : undefined,
    status: /^[a-z_]{1,40}$/.test(status) ? status : undefined,
    page: wholeNumber(query.get('page'), 1_000) ?? 1,
    limit: wholeNumber(query.get('limit'), 1_000),
  };
}

function wholeNumber(text: string | null, most: number): number | undefined {
  const isWhole = text !== null && /^[1-9]\d{0,5}$/.test(text);
  return isWhole ? Math.min(Number(text), most) : undefined;
}

export const soughtBy = ({ rawQueryString }: APIGatewayProxyEventV2) => soughtIn(rawQueryString);

/** A pay link is looked for by the job that it shows. */
export async function withJob<Sought extends MailboxQuery>(
  { jobs }: Pick<Deps, 'jobs'>,
  sought: Sought,
): Promise<Sought> {
  const [payCode] = /\bpay_[a-z0-9]{20,40}\b/.exec(sought.q ?? '') ?? [];
  const jobId = payCode === undefined ? undefined : await jobs.idByPayCode(payCode);
  return jobId === undefined ? sought : { ...sought, q: jobId };
}

export function matching(entries: readonly MailboxEntry[], { q, kind, status }: MailboxQuery): readonly MailboxEntry[] {
  const word = q?.toLowerCase();
  // A number is found however it is written: +12125550147, 212-555-0147.
  const digits = q !== undefined && /^[-+\d\s().]+$/.test(q) ? q.replace(/\D/g, '') : '';
  const isFound = (text: string) =>
    word === undefined ||
    text.includes(word) ||
    (digits.length > 3 && digitsOf(text).some((line) => line.includes(digits)));
  return entries.filter(
    (entry) =>
      (kind === undefined || entry.kind === kind) &&
      (status === undefined || entry.status === status) &&
      isFound(entry.text),
  );
}

const digitsOf = (text: string): string[] => text.split('\n').map((line) => line.replace(/\D/g, ''));

/** In the order of a job's life. */
const order = [
  'awaiting_payment',
  'queued',
  'in_production',
  'sending',
  'mailed',
  'sent',
  'cancelled',
  'failed',
  'unknown',
];

/** The number of jobs for each filter, if the other filters stay as they are. The one that is chosen is listed even at none. */
export function counted(
  entries: readonly MailboxEntry[],
  sought: MailboxQuery,
): Record<'kinds' | 'statuses', readonly Count[]> {
  const ofKinds = Map.groupBy(matching(entries, { ...sought, kind: undefined }), ({ kind }) => kind);
  const ofStatuses = Map.groupBy(matching(entries, { ...sought, status: undefined }), ({ status }) => status);
  const statuses = new Set([...order, ...ofStatuses.keys()]);
  return {
    kinds: productNames.map((name) => ({ name, count: ofKinds.get(name)?.length ?? 0 })),
    statuses: [...statuses]
      .map((name) => ({ name, count: ofStatuses.get(name)?.length ?? 0 }))
      .filter(({ name, count }) => count > 0 || name === sought.status),
  };
}
