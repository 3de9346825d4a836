/** The network of an IP address, compared with ipaddr.js for random addresses. */
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
])('all texts that are not addresses share one network (text %#)', (address) => {
  expect(networkOf(address)).toBe('unknown');
});

/** The library reads `::192.0.2.1` as `::ffff:192.0.2.1`, which is a different address (RFC 4291, 2.5.5.1). */
const byLibrary = (text: string): string => {
  const address = ipaddr.process(text.replace(/^::(?=\d+\.)/, '::0:'));
  if (address.kind() === 'ipv4') return address.toString();
  const first = address.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...first, 0, 0, 0, 0, 0, 0, 0, 0]).toString()}/64`;
};

test('addresses are read as ipaddr.js reads them', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.boolean(), (address, upper) => {
      const text = upper ? address.toUpperCase() : address;
      expect(networkOf(text)).toBe(byLibrary(text));
    }),
    { numRuns: 3_000 },
  );
});

test('texts that look like an address are read if ipaddr.js reads them', () => {
  const near = fc.string({ unit: fc.constantFrom(...'01afF:.', '::', '255', 'ffff', '1.2.3.4'), maxLength: 14 });
  fc.assert(
    fc.property(near, (text) => {
      const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
      const strict = !/(?:^|[:.])0\d+\./.test(text);
      if (networkOf(text) === 'unknown') expect(isAddress && strict).toBe(false);
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
