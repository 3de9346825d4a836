/** Requests to untrusted URLs: https to public IP addresses only, checked in the DNS lookup of the connection itself. */
import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Looks up every IP address of a host name. */
export type ResolveHost = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** The parts of a request that a test may replace: the resolver, and the connection to a permitted URL. */
export interface RequestSeams {
  readonly resolve: ResolveHost;
  readonly connect: (url: URL, options: RequestOptions) => ReturnType<typeof httpRequest>;
}

/** The message is for the API's user. */
export class UrlRefused extends Error {
  override readonly name = 'UrlRefused';
}

interface Target {
  readonly url: URL;
  /** The operator allowed this host by name: it may be private and use plain HTTP. */
  readonly isAllowed: boolean;
}

export const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/**
 * Checks the URL itself; throws UrlRefused. Parsing comes first, because it turns 0x7f000001 and the like into 127.0.0.1. An
 * IP address must be refused here: a socket does not look it up, so the guard would not see it. `example`: a valid URL.
 */
export function checkUrl(text: string, allowedHosts: readonly string[], example: string): Target {
  const url = URL.parse(text);
  if (url === null) throw new UrlRefused(`The URL is not valid. Use one like ${example}.`);
  if (url.username !== '' || url.password !== '')
    throw new UrlRefused('The URL must not contain a user name or password.');
  const isAllowed = /^https?:$/.test(url.protocol) && allowedHosts.includes(`${url.hostname}:${portOf(url)}`);
  if (isAllowed) return { url, isAllowed };
  if (url.protocol !== 'https:') throw new UrlRefused('The URL must begin with https://.');
  if (url.port !== '')
    throw new UrlRefused('The URL must use port 443, the standard port of https. Leave the port out.');
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new UrlRefused('The URL must name a host, not an IP address.');
  return { url, isAllowed };
}

/** True for an IP address on the public internet: not private, loopback, link-local, mapped, reserved, multicast … */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  // The only IPv6 range that is assigned for public use (RFC 4291, IANA). The rest may be assigned to anything one day.
  const isAssigned = parsed.kind() === 'ipv4' || parsed.match(ipaddr.IPv6.parseCIDR('2000::/3'));
  return parsed.range() === 'unicast' && isAssigned;
}

/**
 * The lookup function of a socket. It fails unless every address of the name is public. The socket connects to the address
 * that it returns, with no second lookup that the name server could answer differently.
 */
function guardedLookup(resolve: ResolveHost): LookupFunction {
  const publicAddresses = async (hostname: string): ReturnType<ResolveHost> => {
    const addresses = await resolve(hostname);
    if (addresses.length > 0 && addresses.every(({ address }) => isPublic(address))) return addresses;
    // The message does not name the host, because an untrusted server may have chosen it by a redirect.
    throw new UrlRefused(
      'The host of the URL has no public IP address. Use a URL that anyone on the internet can open.',
    );
  };
  return (hostname, options, callback) => {
    publicAddresses(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || first === undefined) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };
}

/** A request that the caller must end. `response` rejects if the connection closes without a response. */
export function guardedRequest(
  { url, isAllowed }: Target,
  {
    resolve = resolveByDns(),
    connect = (to, options) => (to.protocol === 'https:' ? httpsRequest : httpRequest)(to, options),
  }: Partial<RequestSeams>,
  { headers, ...options }: { readonly headers: Readonly<Record<string, string | number>> } & RequestOptions,
): { readonly request: ReturnType<typeof httpRequest>; readonly response: Promise<IncomingMessage> } {
  const request = connect(url, {
    ...options,
    headers: { 'accept-encoding': 'identity', 'user-agent': 'print-and-mail', ...headers },
    // The lookup is the guard, and a pooled connection would skip it.
    agent: false,
    // A host that the operator allowed may be in the hosts file, which only the system's lookup reads.
    lookup: isAllowed ? undefined : guardedLookup(resolve),
  });
  const response = new Promise<IncomingMessage>((done, fail) => {
    // A response like 101 ends the request with neither a response event nor an error.
    request.once('close', () => fail(new Error('closed')));
    request.on('error', fail).once('response', done);
  });
  return { request, response };
}

/**
 * The system's own lookup occupies one of a few threads until every name server has timed out. The lookups of the
 * partners' hosts need those threads, so untrusted hosts may not use them. This lookup needs no thread and reads no hosts
 * file. `servers`: name servers as `ip:port`, instead of the system's. `limitMs` is shorter than the limit for a
 * connection, so that a missing address family leaves time for the other one.
 */
export const resolveByDns =
  ({
    servers,
    limitMs = 3_000,
  }: {
    readonly servers?: readonly string[];
    readonly limitMs?: number;
  } = {}): ResolveHost =>
  async (hostname) => {
    // Each lookup has its own resolver, so that canceling it affects no other one.
    const resolver = new Resolver({ timeout: 1_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const limit = setTimeout(() => resolver.cancel(), limitMs);
    try {
      const results = await Promise.allSettled([
        resolver.resolve4(hostname).then((all) => all.map((address) => ({ address, family: 4 }))),
        resolver.resolve6(hostname).then((all) => all.map((address) => ({ address, family: 6 }))),
      ]);
      // One address family is enough: many hosts have only IPv4, and some name servers fail for IPv6.
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      if (addresses.length > 0) return addresses;
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
      const isTimeout = (error: unknown): boolean =>
        ['ETIMEOUT', 'ECANCELLED'].includes(String((error as NodeJS.ErrnoException | undefined)?.code));
      if (!reasons.some(isTimeout)) throw reasons[0];
      throw new UrlRefused(
        `The name servers of the URL's host did not answer within ${limitMs / 1_000} seconds. Try again, or use another host.`,
      );
    } finally {
      clearTimeout(limit);
    }
  };
