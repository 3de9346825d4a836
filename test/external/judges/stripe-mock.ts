/** Stripe's own mock server, which holds every request against Stripe's OpenAPI document. Go's module proxy has it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, run, start } from '../../deployed/processes.ts';
import { freePort } from '../../support/e2e/service.ts';
import type { Request } from './requests.ts';

const version = 'github.com/stripe/stripe-mock@v0.203.0';
/** The newest version that its document knows. Ours may be newer, and webhook endpoints name it. */
const apiVersion = '2026-08-26.dahlia';

export interface StripeMock {
  /** Stripe's complaint about the request, if it has one. */
  faultOf(request: Pick<Request, 'method' | 'url' | 'headers' | 'sent'>): Promise<string | undefined>;
  /** The object that Stripe describes under the path. */
  get(path: string): Promise<unknown>;
}

/** One server for each of Stripe's documents: that of the released version, and that of its previews. */
export interface StripeMocks {
  readonly released: StripeMock;
  readonly preview: StripeMock;
  close(): Promise<void>;
}

/** A sentence instead, where this machine has no Go or cannot reach its module proxy. */
export async function startStripeMocks(folder: string, machine: Environment): Promise<StripeMocks | string> {
  const env = { ...machine, GOBIN: folder };
  try {
    await run('go', ['version'], env);
  } catch {
    return 'this machine has no Go';
  }
  try {
    await run('go', ['install', version], env);
  } catch (error) {
    if (await reachesProxy(env)) throw error;
    return 'the module proxy of Go cannot be reached';
  }
  const [released, preview] = [await serving(folder, env, []), await serving(folder, env, ['-beta'])];
  const { Dir } = JSON.parse(await run('go', ['mod', 'download', '-json', version], env));
  const { paths } = JSON.parse(await readFile(join(Dir, 'embedded/openapi/spec3.beta.sdk.json'), 'utf8'));
  return {
    released,
    preview: { ...preview, faultOf: async (request) => (await preview.faultOf(request)) ?? strangerIn(paths, request) },
    async close() {
      await Promise.all([released.close(), preview.close()]);
    },
  };
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
}

/**
 * The first name in a form that the document does not know. The mock looks at the outer names alone, and no compiler at
 * the calls of a preview.
 */
function strangerIn(
  paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: { readonly content: object } } }>>,
  { url, sent }: Pick<Request, 'url' | 'sent'>,
): string | undefined {
  const { schema } = Object.values(paths[url]?.post?.requestBody?.content ?? {})[0] ?? {};
  if (schema === undefined) return undefined;
  return [...new URLSearchParams(sent).keys()].find((name) => !isKnown(schema, name.split(/[[\]]+/).filter(Boolean)));
}

function isKnown(
  { properties, additionalProperties, anyOf = [] }: Schema,
  [name, ...deeper]: readonly string[],
): boolean {
  if (name === undefined) return true;
  const known = properties?.[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return (known !== undefined && isKnown(known, deeper)) || anyOf.some((one) => isKnown(one, [name, ...deeper]));
}

type Served = StripeMock & { close(): Promise<void> };

/**
 * The preview's document asks for the type of `payment_method_data`, and knows none that is a card. Stripe's own example
 * sends a token without one, and so do we: a type is added here.
 */
const asDescribed = (sent: string): string =>
  sent
    .replace(/(?<=^|&)api_version=[^&]*/, `api_version=${apiVersion}`)
    .replace(/(?<=^|&)(payment_method_data(?:\[|%5B))(?=shared_payment)/, '$1type]=link&$1');

async function serving(folder: string, env: Environment, options: readonly string[]): Promise<Served> {
  const port = await freePort();
  // It speaks TLS too, by default at every address of the machine.
  const listening = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0'];
  const mock = start(join(folder, 'stripe-mock'), [...listening, ...options], env);
  await mock.says(/Listening for HTTP/);
  // The mock believes any key that looks like one of the test mode.
  const authorization = 'Bearer sk_test_123';
  return {
    async faultOf({ method, url, headers, sent }) {
      const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        headers: { authorization, 'content-type': headers['content-type'] ?? '' },
        body: method === 'GET' ? undefined : asDescribed(sent),
      });
      const said = await answer.text();
      return answer.ok ? undefined : `${answer.status} ${said}`;
    },
    get: async (path) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })).json(),
    close: () => mock.end(),
  };
}

const reachesProxy = (env: Environment): Promise<boolean> =>
  run('go', ['list', '-m', version], env).then(
    () => true,
    () => false,
  );
