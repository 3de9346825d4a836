/** The digest of a document, which anybody can recompute. */
import { sha256Hex } from '../../shared/domain/digest.ts';

test('the fingerprint is SHA-256 in lower-case hex, by the published examples', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a text is fingerprinted by its UTF-8 bytes, as sent: CR LF is not LF', () => {
  expect(sha256Hex('é')).toBe(sha256Hex(Uint8Array.of(0xc3, 0xa9)));
  expect(sha256Hex('a\r\nb')).not.toBe(sha256Hex('a\nb'));
});
