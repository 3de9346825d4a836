/** A form with a PDF. `FormData`'s random boundary would change the bytes under an idempotency key. */
import { sha256Hex } from '../../domain/ids.ts';
import type { RequestBody } from './partner-client.ts';

/** `fields` may be nested; undefined ones are left out. Our names need no quoting. `reference` sets the boundary. */
export function multipart(
  fields: object,
  { name, pdf }: { readonly name: string; readonly pdf: Uint8Array },
  reference: string,
): RequestBody {
  const boundary = `job-${sha256Hex(reference).slice(0, 48)}`;
  const head = (disposition: string) => `--${boundary}\r\ncontent-disposition: form-data; name=${disposition}\r\n`;
  const texts = namedValues(fields).map(([key, value]) => `${head(`"${key}"`)}\r\n${value}\r\n`);
  const file = `${head(`"${name}"; filename="document.pdf"`)}content-type: application/pdf\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(texts.join('') + file), pdf, Buffer.from(end)]),
  };
}

/** Nested members in the form that partners expect: `to[city]`. */
const namedValues = (fields: object, within = ''): [name: string, value: string][] =>
  Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const name = within === '' ? key : `${within}[${key}]`;
    return typeof value === 'object' ? namedValues(value, name) : [[name, `${value}`]];
  });
