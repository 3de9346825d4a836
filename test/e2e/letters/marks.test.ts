/** A signed letter with a letterhead over HTTP: what is quoted is shown, printed and certified. */
import { type Json, letterOf, text } from '../../support/e2e/client.ts';
import { type Service, startService } from '../../support/e2e/service.ts';
import { inkOf, textsOf } from '../../support/read-pdf.ts';
import { jpeg, strokes } from '../../support/rendering/pictures.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const uri = (bytes: Buffer, format = 'png') => `data:image/${format};base64,${bytes.toString('base64')}`;
const marks = {
  signature: { typed: 'Zoë Tremblay-Côté' },
  letterhead: { image: uri(strokes(400, 200)) },
};

async function printed({ job_id, checkout_url }: Json): Promise<Uint8Array> {
  await service.pay(checkout_url);
  await service.jobUntil(job_id, { status: 'fulfilled' });
  const [item] = await service.mailed(job_id);
  return new Uint8Array(await (await fetch(item.document_url)).arrayBuffer());
}

test('a letter is signed where it ends, and its page tells so in both languages', async () => {
  const quote = await service.quote({ ...marks });
  expect(quote).toMatchObject({ pages: 1, signed: 'Zoë Tremblay-Côté (typed)', letterhead: true, warnings: [] });
  const job = await service.make('/jobs', letterOf(quote.quote_id, {}, { text, ...marks }));
  expect((await service.get(job.pay_url)).text).toContain('Signed (typed)');
  const enFrancais = await service.get(job.pay_url, { 'accept-language': 'fr' });
  expect(enFrancais.text.replaceAll('\u00A0', ' ')).toContain('Signature (saisie au clavier)');
  const pdf = await printed(job);
  const [words = ''] = await textsOf(pdf);
  expect(words.trim().endsWith('Zoë Tremblay-Côté')).toBe(true);
  expect((await inkOf(pdf, 1)).rightIn).toBeCloseTo(7.5, 1);
});

test('HTML and Markdown are signed at the mark, in the print function', async () => {
  for (const content of [
    { html: '<p>Yours,<p>{{signature}}<p>P.S.' },
    { markdown: 'Yours,\n\n{{signature}}\n\nP.S.' },
  ]) {
    const quote = await service.quote({ text: undefined, ...content, ...marks });
    const named = { content_hash: quote.content_hash };
    const job = await service.make('/jobs', letterOf(quote.quote_id, {}, { text: undefined, ...named }));
    const [words = ''] = await textsOf(await printed(job));
    expect(words.split(/\s*\n\s*/).filter((line) => line !== '')).toEqual(['Yours,', 'Zoë Tremblay-Côté', 'P.S.']);
  }
});

test.each([
  ['a picture that is none', { signature: { image: uri(Buffer.from('<svg/>'.padEnd(80))) } }, 'signature.image'],
  ['a damaged picture', { letterhead: { image: uri(jpeg.subarray(0, 200), 'jpeg') } }, 'letterhead.image'],
  ['a name that cannot be printed', { signature: { typed: '愛子' } }, 'signature.typed'],
])('%s is 400 and names the field', async (_, fields, field) => {
  const { status, body } = await service.post('/quotes', { country: 'US', text, ...fields });
  expect([status, body.code, body.field]).toEqual([400, 'content_refused', field]);
});
