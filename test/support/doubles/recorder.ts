/** Writes down each request to a double, for test/external/judges.ts: the descriptions of the partners judge it later. */
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';

export type Recorded = 'stripe' | 'postgrid' | 'telnyx';

/** Only where a folder was named: one line per request, one file per process. */
export function record(partner: Recorded, { method, url, headers }: IncomingMessage, bytes: Uint8Array): void {
  const folder = process.env.PARTNER_REQUESTS;
  if (folder === undefined) return;
  const request = { partner, method, url, headers, body: Buffer.from(bytes).toString('latin1') };
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(request)}\n`);
}
