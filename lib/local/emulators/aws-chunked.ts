/** Parses an `aws-chunked` body, in which AWS clients put a stream's checksum after its bytes. */

/** The names of trailers are in lower case. Throws if the body is cut short or not chunked. */
export function unchunk(body: Buffer): { readonly bytes: Buffer; readonly trailers: Readonly<Record<string, string>> } {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = readLine(body, at);
    const size = Number.parseInt(line.text, 16);
    if (!Number.isInteger(size) || size < 0) throw new Error('not a chunk');
    if (size === 0) return { bytes: Buffer.concat(parts), trailers: readTrailers(body.toString('latin1', line.end)) };
    if (line.end + size > body.length) throw new Error('a chunk is cut short');
    parts.push(body.subarray(line.end, line.end + size));
    at = line.end + size + 2;
  }
}

function readLine(body: Buffer, at: number): { text: string; end: number } {
  const lineBreak = body.indexOf('\r\n', at);
  if (lineBreak < 0) throw new Error('a line is cut short');
  return { text: body.toString('latin1', at, lineBreak), end: lineBreak + 2 };
}

const readTrailers = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(/\r?\n/)
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
