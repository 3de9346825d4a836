/** Shows one page of a job's document as an image, which is drawn once and then stored. */
import { notFound } from '../core/refusal.ts';
import { readDocument } from '../fulfilment/document.ts';
import type { Deps } from '../ports.ts';
import { jobByPayCode } from './find-job.ts';
import { shownPages } from './show-pay-page.ts';

export async function showPreview(
  { documents, jobs, renderer }: Pick<Deps, 'documents' | 'jobs' | 'renderer'>,
  code: string,
  page: string,
  network: string,
): Promise<Uint8Array> {
  const job = await jobByPayCode({ jobs }, code);
  const number = /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 0;
  if (number < 1 || number > shownPages(job)) throw notFound();
  const key = `previews/${job.id}/${number}.png`;
  const known = await documents.get(key);
  if (known !== undefined) return known;
  const pdf = await readDocument({ documents }, job);
  if (pdf === undefined) throw notFound();
  const picture = await renderer.preview(pdf, number, network);
  await documents.put(key, picture);
  return picture;
}
