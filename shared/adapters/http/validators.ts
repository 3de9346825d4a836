/** The headers by which a server tells whether a file has changed: what it said of the file, and the question. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Validators } from '../../core/quoted-content.ts';

/** A stranger wrote these, and they are stored and sent back: only the forms of the standard, and nothing long. */
export const validatorsOf = ({ etag, 'last-modified': lastModified }: IncomingHttpHeaders): Validators => ({
  etag: etag && /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(etag) ? etag : undefined,
  lastModified: lastModified && /^[A-Z][a-z]{2}, [\w :]{15,25} GMT$/.test(lastModified) ? lastModified : undefined,
});

/** A header needs a value. */
export const conditionsOf = ({ etag, lastModified }: Validators = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ 'if-none-match': etag, 'if-modified-since': lastModified }).filter(
      (header): header is [string, string] => header[1] !== undefined,
    ),
  );

export const areKnown = ({ etag, lastModified }: Validators = {}): boolean => (etag ?? lastModified) !== undefined;
