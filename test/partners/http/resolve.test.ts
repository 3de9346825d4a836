/** The names of strangers' hosts, asked of a name server on this machine. */
import { lookup, Resolver } from 'node:dns/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { fetchPdf } from '../../../shared/partners/http/fetch-pdf.ts';
import type { FetchSeams } from '../../../shared/partners/http/guarded-fetch.ts';
import { resolveByDns } from '../../../shared/partners/http/public-address.ts';
import { type NameServer, startNameServer } from '../../support/doubles/name-server.ts';

const letter = '%PDF-1.7 a letter';
const full6 = (last: string) => `2606:4700:0000:0000:0000:0000:0000:${last}`;
let names: NameServer;
let files: Server;
let connected: string[];

beforeAll(async () => {
  files = createServer((_, response) => response.end(letter));
  await new Promise<void>((done) => files.listen(0, '127.0.0.1', done));
  const odd = ['8.8.8.8', '127.0.0.1'];
  names = await startNameServer((name, kind) => {
    if (name.startsWith('stuck')) return 'silent';
    if (name === 'half.example' && kind === 'aaaa') return 'silent';
    if (name === 'none.example') return 'no such name';
    if (name === 'empty.example') return {};
    if (name === 'private.example') return { a: ['10.0.0.1'] };
    if (name === 'mixed.example') return { a: ['8.8.8.8'], aaaa: [full6('0001').replace('2606', 'fd00')] };
    if (name === 'six.example') return { aaaa: [full6('1111')] };
    if (name === 'rebinds.example') return { a: kind === 'a' ? [odd.shift() ?? '127.0.0.1'] : [] };
    return { a: ['8.8.8.8'], aaaa: [full6('1111')] };
  });
});
beforeEach(() => {
  connected = [];
});
afterAll(async () => {
  files.close();
  await names.close();
});

/** Asks the guard as a socket would, then talks to the file server here. */
const connect: FetchSeams['connect'] = (url, { lookup: guard, ...options }) => {
  const { port } = files.address() as AddressInfo;
  const asSocket: LookupFunction = (_, how, callback) =>
    (guard as LookupFunction)(url.hostname, { ...how, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      connected.push(...(addresses as { address: string }[]).map(({ address }) => address));
      return how.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
    });
  return request({ ...options, host: url.hostname, port, path: url.pathname, lookup: asSocket });
};

const fetched = async (name: string, limitMs?: number) => {
  const resolve = resolveByDns({ servers: [names.server], limitMs });
  const result = await fetchPdf(`https://${name}/a.pdf`, { allowHosts: [] }, { resolve, connect });
  return result.ok ? 'ok' : result.problem;
};

test('names whose servers never answer hold up no other name, and no thread of the system’s look-up', async () => {
  let given = 0;
  const stuck = Array.from({ length: 8 }, async (_, at) => {
    const problem = await fetched(`stuck${at}.example`);
    given += 1;
    return problem;
  });
  expect(await fetched('honest.example')).toBe('ok');
  expect((await lookup('localhost')).address).toBeTruthy();
  expect(given).toBe(0);
  names.release();
  for (const problem of await Promise.all(stuck)) expect(problem).toContain('could not be fetched');
});

test('without a seam the name servers are asked, not the system', async () => {
  const { resolve4, resolve6 } = Resolver.prototype;
  const asked: string[] = [];
  const answers =
    (...addresses: string[]) =>
    (name: string) => {
      asked.push(name);
      return Promise.resolve(addresses);
    };
  Object.assign(Resolver.prototype, { resolve4: answers('10.0.0.1'), resolve6: answers() });
  const result = await fetchPdf('https://example.com/a.pdf', { allowHosts: [] });
  Object.assign(Resolver.prototype, { resolve4, resolve6 });
  expect(result).toMatchObject({ problem: expect.stringContaining('public address') });
  expect(asked).toEqual(['example.com', 'example.com']);
});

test('a name server that stays silent is named within its own limit', async () => {
  expect(await fetched('stuck.example', 50)).toContain("name servers of the URL's host");
});

test('silence about one kind of address does not lose the other', async () => {
  expect(await fetched('half.example', 300)).toBe('ok');
  expect(connected).toEqual(['8.8.8.8']);
});

test.each(['none.example', 'empty.example'])('%s is a plain sentence', async (name) => {
  expect(await fetched(name)).toContain('could not be fetched');
});

test('a host with IPv6 alone is reached', async () => {
  expect(await fetched('six.example')).toBe('ok');
  expect(connected).toEqual(['2606:4700::1111']);
});

test('a host that the operator allowed may stand in the hosts file', async () => {
  const { port } = files.address() as AddressInfo;
  const result = await fetchPdf(`http://localhost:${port}/a.pdf`, { allowHosts: [`localhost:${port}`] });
  expect(result).toMatchObject({ ok: true });
});
