import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { fetchPdf } from '../../../shared/partners/http/fetch-pdf.ts';
import type { FetchSeams } from '../../../shared/partners/http/guarded-fetch.ts';
import type { ResolveHost } from '../../../shared/partners/http/public-address.ts';

const letter = '%PDF-1.7 a letter';
const allowHosts: readonly string[] = [];
const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) server.close();
});

/** A server on this machine and how often it was asked. */
async function serve(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    asked.push(incoming.url ?? '');
    answer(incoming, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { asked, port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/letter.pdf` };
}

const problemOf = async (url: string, seams: Partial<FetchSeams> = {}, hosts = allowHosts) => {
  const result = await fetchPdf(url, { allowHosts: hosts }, seams);
  return result.ok ? undefined : result.problem;
};

const resolvesTo =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Stands in for TLS to the public internet: asks the guard as a socket would, then talks to a server on this machine. */
const connectTo =
  (port: number): FetchSeams['connect'] =>
  (url, { lookup, ...options }) => {
    const asSocket: LookupFunction = (_, options, callback) =>
      (lookup as LookupFunction)(url.hostname, options, (error) => {
        if (error) callback(error, '', 0);
        else if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
        else callback(null, '127.0.0.1', 4);
      });
    return request({ ...options, host: url.hostname, port, path: url.pathname, lookup: asSocket });
  };

test('a public host is asked once, without cookies or keys, and its PDF is the answer', async () => {
  let headers = {};
  const { asked, port } = await serve((incoming, response) => {
    headers = incoming.headers;
    response.end(letter);
  });
  const seams = { resolve: resolvesTo('93.184.216.34'), connect: connectTo(port) };
  const result = await fetchPdf('https://example.com/a.pdf', { allowHosts }, seams);
  expect(result.ok && Buffer.from(result.pdf).toString()).toBe(letter);
  expect(asked).toEqual(['/a.pdf']);
  expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

describe('hosts that the operator allowed', () => {
  test('may be private and speak plain HTTP', async () => {
    const { host, url } = await serve((_, response) => response.end(letter));
    expect(await problemOf(url, {}, [host])).toBeUndefined();
    expect(await problemOf(url)).toContain('https://');
  });

  test('do not lend their permission to where they redirect', async () => {
    const secret = await serve((_, response) => response.end(letter));
    const { host, url } = await serve((_, response) => response.writeHead(302, { location: secret.url }).end());
    expect(await problemOf(url, {}, [host])).toContain('https://');
    expect(secret.asked).toEqual([]);
  });
});

describe('answers', () => {
  const problemOfAnswer = async (answer: RequestListener) => {
    const { host, url } = await serve(answer);
    return problemOf(url, {}, [host]);
  };

  test('three redirects are followed and a fourth is not', async () => {
    const redirects = (count: number) =>
      problemOfAnswer(({ url = '' }, response) => {
        const done = url.length > 'letter.pdf'.length + count;
        if (done) response.end(letter);
        else response.writeHead(307, { location: `${url}x` }).end();
      });
    expect(await redirects(3)).toBeUndefined();
    expect(await redirects(4)).toContain('redirects more than 3 times');
  });

  test('a length over 20 MB is refused before the first byte', async () => {
    expect(
      await problemOfAnswer((_, response) => response.writeHead(200, { 'content-length': 20_000_001 }).write(letter)),
    ).toContain('larger than 20 MB');
  });

  test('a connection that breaks is a plain sentence', async () => {
    expect(await problemOfAnswer((incoming) => incoming.socket.destroy())).toContain('could not be fetched');
  });
});
