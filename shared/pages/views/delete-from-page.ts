/** The button of an order's page that deletes its document. */
import { formTokenOf } from '../../domain/ids.ts';
import { payUrl } from '../../domain/job/job.ts';
import { deleteDocumentOf } from '../../orders/content/delete-document.ts';
import type { Deps } from '../../orders/deps.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { notDecided } from './choose-emails.ts';

/** Returns the path of the order's page, which then says it. */
export async function deleteFromPage(deps: Deps, code: string, token: string | undefined): Promise<string> {
  const job = await jobByPayCode(deps, code);
  if (token !== formTokenOf('deletion', job.id)) throw notDecided();
  await deleteDocumentOf(deps, job);
  return new URL(payUrl(job)).pathname;
}
