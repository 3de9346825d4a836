/**
 * The document of a fax at Telnyx. It is uploaded to Telnyx's media storage, so nobody has to reach us. The upload inside
 * a fax order (`contents`) takes no `client_state`, and without that a lost answer could not be looked up.
 */
import * as z from 'zod/mini';
import { telnyx } from '../../../partners/telnyx.ts';
import type { PartnerRequest, SubmitOutcome } from '../../../ports/partner.ts';
import { isSuccess } from '../../http/answers.ts';
import { multipart } from '../../http/multipart.ts';
import type { Ask } from '../../http/partner-client.ts';

/** The member of a fax order that names its document. */
export type Media = { readonly media_name: string } | { readonly media_url: string };

const storedMedia = z.object({ data: z.object({ media_name: z.string().check(z.regex(/^[\w.-]{1,200}$/)) }) });

/** Telnyx deletes the document after a day: by then no fax waits for it any more. */
const keptSeconds = 24 * 60 * 60;

/** An outcome in place of a document means that nothing was ordered. */
export async function uploadMedia(ask: Ask, { pdf, reference, link }: PartnerRequest): Promise<Media | SubmitOutcome> {
  if (pdf === undefined || pdf.length > telnyx.mostUploadBytes) return { media_url: await link() };
  const body = multipart({ ttl_secs: keptSeconds }, { name: 'media', pdf }, reference);
  const answer = await ask({ method: 'POST', path: '/media', body });
  const named =
    answer.kind === 'answered' && isSuccess(answer.status) ? storedMedia.safeParse(answer.body).data : undefined;
  if (named !== undefined) return { media_name: named.data.media_name };
  // Telnyx refuses the upload, not the fax: it may still fetch the document.
  if (answer.kind === 'answered' && [400, 404, 413, 422].includes(answer.status)) return { media_url: await link() };
  const why = answer.kind === 'answered' ? `${answer.status}` : answer.code;
  return { kind: 'not_taken', reason: `Telnyx has not taken the document (${why})` };
}
