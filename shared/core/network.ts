/** The part of a client's IP address that one customer holds, so that limits count customers and not addresses. */

/** What cannot be read shares one limit. */
const unknown = 'unknown';

/**
 * `192.0.2.1` as it is, also where it came as `::ffff:192.0.2.1`; of IPv6 the first 64 bits, `2001:db8:0:1::/64`: the
 * smallest network that a subscriber is given (RFC 6177). Text form: RFC 5952.
 */
export function networkOf(address: string): string {
  const text = address.trim();
  if (isIpv4(text)) return text;
  const groups = groupsOf(text.replace(/%.*$/s, ''));
  if (groups === undefined) return unknown;
  const [sixth = 0, high = 0, low = 0] = groups.slice(5);
  const isMapped = sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':').replace(/(?:(?:^|:)0)+$/, '')}::/64`;
}

/** A part with a leading zero is refused: some read it as octal. */
function isIpv4(text: string): boolean {
  const parts = text.split('.', 5);
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

/** The eight 16-bit groups of an IPv6 address; undefined where it is none. */
function groupsOf(text: string): number[] | undefined {
  const colons = inColons(text);
  if (colons === undefined || colons.length > 39) return undefined;
  const halves = colons.split('::');
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return undefined;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16));
}

/** An IPv4 address at the end (`64:ff9b::192.0.2.1`) becomes the two groups that it stands for. */
function inColons(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const start = text.lastIndexOf(':') + 1;
  const ending = text.slice(start);
  if (start === 0 || !isIpv4(ending)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = ending.split('.').map(Number);
  return `${text.slice(0, start)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
