/** Gets the bytes behind a `pdf_url`: from the store for an upload to this service, else from the network. */

import type { Room } from '../../domain/input/content.ts';
import type { Unprintable } from '../../domain/paper.ts';
import type { RefusalDetails } from '../../domain/refusal.ts';

export interface FileFetching {
  /** The address under which the caller reached the service. */
  readonly baseUrl: string;
  /** Shared by all files of a request with several. */
  readonly room?: Room;
}

export const problem = (sentence: string, details?: RefusalDetails): Unprintable => ({
  ok: false,
  problem: sentence,
  details,
});

/** The file of an upload is not there, or is not the one that was promised. */
export const uploadProblem = (sentence: string, page?: string): Unprintable =>
  problem(sentence, { kind: 'upload_lost', ...(page !== undefined && { page }) });
