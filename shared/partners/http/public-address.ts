/** Decides which addresses may be called: https on public ones only, checked in the very lookup of the connection. */
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

interface Address {
  readonly address: string;
  readonly family: number;
}

/** Finds every address of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly Address[]>;

/** The message is for the API's user. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export interface Target {
  readonly url: URL;
  /** True for a host that the operator allowed by name: it may be private and speak plain HTTP. */
  readonly isAllowed: boolean;
}

/**
 * The rules for the address itself; throws AddressRefused. WHATWG parsing comes first: it turns 0x7f000001 and similar
 * forms into 127.0.0.1. A literal IP must be caught here, because a socket looks up names only. `example`: a valid
 * address.
 */
export function permitted(address: string, allowHosts: readonly string[], example: string): Target {
  const url = URL.parse(address);
  if (url === null) throw new AddressRefused(`The URL is not valid. Use an address like ${example}.`);
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('The URL must not contain a user name or password.');
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  const isAllowed = /^https?:$/.test(url.protocol) && allowHosts.includes(`${url.hostname}:${port}`);
  if (isAllowed) return { url, isAllowed };
  if (url.protocol !== 'https:') throw new AddressRefused('The URL must begin with https://.');
  if (url.port !== '')
    throw new AddressRefused('The URL must use port 443, the standard port of https. Leave the port out.');
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new AddressRefused('The URL must name a host, not an IP address.');
  return { url, isAllowed };
}

/** True for an address on the public internet: not private, loopback, link-local, mapped, translated, reserved, multicast … */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  // The only part of IPv6 that is assigned to the public (RFC 4291, IANA). The rest may lead anywhere one day.
  const isAssigned = parsed.kind() === 'ipv4' || parsed.match(ipaddr.IPv6.parseCIDR('2000::/3'));
  return parsed.range() === 'unicast' && isAssigned;
}

/**
 * A lookup for a socket that fails unless every address of the name is public. The socket connects to the address from
 * this lookup and does not look it up again, so the name server cannot answer differently the second time.
 */
export function guardedLookup(resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    publicAddresses(resolve, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || first === undefined) callback(null, addresses as never);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };
}

async function publicAddresses(resolve: ResolveHost, hostname: string): Promise<readonly Address[]> {
  const addresses = await resolve(hostname);
  if (addresses.length > 0 && addresses.every(({ address }) => isPublic(address))) return addresses;
  // The name is left out: after a redirect, a stranger chose it.
  throw new AddressRefused(
    'The host of the URL does not stand for a public address. Use a URL that anybody on the internet can reach.',
  );
}
