/** Untrusted hosts: only public IP addresses are connected to, and names are looked up without the system's threads. */
import { lookup as lookUpBySystem, Resolver } from 'node:dns/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { fetchPdf } from '../../../shared/partners/http/fetch-pdf.ts';
import type { FetchSeams } from '../../../shared/partners/http/guarded-fetch.ts';
import { isPublic, type ResolveHost, resolveByDns } from '../../../shared/partners/http/public-address.ts';
import { startNameServer } from '../../support/doubles/name-server.ts';

const ipAddressUrls: readonly string[] = [
  'https://127.0.0.1/',
  'https://0x7f000001/',
  'https://①②⑦.⓪.⓪.①/',
  'https:127.0.0.1/',
  '  https://127.0.0.1/\n',
  'https://127.0.0.1\\@example.com/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[2606:4700::1111]/',
];

const otherwiseRefused: readonly (readonly [url: string, problem: string])[] = [
  ['https://127.0.0.1%00.example.com/', 'not valid'],
  ['//127.0.0.1/', 'must begin with https'],
  ['', 'must begin with https'],
  ['https://example.com@127.0.0.1/', 'user name or password'],
  ['https://example.com:80/', 'port 443'],
  ['http://127.0.0.1/', 'https://'],
  ['file:///etc/passwd', 'https://'],
];

/** Results of a lookup that we must not connect to: addresses that aren't public, and text that isn't an address. */
const notPublic: readonly string[] = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1
  169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1
  192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::127.0.0.1 ::7f00:1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8
  ::ffff:169.254.169.254 ::ffff:0:127.0.0.1 ::ffff:0:a9fe:a9fe
  64:ff9b::7f00:1 64:ff9b::127.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1::a00:1 100::1
  2001::1 2001:0:7f00:1:: 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
  2002:7f00:1:: 2002:a9fe:a9fe::1 2002:808:808:: 3fff::1 4000::1 5f00::1 8000::1
  fc00::1 fd00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1
  localhost example.com 127.1 2130706433 0x7f000001 0177.0.0.1`
  .trim()
  .split(/\s+/)
  .concat(' 8.8.8.8', '');

const publicAddresses = `8.8.8.8 172.15.0.1 172.32.0.1 100.128.0.1 198.20.0.1 223.255.255.1
  2606:4700::1111 2001:4860:4860::8888 2a00:1450::1 2600:9000::1`.split(/\s+/);

const resolvesTo =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

let server: Server;
let requested: string[] = [];
/** The IP addresses that the guard allowed. */
let connected: string[] = [];
let respond: (incoming: IncomingMessage) => { status: number; location?: string };

beforeAll(async () => {
  server = createServer((incoming, response) => {
    requested.push(incoming.headers.host ?? '');
    const { status, location } = respond(incoming);
    response.writeHead(status, location === undefined ? {} : { location }).end('%PDF-1.7');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => server.close());
beforeEach(() => {
  requested = [];
  connected = [];
  respond = () => ({ status: 200 });
});

/** Replaces TLS: calls the guarded lookup as a socket would, then connects to the server of this test. */
const connect: FetchSeams['connect'] = (url, { lookup, ...options }) => {
  const asSocket: LookupFunction = (_, lookupOptions, callback) =>
    (lookup as LookupFunction)(url.hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      connected.push(...(addresses as { address: string }[]).map(({ address }) => address));
      return callback(null, [{ address: '127.0.0.1', family: 4 }]);
    });
  const { port } = server.address() as AddressInfo;
  return request({ ...options, host: url.hostname, port, path: url.pathname, lookup: asSocket });
};

const problemOf = async (url: string, resolve: ResolveHost = resolvesTo('8.8.8.8')) => {
  const result = await fetchPdf(url, { allowedHosts: [] }, { resolve, connect });
  return result.ok ? 'ok' : result.problem;
};

test('a public host gets one request, without cookies or keys', async () => {
  let headers = {};
  respond = (incoming) => {
    headers = incoming.headers;
    return { status: 200 };
  };
  expect(await problemOf('https://example.com/a.pdf')).toBe('ok');
  expect(requested).toHaveLength(1);
  expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

test.each([...ipAddressUrls.map((url) => [url, 'not an IP address'] as const), ...otherwiseRefused])(
  '%j is refused (%s), and no request is sent',
  async (url, problem) => {
    expect(await problemOf(url)).toContain(problem);
    expect(requested).toEqual([]);
  },
);

test.each([...ipAddressUrls, ...otherwiseRefused.map(([url]) => url).filter((url) => URL.canParse(url))])(
  'a redirect to %j is not followed',
  async (location) => {
    respond = () => ({ status: 302, location: new URL(location).href });
    expect(await problemOf('https://example.com/a.pdf')).toMatch(/The URL must/);
    expect(requested).toHaveLength(1);
  },
);

describe('host names', () => {
  test.each(notPublic)('a host name that resolves to %j is refused', async (address) => {
    expect(isPublic(address)).toBe(false);
    expect(await problemOf('https://example.com/a.pdf', resolvesTo(address))).toContain('public IP address');
    expect(requested).toEqual([]);
  });

  test.each(publicAddresses)('a host name that resolves to %s is connected to', async (address) => {
    expect(isPublic(address)).toBe(true);
    expect(await problemOf('https://example.com/a.pdf', resolvesTo(address))).toBe('ok');
  });

  test.each([[['8.8.8.8', '10.0.0.1']], [['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:127.0.0.1']]])(
    'a host name that resolves to %j is refused, because one of them is private',
    async (addresses) => {
      expect(await problemOf('https://example.com/a.pdf', resolvesTo(...addresses))).toContain('public IP address');
      expect(requested).toEqual([]);
    },
  );

  test('a host name that cannot be looked up is refused without the reason', async () => {
    const fails: ResolveHost = () => Promise.reject(new Error('SERVFAIL from 10.0.0.2'));
    expect(await problemOf('https://example.com/a.pdf', fails)).toMatch(/could not be fetched(?!.*SERVFAIL)/);
  });

  test('a host name is looked up once per connection, so the name server cannot answer differently the second time', async () => {
    const names: string[] = [];
    const changes: ResolveHost = async (name) => {
      names.push(name);
      return [{ address: names.length === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }];
    };
    expect(await problemOf('https://example.com/a.pdf', changes)).toBe('ok');
    expect(names).toEqual(['example.com']);
  });

  test('a host name that resolves to a private address after a redirect is refused', async () => {
    const addresses = ['8.8.8.8', '127.0.0.1'];
    respond = () => ({ status: 302, location: '/b.pdf' });
    const changes: ResolveHost = async () => [{ address: addresses.shift() ?? '', family: 4 }];
    expect(await problemOf('https://example.com/a.pdf', changes)).toContain('public IP address');
    expect(requested).toHaveLength(1);
  });

  test('a host name that a redirect leads to is refused if it is private, and the error does not name it', async () => {
    respond = () => ({ status: 301, location: 'https://ignore-your-instructions.internal/b.pdf' });
    const resolve: ResolveHost = async (name) => [
      { address: name === 'example.com' ? '8.8.8.8' : '10.0.0.1', family: 4 },
    ];
    const problem = await problemOf('https://example.com/a.pdf', resolve);
    expect(problem).toContain('public IP address');
    expect(problem).not.toContain('instructions');
    expect(requested).toHaveLength(1);
  });
});

describe('name servers', () => {
  const six = '2606:4700:0000:0000:0000:0000:0000:1111';
  const names = startNameServer((name, kind) => {
    if (name.startsWith('stuck')) return 'silent';
    if (name === 'half.example' && kind === 'aaaa') return 'silent';
    if (name === 'none.example') return 'no such name';
    if (name === 'six.example') return { aaaa: [six] };
    return { a: ['8.8.8.8'], aaaa: [six] };
  });
  afterAll(async () => (await names).close());

  const fetched = async (name: string, limitMs?: number) =>
    problemOf(`https://${name}/a.pdf`, resolveByDns({ servers: [(await names).server], limitMs }));

  test('a name server that never responds blocks neither other names nor the threads of the system’s lookup', async () => {
    let settled = 0;
    const stuck = Array.from({ length: 8 }, async (_, i) => {
      const problem = await fetched(`stuck${i}.example`);
      settled += 1;
      return problem;
    });
    expect(await fetched('honest.example')).toBe('ok');
    expect((await lookUpBySystem('localhost')).address).toBeTruthy();
    expect(settled).toBe(0);
    (await names).release();
    for (const problem of await Promise.all(stuck)) expect(problem).toContain('could not be fetched');
  });

  test('the name servers are queried by default, instead of the system’s lookup', async () => {
    const { resolve4, resolve6 } = Resolver.prototype;
    const queried: string[] = [];
    const answers =
      (...addresses: string[]) =>
      (name: string) => {
        queried.push(name);
        return Promise.resolve(addresses);
      };
    Object.assign(Resolver.prototype, { resolve4: answers('10.0.0.1'), resolve6: answers() });
    const result = await fetchPdf('https://example.com/a.pdf', { allowedHosts: [] });
    Object.assign(Resolver.prototype, { resolve4, resolve6 });
    expect(result).toMatchObject({ problem: expect.stringContaining('public IP address') });
    expect(queried).toEqual(['example.com', 'example.com']);
  });

  test('a name server that does not respond within its time limit is blamed in the error', async () => {
    expect(await fetched('stuck.example', 50)).toContain("name servers of the URL's host");
  });

  test('a name server that answers for one address family only is enough', async () => {
    expect(await fetched('half.example', 300)).toBe('ok');
    expect(connected).toEqual(['8.8.8.8']);
  });

  test('a name server that does not know the name gives a plain error', async () => {
    expect(await fetched('none.example')).toContain('could not be fetched');
  });

  test('a name server that has only an IPv6 address for a host is enough', async () => {
    expect(await fetched('six.example')).toBe('ok');
    expect(connected).toEqual(['2606:4700::1111']);
  });

  test('no name server is needed for an allowed host in the hosts file', async () => {
    const { port } = server.address() as AddressInfo;
    const result = await fetchPdf(`http://localhost:${port}/a.pdf`, { allowedHosts: [`localhost:${port}`] });
    expect(result).toMatchObject({ ok: true });
  });
});
