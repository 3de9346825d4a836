/** Parses command-line arguments, and defines the help text and exit codes. */
import { parseArgs } from 'node:util';

export const commandNames = ['quote', 'send', 'check', 'status', 'cancel', 'receipt', 'verify', 'listen'] as const;
export type CommandName = (typeof commandNames)[number];

export type CommandVariables = Readonly<Record<string, string | undefined>>;

export const commandLineHelp = `print-and-mail COMMAND [OPTIONS]

  quote FILE --to ADDRESS | --fax NUMBER   the exact price of a letter or a fax
  send FILE --to ADDRESS --from ADDRESS    a letter, and the link to read it and pay
  send FILE --fax NUMBER                   the same with a fax: +1 212 555 0199
  check AMOUNT --account ID --to … --from …  the same with a check: check 1250.00
  status JOB [--watch]                     the status of an order; --watch waits until it is mailed
  cancel JOB                               stops an order and refunds it, while that can be done
  receipt JOB                              what has happened; with --json the signed receipt itself
  verify FILE                              whether a receipt, a PDF or signed JSON, is genuine
  listen --to URL                          sends events to your receiver while you write it (npm start only)

FILE is a PDF or a photograph of a page (.jpg, .png) of at most 20 MB, Markdown (.md), HTML (.html)
or plain text, the https address of a PDF, or - for plain text from a pipe. A job id in its place,
job_…, sends the document of that paid order again. JOB is a job id; status and receipt take the
pay link, too. ADDRESS is one line in quotes; the code
shows the country:
  "Ada Lovelace, 12 Main St, Apt 4, Albany, NY 12207"      "Grace Hopper, 2 King St, Toronto, ON M5V 2T6"

  --color, --registered    as they say; the price changes
  --address-page           both addresses on a page of their own in front: one page more
  --fit-page               pages of a PDF in another size are shrunk to the sheet: A4 to 94 %
  --account ID, --memo     check: the bank account, bank_…, and words that are printed on it
  --send-on DAY            the day on which it goes to print, 2026-12-24: tomorrow to 90 days ahead
  --max AMOUNT             send only what costs no more: --max 2.50
  --key KEY                the idempotency key: a repeat with the same one orders nothing more
  --secret SECRET          listen: your own whsec_…, with which events are signed too
  --url URL                the service; without it PRINT_AND_MAIL_URL, else http://127.0.0.1:8787/v1
  --json                   the answer of the service, for programs
PRINT_AND_MAIL_FROM is the sender where --from is missing.

Nothing is charged or mailed before a person pays at the link that send prints.

Ends with 0 when it is done, 1 when the service refuses, 2 when the command is wrong, 3 when nothing
answers or to try again later, 4 when the order failed or was cancelled, cannot be cancelled any
more, or the receipt is not genuine.`;

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  fax: { type: 'string' },
  account: { type: 'string' },
  memo: { type: 'string' },
  color: { type: 'boolean', default: false },
  registered: { type: 'boolean', default: false },
  'address-page': { type: 'boolean', default: false },
  'fit-page': { type: 'boolean', default: false },
  'send-on': { type: 'string' },
  max: { type: 'string' },
  key: { type: 'string' },
  secret: { type: 'string' },
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The options as typed, by their names, and what follows from the other words. */
export type CommandWords = Exclude<ReturnType<typeof commandIn>, 'help'>;

export function commandIn(words: readonly string[], environment: CommandVariables) {
  const { values, positionals, tokens } = parsed(words);
  const [first, ...subjects] = positionals;
  if (values.help || first === undefined || first === 'help') return 'help';
  const name = commandNames.find((each) => each === first);
  if (name === undefined)
    throw misused(
      `There is no command ${first}: choose ${new Intl.ListFormat('en', { type: 'disjunction' }).format(commandNames)}.`,
    );
  // Each option of a command beside `url` and `json`.
  const optionsOf: Readonly<Record<CommandName, readonly (keyof typeof options)[]>> = {
    quote: ['to', 'fax', 'color', 'registered', 'address-page', 'fit-page'],
    send: ['to', 'from', 'fax', 'color', 'registered', 'address-page', 'fit-page', 'send-on', 'max', 'key'],
    check: ['to', 'from', 'account', 'memo', 'send-on', 'max', 'key'],
    status: ['watch'],
    cancel: [],
    receipt: [],
    verify: [],
    listen: ['to', 'secret'],
  };
  const allowed: readonly string[] = [...optionsOf[name], 'url', 'json'];
  const strange = tokens.find((token) => token.kind === 'option' && !allowed.includes(token.name));
  if (strange?.kind === 'option') throw misused(`${name} has no option ${strange.rawName}: see print-and-mail --help.`);
  const subjectOf: Readonly<Partial<Record<CommandName, string>>> = {
    quote: 'file',
    send: 'file',
    check: 'amount',
    verify: 'file with the receipt',
    status: 'job',
    cancel: 'job',
    receipt: 'job',
  };
  const wanted = subjectOf[name];
  const [subject = '', ...rest] = wanted === undefined ? ['', ...subjects] : subjects;
  if (wanted !== undefined && subject === '') throw misused(`Name the ${wanted}.`);
  if (rest.length > 0) throw misused(`${name} takes one thing at a time: leave out ${rest.join(' ')}.`);
  const baseUrlOf = (text: string): string => {
    const url = URL.parse(text);
    if (url === null || !/^https?:$/.test(url.protocol))
      throw misused('The address of the service must be one such as https://mail.example.com/v1.');
    return url.origin + (url.pathname === '/' ? '/v1' : url.pathname.replace(/\/+$/, ''));
  };
  const baseUrl = baseUrlOf(values.url ?? (environment.PRINT_AND_MAIL_URL || defaultUrl));
  return {
    ...values,
    name,
    /** The file, the amount, or the job as its id or pay code; empty if the command has none. */
    subject: wanted === 'job' ? orderIn(subject) : subject,
    /** Ends in /v1. */
    baseUrl,
    /** The words by which a further command reaches the same service. */
    again: values.url === undefined ? '' : ` --url ${baseUrl}`,
    from: values.from ?? environment.PRINT_AND_MAIL_FROM,
    maxCents: values.max === undefined ? undefined : centsTyped(values.max, '--max'),
  };
}

export const defaultUrl = 'http://127.0.0.1:8787/v1';

/** A job id or the code of a pay link, also out of a line that was copied whole. */
function orderIn(text: string): string {
  const [id] = /\b(?:job|pay)_\w+/.exec(text) ?? [];
  if (id === undefined && /^(?:order[\s_-]*)?[0-9a-z]{10}$/i.test(text.trim()))
    throw misused(
      'An order number only names the order to people: give the job id or the pay link, which send printed.',
    );
  return id ?? text;
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, tokens: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw misused(`${sentence}: print-and-mail --help lists the options.`);
  }
}

export function centsTyped(text: string, name: string): number {
  if (!/^\d{1,6}(\.\d\d)?$/.test(text)) throw misused(`${name} must be an amount such as 2.50.`);
  return Math.round(Number(text) * 100);
}

export const exits = {
  done: 0,
  /** The service refused the request. */
  refused: 1,
  /** The command itself makes no sense. */
  misused: 2,
  /** Nothing answers, or the service says to come again. */
  unreached: 3,
  /** The order has failed, was cancelled or cannot be cancelled; the receipt is not genuine. */
  ended: 4,
} as const;

export type Exit = (typeof exits)[keyof typeof exits];

/** Ends the command with one sentence. */
export class Stop extends Error {
  readonly exit: Exit;

  constructor(exit: Exit, message: string) {
    super(message);
    this.exit = exit;
  }
}

export const misused = (message: string) => new Stop(exits.misused, message);
