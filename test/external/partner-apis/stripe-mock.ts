/** Stripe's own mock server, from Go's module proxy. It checks every request against Stripe's OpenAPI document. */
import { join } from 'node:path';
import { type Environment, run, start } from '../../deployed/processes.ts';
import { freePort } from '../../support/e2e/service.ts';
import type { Request } from './requests.ts';

const module = 'github.com/stripe/stripe-mock@v0.203.0';
/** The newest API version in the mock's document. Our version, which requests for webhook endpoints name, may be newer. */
const apiVersion = '2026-08-26.dahlia';

export interface StripeMock {
  /** Stripe's complaint about the request, if it has one. */
  faultOf(request: Pick<Request, 'method' | 'url' | 'headers' | 'sent'>): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Returns the mock, or why it can't run: no Go, or no access to its module proxy. */
export async function startStripeMock(folder: string, machine: Environment): Promise<StripeMock | string> {
  const env = { ...machine, GOBIN: folder };
  try {
    await run('go', ['version'], env);
  } catch {
    return 'this machine has no Go';
  }
  try {
    await run('go', ['install', module], env);
  } catch (error) {
    if (await reachesProxy(env)) throw error;
    return "Go's module proxy cannot be reached";
  }
  const port = await freePort();
  // The mock also serves TLS, by default on every address of the machine.
  const listening = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0'];
  const mock = start(join(folder, 'stripe-mock'), listening, env);
  await mock.prints(/Listening for HTTP/);
  // The mock accepts any key that looks like a test key.
  const authorization = 'Bearer sk_test_123';
  return {
    async faultOf({ method, url, headers, sent }) {
      const response = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        headers: { authorization, 'content-type': headers['content-type'] ?? '' },
        body: method === 'GET' ? undefined : sent.replace(/(?<=^|&)api_version=[^&]*/, `api_version=${apiVersion}`),
      });
      const complaint = await response.text();
      return response.ok ? undefined : `${response.status} ${complaint}`;
    },
    close: () => mock.end(),
  };
}

const reachesProxy = (env: Environment): Promise<boolean> =>
  run('go', ['list', '-m', module], env).then(
    () => true,
    () => false,
  );
