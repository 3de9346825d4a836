/** Asks an authority for time stamps over HTTP: RFC 3161, 3.4. */
import { sha256Of } from '../core/digest.ts';
import { TimeStampVerifier } from '../core/receipt/time-stamp.ts';
import type { TimeStamps } from '../ports/time-stamps.ts';

/** Version 1, a SHA-256, and the wish for the certificate. The hash itself makes each request another one. */
const before = Buffer.from('30390201013031300d060960864801650304020105000420', 'hex');
const wantsCertificate = Buffer.from('0101ff', 'hex');

const patienceMs = 15_000;
/** An answer has some 6 kB. */
const mostBytes = 100_000;

export function timeStampsAt(url: string): TimeStamps {
  return {
    async stamp(bytes, mostMs = patienceMs) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query' },
        body: Buffer.concat([before, sha256Of(bytes), wantsCertificate]),
        redirect: 'error',
        signal: AbortSignal.timeout(mostMs),
      });
      if (!answer.ok) throw new Error(`the authority answers ${answer.status}`);
      const given = new Uint8Array(await answer.arrayBuffer());
      const stamped = given.length > mostBytes ? undefined : await new TimeStampVerifier().verify(given, bytes);
      if (stamped === undefined) throw new Error('the authority gives no sound time stamp');
      return { ...stamped, answer: given };
    },
  };
}
