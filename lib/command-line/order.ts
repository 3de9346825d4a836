/** `quote`, `send` and `check`: the price of a letter, a fax or a check, its file and its order. */
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { newKey } from '../../client/index.ts';
import type { Address, paths } from '../../client/schema.ts';
import { readWrittenAddress } from '../../shared/domain/addresses/written-address.ts';
import { saveAsPdf, wordName } from '../../shared/domain/input/content.ts';
import { toFaxNumber } from '../../shared/products/fax/fax-number.ts';
import { type ApiReply, type CommandTools, present, reached, responseData } from './tools.ts';
import { centsTyped, type Exit, exits, misused, Stop } from './words.ts';

/** `option` names the address in an error. */
export function addressIn(option: '--to' | '--from', text: string): Address {
  const read = readWrittenAddress(text);
  if ('problem' in read)
    throw misused(`${option} can't be read: ${read.problem}. Write it like "${read.example}", in one line or several.`);
  return read;
}

type ContentArguments = (
  | { readonly html: string }
  | { readonly text: string }
  | { readonly markdown: string }
  | { readonly pdf_url: string }
  | { readonly from_job: string }
) & { readonly fit_page?: true };

async function contentOf({ command, ...tools }: CommandTools): Promise<ContentArguments> {
  const { subject, 'fit-page': isFitted } = command;
  const read = async (): Promise<ContentArguments> => {
    if (/^job_\w+$/.test(subject)) return { from_job: subject };
    if (/^https?:\/\//i.test(subject)) return { pdf_url: subject };
    if (wordName.test(subject)) throw misused(saveAsPdf);
    const type = typeOfFile(subject);
    if (type !== undefined) return uploadFile({ command, ...tools }, type);
    const content = await tools.read(subject);
    const extension = extname(subject).toLowerCase();
    if (extension === '.html' || extension === '.htm') return { html: content };
    return extension === '.md' || extension === '.markdown' ? { markdown: content } : { text: content };
  };
  return { ...(await read()), ...(isFitted && { fit_page: true }) };
}

/** The content for the request of a job. A document that is sent again is identified by its hash. */
const sentWith = ({ content_hash }: { readonly content_hash?: string }, content: ContentArguments) =>
  'from_job' in content ? { content_hash } : content;

interface Priced {
  readonly total_cents: number;
  readonly total: string;
  readonly currency: 'USD' | 'CAD';
  readonly most_total_cents?: number;
  readonly most_total?: string;
  readonly tax_label?: string;
  readonly warnings: readonly string[];
  readonly quote_id: string;
}

/** A price, and the order at that price. */
interface Offer {
  readonly price: Priced;
  /** The priced parts, such as `1 page` and `color`. */
  readonly parts: readonly string[];
  create(
    params: { readonly header: { readonly 'Idempotency-Key': string } },
    limits: { readonly max_total_cents: number; readonly currency: Priced['currency'] } | undefined,
  ): Promise<
    ApiReply<
      Pick<Priced, 'total' | 'warnings'> & {
        readonly job_id: string;
        readonly pay_url: string;
        readonly payment_mode: 'mock' | 'real';
        readonly send_on?: string;
      }
    >
  >;
}

const pagesText = (pages: number) => `${pages} page${pages === 1 ? '' : 's'}`;

function recipientOf({ command: { to } }: CommandTools) {
  if (to === undefined) throw misused('Name the recipient: --to "Ada Lovelace, 12 Main St, Albany, NY 12207".');
  return addressIn('--to', to);
}

function senderOf({ command: { from } }: CommandTools) {
  if (from === undefined) throw misused('Name the sender: --from "…", or set PRINT_AND_MAIL_FROM.');
  return addressIn('--from', from);
}

const coverOf = ({ command }: CommandTools) => ({
  to: command['cover-to'],
  from: command['cover-from'],
  subject: command['cover-subject'],
  note: command['cover-note'],
});

async function letter(tools: CommandTools): Promise<Offer> {
  const [first] = Object.entries(coverOf(tools)).find(([, text]) => text !== undefined) ?? [];
  if (first !== undefined) throw misused(`Only a fax can have a cover sheet. Leave out --cover-${first}.`);
  const { color, registered, 'address-page': address_page, 'send-on': send_on } = tools.command;
  const to = recipientOf(tools);
  const { countryCode: country, provinceOrState: province_or_state } = to;
  const content = await contentOf(tools);
  tools.showProgress('Getting the price…');
  const body = { country, province_or_state, color, registered, address_page, ...content };
  const price = await responseData(tools.api.POST('/quotes', { body }));
  const { quote_id } = price;
  return {
    price,
    parts: [
      pagesText(price.pages),
      price.color ? 'color' : 'black and white',
      price.registered ? 'registered mail' : 'standard mail',
    ],
    create: (params, limits) =>
      tools.api.POST('/jobs', {
        params,
        body: { quote_id, letter: { to, from: senderOf(tools), send_on, ...sentWith(price, content) }, limits },
      }),
  };
}

async function fax(tools: CommandTools): Promise<Offer> {
  if (tools.command.to !== undefined) throw misused('A fax only needs a number. Leave out --to.');
  // People write `(212) 555-0199`.
  const digits = (tools.command.fax ?? '').replace(/[\s().-]/g, '');
  const read = toFaxNumber(digits.replace(/^1?(?=\d{10}$)/, '+1'));
  if (!read.ok) throw misused(`The number of --fax ${read.problem}`);
  const { country, e164: to_number } = read.number;
  const content = await contentOf(tools);
  tools.showProgress('Getting the price…');
  const body = { country, cover: coverOf(tools), ...content };
  const price = await responseData(tools.api.POST('/fax-quotes', { body }));
  const { quote_id } = price;
  return {
    price,
    parts: [pagesText(price.pages), 'by fax'],
    create: (params, limits) =>
      tools.api.POST('/fax-jobs', {
        params,
        body: { quote_id, fax: { to_number, ...sentWith(price, content) }, limits },
      }),
  };
}

async function check(tools: CommandTools): Promise<Offer> {
  const { account: bank_account, memo, subject: amount, 'send-on': send_on } = tools.command;
  if (bank_account === undefined)
    throw misused(
      `Name the bank account: --account bank_…. Get its code at ${tools.command.baseUrl}/bank-accounts/new.`,
    );
  const [to, from] = [recipientOf(tools), senderOf(tools)];
  const amount_cents = centsTyped(amount, 'AMOUNT');
  const { countryCode: country, provinceOrState: province_or_state } = to;
  tools.showProgress('Getting the price…');
  const price = await responseData(tools.api.POST('/check-quotes', { body: { country, province_or_state } }));
  const { quote_id } = price;
  return {
    price,
    parts: [`a check for ${amount}, drawn on the bank account and not charged here`, 'printing and mailing'],
    create: (params, limits) =>
      tools.api.POST('/check-jobs', {
        params,
        body: { quote_id, check: { to, from, bank_account, amount_cents, memo, send_on }, limits },
      }),
  };
}

const linesOf = (
  parts: Offer['parts'],
  { total, tax_label, warnings }: Pick<Priced, 'total' | 'tax_label' | 'warnings'>,
): string[] => [
  [...parts, `${total}${tax_label === undefined ? '' : ` with ${tax_label}`}`].join(', '),
  ...warnings.map((warning) => `Note: ${warning}`),
];

export async function quoteCommand(tools: CommandTools): Promise<Exit> {
  const { price, parts } = await (tools.command.fax === undefined ? letter : fax)(tools);
  present(tools, price, () => linesOf(parts, price));
  return exits.done;
}

export async function send(tools: CommandTools): Promise<Exit> {
  if (tools.command.fax !== undefined) return ordered(tools, await fax(tools));
  senderOf(tools);
  return ordered(tools, await letter(tools));
}

export const checkCommand = async (tools: CommandTools): Promise<Exit> => ordered(tools, await check(tools));

async function ordered(tools: CommandTools, { price, parts, create }: Offer): Promise<Exit> {
  const { maxCents, key = newKey(), again } = tools.command;
  if (maxCents !== undefined && (price.most_total_cents ?? price.total_cents) > maxCents)
    throw new Stop(exits.refused, `It costs ${price.most_total ?? price.total}, more than --max. Nothing was ordered.`);
  tools.showProgress(`${price.total}. Creating the order…`);
  // The order's tax may differ from the quote's, so the service checks the limit, too.
  const call = create(
    { header: { 'Idempotency-Key': key } },
    maxCents === undefined ? undefined : { max_total_cents: maxCents, currency: price.currency },
  );
  // A repeated command gets a new quote, so for the service it is a different request under the same key.
  const { error } = await reached(call);
  if ((error as { readonly code?: unknown } | undefined)?.code === 'idempotency_key_reused')
    throw new Stop(exits.refused, `You already placed an order with --key ${key}. Nothing more was ordered.`);
  const job = await responseData(call);
  const { job_id } = job;
  present(tools, job, () => [
    ...linesOf(parts, { ...price, ...job }),
    ...(job.send_on === undefined ? [] : [`We’ll print it on ${job.send_on}.`]),
    '',
    `Read it and pay  ${job.pay_url}`,
    `Track it         npx print-and-mail status ${job_id} --watch${again}`,
    `Cancel it        npx print-and-mail cancel ${job_id}${again}`,
    `Get its receipt  npx print-and-mail receipt ${job_id}${again}`,
    '',
    job.payment_mode === 'mock'
      ? 'Test mode: nothing is charged or mailed.'
      : 'Nothing is charged or mailed until someone pays there. Keep the job id private: it can cancel the order.',
  ]);
  return exits.done;
}

type SentType = NonNullable<paths['/uploads']['post']['requestBody']['content']['application/json']['content_type']>;

/** The type by the file's extension; `undefined` for a file that is sent as text. */
export function typeOfFile(file: string): SentType | undefined {
  const types: Readonly<Record<string, SentType>> = {
    '.pdf': 'application/pdf',
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.png': 'image/png',
  };
  return types[extname(file).toLowerCase()];
}

/** Uploads the file, and returns the URL that represents it. The store accepts only these bytes. */
async function uploadFile(tools: CommandTools, content_type: SentType): Promise<{ readonly pdf_url: string }> {
  const { command, api, showProgress, readBytes } = tools;
  const bytes = await readBytes(command.subject);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const body = { size: bytes.length, content_type, sha256 };
  const { put_url = '', headers, pdf_url } = await responseData(api.POST('/uploads', { body }));
  const uploadHeaders = /^(?:content-(?:type|length)|if-none-match|x-amz-[\w-]+)$/i;
  // Only https or the service's own host, so that a service cannot make requests to its client’s private network.
  const store = URL.parse(put_url);
  const isStore = store?.protocol === 'https:' || store?.hostname === new URL(command.baseUrl).hostname;
  if (!isStore || !Object.keys(headers ?? {}).every((name) => uploadHeaders.test(name)))
    throw new Stop(exits.refused, 'The service gave an unsafe upload URL, so the file wasn’t sent.');
  showProgress('Sending the file…');
  const upload = fetch(put_url, { method: 'PUT', headers, body: new Uint8Array(bytes), redirect: 'error' });
  const { ok, status } = await reached(upload);
  if (!ok) throw new Stop(exits.unreached, `The upload failed with ${status}. Send the file again.`);
  return { pdf_url };
}
