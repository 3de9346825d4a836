/** Reads the words typed after `npm run demo --`: a product and the service's address. */
import { parseArgs } from 'node:util';
import type { ProductName } from '../../shared/domain/names.ts';
import { catalogue } from '../../shared/products/index.ts';
import { readSettings } from '../local/settings.ts';
import { OneLine } from '../local/terminal-log.ts';

export interface DemoOptions {
  readonly product: ProductName;
  /** Ends in /v1. */
  readonly baseUrl: string;
}

type DemoVariables = Readonly<Record<string, string | undefined>>;

const products = Object.keys(catalogue) as ProductName[];

export const demoHelp = `npm run demo -- ${products.join('|')} [--url BASE_URL]

Makes a first order at a service that runs already (npm start), and prints every request and its
answer: a price, the job, the payment, and how the job stands. The bodies are the files in examples/.
In test mode it presses Pay itself and nothing is charged; otherwise it stops before the payment.

  --url BASE_URL   Where the service is. Without it, the PORT and HOST of npm start count, which are
                   8787 and 127.0.0.1: http://127.0.0.1:8787/v1
  --help           Prints this.

Ends with 0 when the order is at the partner or waits for a person to pay, and with 1 otherwise.`;

/** Throws OneLine if the words make no sense. */
export function readOptions(words: readonly string[], environment: DemoVariables): DemoOptions | 'help' {
  const { values, positionals } = parsed(words);
  if (values.help) return 'help';
  const [name, ...rest] = positionals;
  if (name === undefined) throw new OneLine(`Name a product: npm run demo -- ${products.join('|')}.`);
  const product = products.find((each) => each === name);
  if (product === undefined) {
    const choice = new Intl.ListFormat('en', { type: 'disjunction' }).format(products);
    throw new OneLine(`There is no product ${name}: choose ${choice}.`);
  }
  if (rest.length > 0) throw new OneLine(`The demo makes one order at a time: leave out ${rest.join(' ')}.`);
  return { product, baseUrl: values.url === undefined ? whereStartListens(environment) : baseUrlOf(values.url) };
}

function parsed(words: readonly string[]) {
  try {
    const options = { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new OneLine(`${sentence}: npm run demo -- --help lists the options.`);
  }
}

function baseUrlOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !url.protocol.startsWith('http'))
    throw new OneLine(`--url is ${JSON.stringify(text)}: give a base address such as http://127.0.0.1:8787/v1.`);
  return url.origin + (url.pathname === '/' ? '/v1' : url.pathname.replace(/\/+$/, ''));
}

function whereStartListens(environment: DemoVariables): string {
  const settings = readSettings(environment);
  if (!('port' in settings)) throw new OneLine(settings.join('\n'));
  const { host, port } = settings;
  if (port === 0)
    throw new OneLine('PORT is 0, which is any free port: give the address that npm start printed with --url.');
  return `http://${reachable(host)}:${port}/v1`;
}

/** A service that listens everywhere is called on this machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
