/** Verifies the checksums with which an AWS client proves that an upload arrived whole. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const algorithms: Record<string, (bytes: Buffer) => string> = {
  'content-md5': (bytes) => createHash('md5').update(bytes).digest('base64'),
  'x-amz-checksum-sha1': (bytes) => createHash('sha1').update(bytes).digest('base64'),
  'x-amz-checksum-sha256': (bytes) => createHash('sha256').update(bytes).digest('base64'),
  'x-amz-checksum-crc32': (bytes) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(bytes));
    return sum.toString('base64');
  },
};

/** The checksums among `headers` that can be checked here, if all of them are right. */
export function verifiedChecksums(
  bytes: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> | 'wrong' {
  const claimed = Object.entries(algorithms).filter(([name]) => headers[name] !== undefined);
  if (claimed.some(([name, sumOf]) => sumOf(bytes) !== headers[name])) return 'wrong';
  return Object.fromEntries(claimed.map(([name]) => [name, String(headers[name])]));
}
