/** A fax's receipt and pay page: docs/contract.md, "Receipts" and "Pay page". */

import { createHash } from 'node:crypto';
import { freshNumber, orderFax, paid, receiptOf } from '../../support/e2e/desk.ts';
import { inSampledModes } from '../../support/e2e/modes.ts';
import { faxPrice, taxLines } from '../../support/prices.ts';

describe.each(inSampledModes())('in %s mode', (_mode, service) => {
  const order = (changes: object = {}, quote: object = {}) => orderFax(service, changes, quote);
  const sent = (jobId: string) => service.jobUntil(jobId, { fulfillment_status: 'sent' });

  describe('the proof-of-sending receipt fingerprints the exact document', () => {
    test.each([
      ['text', { text: 'Zoë — €5' }],
      ['HTML', { text: undefined, html: '<h1>Zoë</h1>' }],
      ['Markdown', { text: undefined, markdown: '# Zoë' }],
    ])('of %s: the mailbox holds the PDF that it names', async (_, content) => {
      const job = await paid(service, order(content, content));
      const { fax_id } = await sent(job.job_id);
      const [item] = await service.mailed(job.job_id);
      const pdf = Buffer.from(await (await fetch(item.document_url)).arrayBuffer());
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      const document_sha256 = createHash('sha256').update(pdf).digest('hex');
      expect(item).toMatchObject({ id: fax_id, kind: 'fax', status: 'delivered', document_sha256 });
      const receipt = await receiptOf(service, job);
      expect(receipt).toMatchObject({
        ...{ service: 'fax', status: 'sent', statement: expect.stringMatching(/has been sent/), document_sha256 },
        ...{ fax_number: job.fax_number, pages: 1, ...faxPrice(), partner_id: fax_id },
      });
      const { paid_at, with_partner_at, sent_at } = receipt.times;
      expect([paid_at, with_partner_at, sent_at]).toEqual([paid_at, with_partner_at, sent_at].toSorted());
      expect(sent_at).toBeGreaterThan(with_partner_at);
    });

    test('before it was sent the receipt does not say so', async () => {
      const job = await order();
      const receipt = await receiptOf(service, job);
      expect(receipt).toMatchObject({ status: 'awaiting_payment', partner_id: null });
      expect(Object.keys(receipt.times)).toEqual(['created_at']);
    });
  });

  test('the pay page shows what will be faxed: the number, every page and the price', async () => {
    const text = 'line\n'.repeat(50);
    const job = await order({ text, to_number: freshNumber(416) }, { text, country: 'CA', province_or_state: 'ON' });
    const price = faxPrice(2, 'ON');
    const page = await service.get(job.pay_url);
    const formatted = job.fax_number.replace(/^\+1(...)(...)(....)$/, '+1 $1-$2-$3');
    for (const said of [formatted, '2, black on white', ...taxLines(price), `Pay US${price.total}`, job.checkout_url])
      expect(page.text).toContain(said);
    for (const at of [1, 2]) {
      expect(page.text).toContain(`/pages/${at}"`);
      expect((await service.get(`${job.pay_url}/pages/${at}`)).headers.get('content-type')).toBe('image/png');
    }
  });
});
