/** `quote` and `send`: the price of a letter, and its order. */
import { extname } from 'node:path';
import { type LetterQuote, newKey } from '../../client/index.ts';
import { addressIn } from './address.ts';
import { answered, type Desk, present, reached } from './desk.ts';
import { type Exit, exits, misused, Stop } from './stop.ts';
import { typeOfFile, uploadFile } from './upload.ts';

type ContentArguments =
  | { readonly html: string }
  | { readonly text: string }
  | { readonly markdown: string }
  | { readonly pdf_url: string };

/** The content of a file, by the end of its name. */
const ofFile: Readonly<Record<string, (value: string) => ContentArguments>> = {
  '.html': (html) => ({ html }),
  '.htm': (html) => ({ html }),
  '.md': (markdown) => ({ markdown }),
  '.markdown': (markdown) => ({ markdown }),
};

async function contentOf(desk: Desk): Promise<ContentArguments> {
  const { subject } = desk.command;
  if (/^https?:\/\//i.test(subject)) return { pdf_url: subject };
  const type = typeOfFile(subject);
  if (type !== undefined) return uploadFile(desk, type);
  const content = await desk.read(subject);
  return ofFile[extname(subject).toLowerCase()]?.(content) ?? { text: content };
}

async function quoted(desk: Desk, content: ContentArguments): Promise<LetterQuote> {
  const { to, color, registered, addressPage: address_page } = desk.command;
  if (to === undefined) throw misused('Name the recipient: --to "Ada Lovelace, 12 Main St, Albany, NY 12207".');
  const { countryCode: country, provinceOrState: province_or_state } = addressIn('--to', to);
  desk.tell('Asking for the price …');
  return answered(
    desk.api.POST('/quotes', { body: { country, province_or_state, color, registered, address_page, ...content } }),
  );
}

const linesOf = ({ pages, color, registered, total, tax_label, warnings }: LetterQuote): string[] => [
  [
    `${pages} page${pages === 1 ? '' : 's'}`,
    color ? 'color' : 'black and white',
    registered ? 'registered mail' : 'standard mail',
    `${total}${tax_label === undefined ? '' : ` with ${tax_label}`}`,
  ].join(', '),
  ...warnings.map((warning) => `Note: ${warning}`),
];

export async function quoteCommand(desk: Desk): Promise<Exit> {
  const price = await quoted(desk, await contentOf(desk));
  present(desk, price, () => linesOf(price));
  return exits.done;
}

export async function send(desk: Desk): Promise<Exit> {
  const { to = '', from, maxCents, sendOn, key = newKey() } = desk.command;
  if (from === undefined) throw misused('Name the sender: --from "…", or PRINT_AND_MAIL_FROM once for all.');
  const sender = addressIn('--from', from);
  const content = await contentOf(desk);
  const price = await quoted(desk, content);
  if (maxCents !== undefined && (price.most_total_cents ?? price.total_cents) > maxCents)
    throw new Stop(exits.refused, `It costs ${price.most_total ?? price.total}, more than --max: nothing was ordered.`);
  desk.tell(`${price.total}. Creating the order …`);
  const letter = { to: addressIn('--to', to), from: sender, send_on: sendOn, ...content };
  const call = desk.api.POST('/jobs', {
    params: { header: { 'Idempotency-Key': key } },
    body: { quote_id: price.quote_id, letter },
  });
  // A repeat has a quote of its own, so the service sees another request under the key.
  if ((await reached(call)).error?.code === 'idempotency_key_reused')
    throw new Stop(exits.refused, `An order was made with --key ${key} before: nothing more was ordered.`);
  const job = await answered(call);
  const isTest = job.payment_mode === 'mock';
  present(desk, job, () => [
    ...linesOf({ ...price, ...job }),
    ...(job.send_on === undefined ? [] : [`It goes to print on ${job.send_on}, and not before.`]),
    '',
    `Read it and pay  ${job.pay_url}`,
    `Follow it        npx print-and-mail status ${job.job_id} --watch${desk.command.again}`,
    '',
    isTest
      ? 'Test mode: nothing is charged or mailed.'
      : 'Nothing is charged or mailed before somebody pays there. Keep the job id to yourself: it can cancel.',
  ]);
  return exits.done;
}
