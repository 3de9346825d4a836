/** The commands `quote`, `send` and `check`: read or upload the file, get the price, place the order. */
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { newIdempotencyKey } from '../../client/index.ts';
import type { Address, LetterJob, LetterQuote, Limits, UploadRequest } from '../../client/schema.ts';
import { readWrittenAddress } from '../../shared/domain/addresses/written-address.ts';
import { docSuffix, saveAsPdf } from '../../shared/domain/input/content.ts';
import { toFaxNumber } from '../../shared/products/fax/fax-number.ts';
import { CommandError, type Exit, exitCodes, readCents, usageError } from './arguments.ts';
import { type ApiReply, type CommandTools, printResult, responseData, responseTo } from './tools.ts';

/** `option` names the address in error messages. */
export function parseAddress(option: '--to' | '--from', text: string): Address {
  const address = readWrittenAddress(text);
  if ('problem' in address)
    throw usageError(
      `${option} can't be read: ${address.problem}. Write it like "${address.example}", on one line or several.`,
    );
  return address;
}

type ContentArguments = (
  | { readonly html: string }
  | { readonly text: string }
  | { readonly markdown: string }
  | { readonly pdf_url: string }
  | { readonly from_job: string }
) & { readonly fit_page?: true };

async function readContent(tools: CommandTools): Promise<ContentArguments> {
  const { subject, 'fit-page': fitsPage } = tools.command;
  const readSubject = async (): Promise<ContentArguments> => {
    if (/^job_\w+$/.test(subject)) return { from_job: subject };
    if (/^https?:\/\//i.test(subject)) return { pdf_url: subject };
    if (docSuffix.test(subject)) throw usageError(saveAsPdf);
    const type = uploadType(subject);
    if (type !== undefined) return uploadFile(tools, type);
    const content = new TextDecoder().decode(await tools.read(subject));
    const extension = extname(subject).toLowerCase();
    if (extension === '.html' || extension === '.htm') return { html: content };
    return extension === '.md' || extension === '.markdown' ? { markdown: content } : { text: content };
  };
  return { ...(await readSubject()), ...(fitsPage && { fit_page: true }) };
}

/** The content for the request that creates the job. An earlier job's document is identified by its hash. */
const jobContent = ({ content_hash }: { readonly content_hash?: string }, content: ContentArguments) =>
  'from_job' in content ? { content_hash } : content;

type QuotedPrice = Pick<
  LetterQuote,
  'total_cents' | 'total' | 'currency' | 'most_total_cents' | 'most_total' | 'tax_label' | 'warnings'
>;

/** A price, and how to order at that price. */
interface Offer {
  readonly price: QuotedPrice;
  /** The things that the price covers, such as `1 page` and `color`. */
  readonly parts: readonly string[];
  create(
    params: { readonly header: { readonly 'Idempotency-Key': string } },
    limits: Limits | undefined,
  ): Promise<ApiReply<Pick<LetterJob, 'total' | 'warnings' | 'job_id' | 'pay_url' | 'payment_mode' | 'send_on'>>>;
}

const pagesText = (pages: number) => `${pages} page${pages === 1 ? '' : 's'}`;

function parseRecipient({ command: { to } }: CommandTools) {
  if (to === undefined) throw usageError('Name the recipient: --to "Ada Lovelace, 12 Main St, Albany, NY 12207".');
  return parseAddress('--to', to);
}

function parseSender({ command: { from } }: CommandTools) {
  if (from === undefined) throw usageError('Name the sender: --from "…", or set PRINT_AND_MAIL_FROM.');
  return parseAddress('--from', from);
}

async function quoteLetter(tools: CommandTools): Promise<Offer> {
  const { color, registered, 'address-page': address_page, 'send-on': send_on } = tools.command;
  const to = parseRecipient(tools);
  const { countryCode: country, provinceOrState: province_or_state } = to;
  const content = await readContent(tools);
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
        body: { quote_id, letter: { to, from: parseSender(tools), send_on, ...jobContent(price, content) }, limits },
      }),
  };
}

async function quoteFax(tools: CommandTools): Promise<Offer> {
  const { command } = tools;
  // People write `(212) 555-0199`.
  const compact = (command.fax ?? '').replace(/[\s().-]/g, '');
  const parsed = toFaxNumber(compact.replace(/^1?(?=\d{10}$)/, '+1'));
  if (!parsed.ok) throw usageError(`The number of --fax ${parsed.problem}`);
  const { country, e164: to_number } = parsed.number;
  const content = await readContent(tools);
  tools.showProgress('Getting the price…');
  const cover = {
    to: command['cover-to'],
    from: command['cover-from'],
    subject: command['cover-subject'],
    note: command['cover-note'],
  };
  const body = { country, cover, ...content };
  const price = await responseData(tools.api.POST('/fax-quotes', { body }));
  const { quote_id } = price;
  return {
    price,
    parts: [pagesText(price.pages), 'by fax'],
    create: (params, limits) =>
      tools.api.POST('/fax-jobs', {
        params,
        body: { quote_id, fax: { to_number, ...jobContent(price, content) }, limits },
      }),
  };
}

async function quoteCheck(tools: CommandTools): Promise<Offer> {
  const { account: bank_account, memo, subject: amount, 'send-on': send_on } = tools.command;
  if (bank_account === undefined)
    throw usageError(
      `Name the bank account: --account bank_…. Get its code at ${tools.command.baseUrl}/bank-accounts/new.`,
    );
  const to = parseRecipient(tools);
  const from = parseSender(tools);
  const amount_cents = readCents(amount, 'AMOUNT');
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

const priceLines = (
  parts: Offer['parts'],
  { total, tax_label, warnings }: Pick<QuotedPrice, 'total' | 'tax_label' | 'warnings'>,
): string[] => [
  [...parts, `${total}${tax_label === undefined ? '' : ` with ${tax_label}`}`].join(', '),
  ...warnings.map((warning) => `Note: ${warning}`),
];

export async function quoteCommand(tools: CommandTools): Promise<Exit> {
  const { price, parts } = await (tools.command.fax === undefined ? quoteLetter : quoteFax)(tools);
  printResult(tools, price, () => priceLines(parts, price));
  return exitCodes.done;
}

export async function sendCommand(tools: CommandTools): Promise<Exit> {
  if (tools.command.fax !== undefined) return placeOrder(tools, await quoteFax(tools));
  // A missing sender is an error before the file is uploaded and quoted.
  parseSender(tools);
  return placeOrder(tools, await quoteLetter(tools));
}

export const checkCommand = async (tools: CommandTools): Promise<Exit> => placeOrder(tools, await quoteCheck(tools));

async function placeOrder(tools: CommandTools, { price, parts, create }: Offer): Promise<Exit> {
  const { maxCents, key = newIdempotencyKey(), urlOption } = tools.command;
  if (maxCents !== undefined && (price.most_total_cents ?? price.total_cents) > maxCents)
    throw new CommandError(
      exitCodes.refused,
      `It costs ${price.most_total ?? price.total}, which is more than --max. Nothing was ordered.`,
    );
  tools.showProgress(`${price.total}. Creating the order…`);
  // The service also checks the limit, because the order's tax may differ from the quote's.
  const call = create(
    { header: { 'Idempotency-Key': key } },
    maxCents === undefined ? undefined : { max_total_cents: maxCents, currency: price.currency },
  );
  // A repeated command gets a new quote, so the service sees a different request with the same key.
  const { error } = await responseTo(call);
  if (error?.code === 'idempotency_key_reused')
    throw new CommandError(
      exitCodes.refused,
      `You already placed an order with --key ${key}. Nothing more was ordered.`,
    );
  const job = await responseData(call);
  const { job_id } = job;
  printResult(tools, job, () => [
    ...priceLines(parts, { ...price, ...job }),
    ...(job.send_on === undefined ? [] : [`We’ll print it on ${job.send_on}.`]),
    '',
    `Read it and pay  ${job.pay_url}`,
    `Track it         npx print-and-mail status ${job_id} --watch${urlOption}`,
    `Cancel it        npx print-and-mail cancel ${job_id}${urlOption}`,
    `Get its receipt  npx print-and-mail receipt ${job_id}${urlOption}`,
    '',
    job.payment_mode === 'mock'
      ? 'Test mode: nothing is charged or sent.'
      : 'Nothing is charged or sent until someone pays there. Keep the job id private: it can cancel the order.',
  ]);
  return exitCodes.done;
}

type UploadContentType = NonNullable<UploadRequest['content_type']>;

/** The type of a file to upload, by its extension; `undefined` for a file that is sent as text. */
export function uploadType(file: string): UploadContentType | undefined {
  const types: Readonly<Record<string, UploadContentType>> = {
    '.pdf': 'application/pdf',
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.png': 'image/png',
  };
  return types[extname(file).toLowerCase()];
}

/** Uploads the file, and returns the `pdf_url` for it. The store accepts no other bytes. */
async function uploadFile(tools: CommandTools, content_type: UploadContentType): Promise<{ readonly pdf_url: string }> {
  const { command, api, showProgress, read } = tools;
  const bytes = await read(command.subject);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const body = { size: bytes.length, content_type, sha256 };
  const { put_url = '', headers, pdf_url } = await responseData(api.POST('/uploads', { body }));
  const uploadHeaders = /^(?:content-(?:type|length)|if-none-match|x-amz-[\w-]+)$/i;
  // Only https or the service's own host, so that a service cannot reach the private network of its client.
  const store = URL.parse(put_url);
  const isStore = store?.protocol === 'https:' || store?.hostname === new URL(command.baseUrl).hostname;
  if (!isStore || !Object.keys(headers ?? {}).every((name) => uploadHeaders.test(name)))
    throw new CommandError(
      exitCodes.refused,
      'The service returned an unsafe upload URL, so the file wasn’t sent. Check --url, or tell the service’s operator.',
    );
  showProgress('Sending the file…');
  const upload = fetch(put_url, { method: 'PUT', headers, body: new Uint8Array(bytes), redirect: 'error' });
  const { ok, status } = await responseTo(upload);
  if (!ok) throw new CommandError(exitCodes.unavailable, `The upload failed with ${status}. Send the file again.`);
  return { pdf_url };
}
