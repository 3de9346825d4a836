/** Ids: 128 random bits, written without letters that are easily confused. */
import fc from 'fast-check';
import {
  base32,
  eventIdOf,
  isId,
  newId,
  orderNumberIn,
  orderNumberOf,
  receiptIdOf,
  spokenOrderNumber,
} from '../../shared/domain/ids.ts';

const random = fc.uint8Array({ minLength: 16, maxLength: 16 });
const suffix = '0123456789abcdefghjkmnpqrs';

test('16 bytes make 26 letters and digits, none of them i, l, o or u', () => {
  fc.assert(fc.property(random, (bytes) => expect(base32(bytes)).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{26}$/)));
});

test('different bytes make different ids, because every bit counts', () => {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  const numberIn = (text: string) =>
    Array.from(text).reduce((sum, character) => sum * 32n + BigInt(alphabet.indexOf(character)), 0n);
  fc.assert(
    fc.property(random, (bytes) =>
      expect(numberIn(base32(bytes))).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`)),
    ),
  );
  expect(base32(new Uint8Array(16))).toBe('0'.repeat(26));
  expect(base32(new Uint8Array(16).fill(255))).toBe(`7${'z'.repeat(25)}`);
});

test('every new id is recognized as an id of its kind, and of no other kind', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      expect(isId('job', newId('job', bytes))).toBe(true);
      expect(isId('quote', newId('job', bytes))).toBe(false);
      expect(isId('cs_test', newId('cs_test', bytes))).toBe(true);
    }),
  );
});

test('an order number has 10 characters, and is read from a card statement or a report', () => {
  fc.assert(
    fc.property(random, (bytes) => {
      const number = orderNumberOf(newId('job', bytes));
      expect(number).toMatch(/^order_[0-7][0-9a-z]{9}$/);
      expect(orderNumberIn(`ACME* ${spokenOrderNumber(number)}`)).toBe(number);
      expect(orderNumberIn(`Report this order: #${spokenOrderNumber(number)}.`)).toBe(number);
    }),
  );
});

test('the order number and the receipt id of a job never change', () => {
  const id = `job_${suffix}`;
  expect([orderNumberOf(id), receiptIdOf(id)]).toEqual(['order_566xbmsc9n', 'rcpt_4skxds6p5000c7xwb76t0ycbqw']);
});

test.each([
  '',
  'job_',
  suffix,
  `quote_${suffix}`,
  `job_${suffix.slice(1)}`,
  `job_${suffix}0`,
  `job_${suffix.toUpperCase()}`,
  `job_i${suffix.slice(1)}`,
  `job_l${suffix.slice(1)}`,
  `job_o${suffix.slice(1)}`,
  `job_u${suffix.slice(1)}`,
  `job_${suffix}\n`,
  ` job_${suffix}`,
  `job_../${suffix.slice(3)}`,
])('%j is not the id of a job', (text) => {
  expect(isId('job', text)).toBe(false);
});

test.each(['I1', 'i1', 'L1', 'l1', 'O0', 'o0'])(
  'a letter in an order number is read as the digit that it looks like: %s',
  ([letter, digit]) => {
    expect(orderNumberIn(`7k2m9qx4t${letter}`)).toBe(`order_7k2m9qx4t${digit}`);
  },
);

test('different events never have the same id, even if a restored table uses an event number again', () => {
  const ids = [1, 2].flatMap((number) =>
    ['letter.cancelled', 'letter.handed_over'].map((type) => eventIdOf('job_1', { number, type })),
  );
  expect(new Set([...ids, eventIdOf('job_2', { number: 1, type: 'letter.cancelled' })]).size).toBe(5);
  expect(ids[0]).toBe(eventIdOf('job_1', { number: 1, type: 'letter.cancelled' }));
});
