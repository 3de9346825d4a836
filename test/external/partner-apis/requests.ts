/** Reads the requests that the doubles recorded, without duplicates, and parses them for the check against a description. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node:querystring';
import { bodyOf, type Fields, fieldsOf, type RecordedPartner } from '../../support/doubles/wire.ts';

export interface Request {
  readonly partner: RecordedPartner;
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Fields;
  /** Without its parameters, such as the boundary. */
  readonly type: string;
  readonly body: Fields;
  /** The body as it was sent, one character for each byte. */
  readonly sent: string;
}

type Line = Pick<Request, 'partner' | 'method' | 'url' | 'headers'> & { readonly body: string };

export async function readRequests(folder: string): Promise<Request[]> {
  const distinct = new Map<string, Line>();
  for (const file of readdirSync(folder))
    for (const text of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const line = JSON.parse(text) as Line;
      if (isOurs(line)) distinct.set([line.partner, line.method, line.url, line.body].join('\n'), line);
    }
  return Promise.all([...distinct.values()].map(asRequest));
}

/** The service and its operator commands accept only JSON. Payers, and tests that call a double, accept anything. */
const isOurs = ({ headers, partner, url }: Line): boolean =>
  headers.accept === 'application/json' && !misdirected.has(`${partner} ${url}`);

/** Requests that the doctor's tests send to the wrong partner on purpose. */
const misdirected = new Set(['stripe /letters?limit=1']);

async function asRequest({ partner, method, url, headers, body: sent }: Line): Promise<Request> {
  const type = headers['content-type'] ?? '';
  const { pathname: path, search } = new URL(url, 'http://partner');
  return {
    partner,
    method,
    path,
    url,
    headers,
    sent,
    query: fieldsOf(Object.entries(parse(search.slice(1)))),
    type: type.split(';')[0] ?? '',
    body: await bodyOf(type, new Uint8Array(Buffer.from(sent, 'latin1'))),
  };
}
