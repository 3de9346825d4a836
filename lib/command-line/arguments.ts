/** Parses command-line arguments, and defines the help text and exit codes. */
import { parseArgs } from 'node:util';

export const commandNames = ['quote', 'send', 'check', 'status', 'cancel', 'receipt'] as const;
export type CommandName = (typeof commandNames)[number];

export const commandLineHelp = `print-and-mail COMMAND [OPTIONS]

  quote FILE --to ADDRESS | --fax NUMBER   the exact price of a letter or a fax
  send FILE --to ADDRESS --from ADDRESS    orders a letter; prints the link to read it and pay
  send FILE --fax NUMBER                   the same for a fax: +1 212 555 0199
  check AMOUNT --account CODE --to … --from …  the same for a check: check 1250.00
  status JOB [--watch]                     the status of an order; --watch waits until it is mailed
  cancel JOB                               cancels an order and refunds it, while it can be canceled
  receipt JOB                              what has happened; --json prints the signed receipt

FILE is a PDF or a photo of a page (.jpg, .png) up to 20 MB, Markdown (.md), HTML (.html) or plain
text, the https address of a PDF, or - for plain text from a pipe. A job id (job_…) instead of a
file sends that paid order's document again. JOB is a job id; status and receipt also take the pay
link. ADDRESS is one line in quotes; its ZIP or postal code shows the country:
  "Ada Lovelace, 12 Main St, Apt 4, Albany, NY 12207"      "Grace Hopper, 2 King St, Toronto, ON M5V 2T6"

  --color, --registered    print in color; send as certified mail (each costs more)
  --address-page           both addresses on a separate first page (one extra page)
  --fit-page               shrink PDF pages of a different size to fit the sheet (A4 to 94%)
  --cover-to NAME, --cover-from NAME, --cover-subject WORDS, --cover-note WORDS
                           fax: a cover sheet with this text (one extra page)
  --account CODE, --memo   check: the account code, bank_…, and text to print on it
  --send-on DAY            the day to print it, such as 2026-12-24: tomorrow to 90 days ahead
  --max AMOUNT             order only if it costs no more than this: --max 2.50
  --key KEY                the idempotency key: repeating the command with the same key doesn't order again
  --url URL                the service (default: PRINT_AND_MAIL_URL, then http://127.0.0.1:8787/v1)
  --json                   print the service's response, for programs
PRINT_AND_MAIL_FROM is the sender if --from is missing.

Nothing is charged or sent until someone pays at the link that send or check prints.

Exit codes: 0 done; 1 the service refused; 2 the command is wrong; 3 no response, or try again
later; 4 the order failed, was canceled or can't be canceled.`;

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  fax: { type: 'string' },
  'cover-to': { type: 'string' },
  'cover-from': { type: 'string' },
  'cover-subject': { type: 'string' },
  'cover-note': { type: 'string' },
  account: { type: 'string' },
  memo: { type: 'string' },
  color: { type: 'boolean', default: false },
  registered: { type: 'boolean', default: false },
  'address-page': { type: 'boolean', default: false },
  'fit-page': { type: 'boolean', default: false },
  'send-on': { type: 'string' },
  max: { type: 'string' },
  key: { type: 'string' },
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The options by name and the meaning of the other arguments; `help` if someone asked for it or named no command. */
export function parseCommand(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { values, positionals, tokens } = parseOptions(args);
  const [first, ...subjects] = positionals;
  if (values.help || first === undefined || first === 'help') return 'help';
  const name = commandNames.find((each) => each === first);
  if (name === undefined)
    throw usageError(
      `No command is called ${first}. Choose ${new Intl.ListFormat('en', { type: 'disjunction' }).format(commandNames)}.`,
    );
  const coverOptions = ['cover-to', 'cover-from', 'cover-subject', 'cover-note'] as const;
  const orderOptions = ['to', 'fax', 'color', 'registered', 'address-page', 'fit-page', ...coverOptions] as const;
  // Every command also has `url` and `json`.
  const argumentsByCommand: Readonly<
    Record<CommandName, { readonly subject: string; readonly options: readonly (keyof typeof options)[] }>
  > = {
    quote: { subject: 'file', options: orderOptions },
    send: { subject: 'file', options: [...orderOptions, 'from', 'send-on', 'max', 'key'] },
    check: { subject: 'amount', options: ['to', 'from', 'account', 'memo', 'send-on', 'max', 'key'] },
    status: { subject: 'job', options: ['watch'] },
    cancel: { subject: 'job', options: [] },
    receipt: { subject: 'job', options: [] },
  };
  const { subject: kind, options: commandOptions } = argumentsByCommand[name];
  const allowed: readonly string[] = [...commandOptions, 'url', 'json'];
  const letterOptions = ['to', 'from', 'color', 'registered', 'address-page', 'send-on'];
  const wrongOptions: readonly string[] = values.fax === undefined ? coverOptions : letterOptions;
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!allowed.includes(token.name))
      throw usageError(`${name} has no option ${token.rawName}. See print-and-mail --help.`);
    if (wrongOptions.includes(token.name))
      throw usageError(`${values.fax === undefined ? 'Only a fax can' : 'A fax can’t'} have ${token.rawName}.`);
  }
  const [subject = '', ...rest] = subjects;
  if (subject === '') throw usageError(`The ${kind} is missing: print-and-mail ${name} ${kind.toUpperCase()}.`);
  if (rest.length > 0)
    throw usageError(`${name} takes one ${kind}. Put text with spaces in quotes, or leave out ${rest.join(' ')}.`);
  // A header can't have other characters, so a request with them would fail as if there were no service.
  if (values.key !== undefined && !/^[!-~]{1,255}$/.test(values.key))
    throw usageError('--key must have 1 to 255 letters, digits and other ASCII characters, without spaces.');
  const baseUrl = parseBaseUrl(values.url ?? (environment.PRINT_AND_MAIL_URL || 'http://127.0.0.1:8787/v1'));
  const order = kind === 'job' ? parseOrder(subject) : undefined;
  return {
    ...values,
    name,
    /** The file, the amount, the job id or the pay code. */
    subject: order ?? subject,
    isPayLink: order?.startsWith('pay_') ?? false,
    /** Ends in /v1. */
    baseUrl,
    /** Added to the commands that we suggest, so that they call the same service. */
    urlOption: values.url === undefined ? '' : ` --url ${baseUrl}`,
    from: values.from ?? environment.PRINT_AND_MAIL_FROM,
    maxCents: values.max === undefined ? undefined : readCents(values.max, '--max'),
  };
}

function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usageError('--url (or PRINT_AND_MAIL_URL) must be a URL like https://mail.example.com/v1.');
  return url.origin + (url.pathname === '/' ? '/v1' : url.pathname.replace(/\/+$/, ''));
}

/** Finds a job id or the code of a pay link, even within a copied line. */
function parseOrder(text: string): string {
  const [id] = /\b(?:job|pay)_\w+/.exec(text) ?? [];
  if (id === undefined && /^(?:order[\s_-]*)?[0-9a-z]{10}$/i.test(text.trim()))
    throw usageError('An order number only works with support. Use the job id or the pay link that send printed.');
  return id ?? text;
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw usageError(`${sentence}. print-and-mail --help lists the options.`);
  }
}

export function readCents(text: string, name: string): number {
  if (!/^\d{1,6}(\.\d\d)?$/.test(text)) throw usageError(`${name} must be an amount like 2.50.`);
  return Math.round(Number(text) * 100);
}

export const exitCodes = {
  done: 0,
  /** The service refused the request. */
  refused: 1,
  /** The command itself is wrong. */
  usage: 2,
  /** No response, or the service says to try again later. */
  unavailable: 3,
  /** The order has failed, was canceled or cannot be canceled. */
  ended: 4,
} as const;

export type Exit = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with a message. */
export class CommandError extends Error {
  readonly exit: Exit;

  constructor(exit: Exit, message: string) {
    super(message);
    this.exit = exit;
  }
}

export const usageError = (message: string) => new CommandError(exitCodes.usage, message);
