/** The network of an IP address. For random addresses it is compared with that of ipaddr.js. */
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { networkOf, siteOf } from '../../shared/domain/network.ts';

test.each([
  [' 192.0.2.1 ', '192.0.2.1'],
  ['2001:DB8:0000:0001::1', '2001:db8:0:1::/64'],
  ['::1', '::/64'],
  ['0:0:0:1:2:3:4:5', '0:0:0:1::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['fe80::1%', 'fe80::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '64:ff9b::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ...['', 'unknown', 'localhost', '192.0.2', '192.0.2.256', '192.0.2.01', '192.0.2.1.5', '192.0.2.1:443', '0xc0000201'],
  ...['3221225985', ':', ':::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1::2::3', '1:2:3:4:5:6:7:8::', '12345::', 'g::'],
  ...['[::1]', '::ffff:192.0.2.256', '192.0.2.1::', '1.2.3.4:1.2.3.4::', '%eth0', '1:'.repeat(1_000_000)],
])('texts that are not IP addresses all have the network "unknown" (text %#)', (text) => {
  expect(networkOf(text)).toBe('unknown');
});

/** The network by ipaddr.js, which takes `::192.0.2.1` for `::ffff:192.0.2.1`, a different address (RFC 4291, 2.5.5.1). */
const byLibrary = (text: string): string => {
  const address = ipaddr.process(text.replace(/^::(?=\d+\.)/, '::0:'));
  if (address.kind() === 'ipv4') return address.toString();
  const first64Bits = address.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...first64Bits, 0, 0, 0, 0, 0, 0, 0, 0]).toString()}/64`;
};

test('IP addresses are read as ipaddr.js reads them', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.boolean(), (address, isUpperCase) => {
      const text = isUpperCase ? address.toUpperCase() : address;
      expect(networkOf(text)).toBe(byLibrary(text));
    }),
    { numRuns: 3_000 },
  );
});

test('texts that look like an IP address are read if ipaddr.js reads them and no number has a leading zero', () => {
  const pieces = fc.constantFrom(...'01afF:.', '::', '255', 'ffff', '1.2.3.4');
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 14 }), (text) => {
      const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
      const hasLeadingZero = /(?:^|[:.])0\d+\./.test(text);
      if (networkOf(text) === 'unknown') expect(isAddress && !hasLeadingZero).toBe(false);
      else expect(networkOf(text)).toBe(byLibrary(text));
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:1::5', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::6', '2001:db8:1::/48'],
  ['::1', '::/48'],
])('the site of %s is %s', (address, site) => {
  expect(siteOf(address)).toBe(site);
});
