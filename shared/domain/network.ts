/** Limits on the requests of one network, and which IP addresses count as one network. */

/** The most requests of each class from one network in a window; for `tools`, calls of MCP tools in an hour. Configurable. */
export const requestLimits = { quotes: 300, jobs: 200, reads: 3_000, uploads: 100, tools: 1_000 } as const;

/** The most lookups of postal addresses within a window, for all callers together. */
export const addressLookups = 6_000;

export type RequestLimits = Readonly<Record<keyof typeof requestLimits, number>>;

export const limitWindowSeconds = 600;

/**
 * The network of an IP address. For IPv4, the address itself, even if it is written `::ffff:192.0.2.1`. For IPv6, the first
 * 64 bits, `2001:db8:0:1::/64`: the smallest network that a subscriber gets (RFC 6177; text form: RFC 5952). `groups`: the
 * number of 16-bit groups to keep. `unknown` for a text that isn't an IP address.
 */
export function networkOf(address: string, groups: 3 | 4 = 4): string {
  const text = address.trim();
  // Four numbers up to 255. Leading zeros are refused, because some programs read them as octal.
  if (/^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/.test(text)) return text;
  // The URL parser writes an IPv6 address in its shortest form, and an IPv4 address at its end as two groups. `ipaddr.js`
  // would be too large for the smallest Lambda functions.
  const bare = text.replace(/%.*$/s, '');
  const ipv6 = /^[0-9a-f:.]{2,45}$/i.test(bare) ? URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) : undefined;
  if (ipv6 === undefined) return 'unknown';
  const embedded = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(ipv6)?.slice(1);
  if (embedded !== undefined)
    return embedded
      .map((group) => Number.parseInt(group, 16))
      .flatMap((number) => [number >> 8, number & 255])
      .join('.');
  const [head = [], tail = []] = ipv6.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  const network = [...head, ...zeros, ...tail].slice(0, groups).join(':');
  return `${network.replace(/(?:(?:^|:)0)+$/, '')}::/${groups * 16}`;
}

/** An IPv6 address's first 48 bits, `2001:db8::/48`: 65,536 networks that one subscriber may have. An IPv4 address itself. */
export const siteOf = (address: string): string => networkOf(address, 3);
