/** Files as people have them, from the disk to the partner: a photograph, a Word document, a PDF that is almost right. */
import { sha256Hex } from '../../../shared/core/digest.ts';
import { pageOf, pdfOf } from '../../rendering/pdf/hostile-pdf.ts';
import { letterOf } from '../../support/e2e/client.ts';
import { running, startService } from '../../support/e2e/service.ts';
import { uploaded } from '../../support/e2e/uploads.ts';
import { docxOf } from '../../support/rendering/docx.ts';
import { jpegs } from '../../support/rendering/photographs.ts';

const service = running(() => startService());
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const wide = pdfOf({ page: pageOf('/MediaBox [0 0 792 612]') });

test.each([
  ['a photograph', 'image/jpeg', jpegs.progressive, ['100 pixels to the inch']],
  ['a Word document', docxType, docxOf(), ['set anew']],
  ['a page on its side', 'application/pdf', wide, ['turned by a quarter']],
])(
  '%s is quoted with its warnings, paid and mailed as the PDF of its quote',
  async (_, content_type, file, warnings) => {
    const sha256 = sha256Hex(file);
    const { pdf_url } = await uploaded(service, file, { content_type, sha256 });
    const quote = await service.quote({ pdf_url });
    expect(quote).toMatchObject({ pages: 1, content_hash: sha256 });
    expect(quote.warnings).toEqual(warnings.map((words) => expect.stringContaining(words)));
    const { job_id, checkout_url } = await service.make('/jobs', letterOf(quote.quote_id, {}, { pdf_url }));
    await service.pay(checkout_url);
    await service.jobUntil(job_id, { status: 'fulfilled' });
    const [item] = await service.mailed(job_id);
    const printed = Buffer.from(await (await fetch(new URL(item.document_url, service.baseUrl))).arrayBuffer());
    expect(printed.subarray(0, 5).toString()).toBe('%PDF-');
    const { body: receipt } = await service.get(`/jobs/${job_id}/receipt`);
    expect(receipt).toMatchObject({ content_hash: sha256, document_sha256: sha256Hex(printed) });
    expect(receipt.document_sha256).not.toBe(sha256);
  },
  60_000,
);

test.each([
  ['macros', docxOf({ files: { 'word/vbaProject.bin': 'x' } }), docxType, 'macros'],
  ['half of a photograph', jpegs.gray.subarray(0, -20), 'image/jpeg', 'cut short'],
  ['a photograph of another kind', Buffer.from('\0\0\0\x18ftypheic-and-so-on', 'latin1'), 'image/jpeg', 'HEIC'],
])('%s: 400 names it and the cure', async (_, file, content_type, words) => {
  const { pdf_url } = await uploaded(service, file, { content_type });
  const { status, body } = await service.post('/quotes', { country: 'US', pdf_url });
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ code: 'content_refused', field: 'pdf_url', error: expect.stringContaining(words) }),
  ]);
});
