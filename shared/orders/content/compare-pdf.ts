/**
 * Compares the PDF behind an address with the quoted one, and asks its server for as little as it can. A server that
 * wrongly says "unchanged" changes nothing in the mail: the bytes that are mailed are those of the quote, with its hash.
 */

import { sha256Hex } from '../../domain/digest.ts';
import type { GivenContent } from '../../domain/given/content.ts';
import type { QuotedFile } from '../../domain/given/quoted-content.ts';
import { quoteLivesMs } from '../../domain/lifetimes.ts';
import { siteOf } from '../../domain/network.ts';
import type { Rendered } from '../../domain/paper.ts';
import type { Deps } from '../deps.ts';
import { askOnce, type Known } from '../pay/ask-once.ts';
import { type FileFetching, fetchFileAgain } from './fetch-file.ts';

/** A caller and a quote: one network has few looks at the document of one quote. */
export interface Comparing extends FileFetching {
  readonly quoteId: string;
  readonly address: string;
  /** Which attachment, from 1; missing for the content. */
  readonly part?: number;
}

/** The last look of a network at the document of a quote. */
interface Look {
  readonly urlHash: string;
  readonly found: 'same' | 'changed' | { readonly problem: string };
  /** The whole file came: it does not come again. */
  readonly isWhole: boolean;
  /** Looks that failed. */
  readonly failures: number;
}

const mostFailures = 3;
/** A server's "unchanged" holds this long. */
const unchangedMs = 30_000;

export async function comparePdf(
  deps: Deps,
  url: GivenContent['value'],
  quoted: QuotedFile,
  { quoteId, address, part, ...fetching }: Comparing,
): Promise<Rendered<{ readonly isSame: boolean }>> {
  const urlHash = sha256Hex(url);
  const look = await askOnce<Look>(deps, {
    text: `pdf ${[quoteId, part ?? []].flat().join(' ')} ${siteOf(address)}`,
    // More than a fetch may take.
    waitMs: 20_000,
    leaseMs: 20_000,
    keepMs: quoteLivesMs,
    serves: (known) => served(known, urlHash),
    ask: (known) => lookAgain(deps, url, quoted, { urlHash, failures: known?.failures ?? 0, ...fetching }),
  });
  if (look.urlHash !== urlHash) return { ok: false, problem: otherAddress };
  const { found } = look;
  return typeof found === 'object' ? { ok: false, ...found } : { ok: true, warnings: [], isSame: found === 'same' };
}

const otherAddress =
  'The document of this quote was already fetched again, from another address. Send that address, or request a fresh quote.';

function served({ answer, ageMs }: Known<Look>, urlHash: string): Look | undefined {
  const { found, isWhole, failures } = answer;
  if (typeof found === 'object') return failures < mostFailures ? undefined : { ...answer, urlHash };
  return isWhole || (answer.urlHash === urlHash && ageMs < unchangedMs) ? answer : undefined;
}

async function lookAgain(
  deps: Deps,
  url: string,
  { hash, source }: QuotedFile,
  { urlHash, failures, ...fetching }: Pick<Look, 'urlHash' | 'failures'> & FileFetching,
): Promise<Look> {
  // Validators mean something for their own address only.
  const { etag, lastModified } = source?.urlHash === urlHash ? source : {};
  const fetched = await fetchFileAgain(deps, url, { etag, lastModified }, fetching);
  if (!fetched.ok) {
    const problem = failures + 1 < mostFailures ? fetched.problem : `${fetched.problem} ${failedTooOften}`;
    return { urlHash, found: { problem }, isWhole: false, failures: failures + 1 };
  }
  const isSame = fetched.bytes === undefined || sha256Hex(fetched.bytes) === hash;
  return { urlHash, found: isSame ? 'same' : 'changed', isWhole: fetched.bytes !== undefined, failures };
}

const failedTooOften = `It has failed ${mostFailures} times for this quote: request a fresh quote.`;
