/** The pages of a letter and of a signature in a file of evidence: shown as they are, in frames that no page covers. */
import { randomBytes } from 'node:crypto';
import { drawObject, PDFDocument, PDFName } from 'pdf-lib';
import { jwsSigner } from '../../shared/adapters/signer.ts';
import { evidenceForPeople } from '../../shared/doors/http/receipt.ts';
import { writeTextPdf } from '../../shared/rendering/text/write-pdf.ts';
import { showEvidence } from '../../shared/usecases/receipts/show-evidence.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, sold } from '../support/fakes/orders.ts';
import { inkOf, textsOf } from '../support/read-pdf.ts';
import { readerIn, signingKey } from '../support/receipts.ts';
import { papers } from '../support/rendering/papers.ts';

const deps = Object.assign(memoryDeps(), { signer: jwsSigner(signingKey().privateJwk) });
const id = await sold(deps);
await deps.clock.wind(200_000);
const job = await jobOf(deps, id);
const shownOf = (change: Partial<typeof job> = {}) =>
  showEvidence(deps, { ...job, ...change }, 'https://mail.example.com');
const evidence = await shownOf();

const letterOf = (pages: number, word = 'Dear Ada'): Promise<Uint8Array> => {
  const lines = Array.from({ length: pages }, (_, page) => [{ text: `${word} ${page + 1}`, xPt: 72, baselinePt: 500 }]);
  return writeTextPdf({ paper: papers.letter, pages: lines }, { title: 'Letter' });
};

async function made(change: Partial<typeof evidence>) {
  const { body = '' } = await evidenceForPeople({ ...evidence, ...change }, readerIn('en'));
  const pdf = new Uint8Array(Buffer.from(body, 'base64'));
  return { pdf, texts: await textsOf(pdf), answered: body.length };
}
const attachedOnly = 'to be shown: open the attachment';
const inFrame = 'its sender’s words';

test('sixty pages of a letter stand behind the receipt and the draft, in an answer below 6 MB', async () => {
  const { texts, answered } = await made({ document: await letterOf(60) });
  expect(texts).toHaveLength(63);
  for (const [page, text] of texts.slice(3).entries()) {
    expect(text).toMatch(new RegExp(`Dear Ada ${page + 1}\\b`));
    expect(text).toContain(inFrame);
  }
  expect(texts[0]).toContain('Its pages stand at the end');
  expect(texts[0]).not.toContain(attachedOnly);
  expect(texts[0]).toMatch(/Letter to Ada Lovelace\s+The order has been paid and has left the print facility/);
  expect(answered).toBeLessThan(6_000_000);
}, 60_000);

test('what another program made, and the carrier’s file, are shown as pictures: their fonts might break PDF/A', async () => {
  const [document, signature] = [await letterOf(2), await letterOf(1, 'Signed by Ada')];
  const { pdf, texts } = await made({ document, signature, isOwn: false });
  expect(texts).toHaveLength(6);
  for (const text of texts.slice(3)) expect(text).not.toMatch(/Dear|Signed by/);
  expect(texts[5]).toContain('carrier’s file');
  const ink = await inkOf(pdf, 6);
  expect(ink.bottomIn).toBeGreaterThan(5);
}, 30_000);

test('one with more pages than can be drawn in time is attached alone, and the signature is shown', async () => {
  const { texts } = await made({ document: await letterOf(9), signature: await letterOf(1), isOwn: false });
  expect(texts).toHaveLength(4);
  expect(texts[0]).toContain(attachedOnly);
  expect(texts[0]).toContain('Its pages stand at the end');
}, 30_000);

test('a file that cannot be read is attached alone', async () => {
  const { texts } = await made({ document: new TextEncoder().encode('%PDF-1.7 none') });
  expect(texts).toHaveLength(3);
  expect(texts[0]).toContain(attachedOnly);
}, 30_000);

test('pages that would make the answer too large are attached alone', async () => {
  const heavy = await PDFDocument.create();
  const page = heavy.addPage([612, 792]);
  const entries = { Type: 'XObject', Subtype: 'Image', Width: 1_000, Height: 2_600, BitsPerComponent: 8 };
  const noise = heavy.context.flateStream(randomBytes(2_600_000), { ...entries, ColorSpace: 'DeviceGray' });
  page.pushOperators(drawObject(page.node.newXObject('Noise', heavy.context.register(noise))));
  const { texts, answered } = await made({ document: await heavy.save() });
  expect([texts.length, answered < 6_000_000]).toEqual([3, true]);
  expect(texts[0]).toContain(attachedOnly);
}, 30_000);

test('before it has left there is no draft of a declaration, and the pages follow the receipt', async () => {
  const { created_at } = evidence.view.receipt.times;
  const receipt = { ...evidence.view.receipt, times: { created_at: created_at ?? 0 } };
  const { texts } = await made({ document: await letterOf(1), view: { ...evidence.view, receipt } });
  expect(texts).toHaveLength(3);
  expect(texts.join()).not.toContain('Draft');
  expect(texts[2]).toContain('Dear Ada 1');
}, 30_000);

test('a page covers no word of its frame', async () => {
  const hiding = await PDFDocument.create();
  const page = hiding.addPage([612, 792]);
  page.drawRectangle({ x: -500, y: -500, width: 2_000, height: 2_000 });
  page.node.delete(PDFName.of('Group'));
  const { pdf, texts } = await made({ document: await hiding.save() });
  expect(texts[3]).toContain(inFrame);
  const { topIn, leftIn } = await inkOf(pdf, 4);
  expect(topIn).toBeLessThan(0.5);
  expect(leftIn).toBeGreaterThan(0.3);
}, 30_000);

test.each([
  ['a PDF that was fetched', { content: { kind: 'pdf_url', hash: 'h', pages: 1 } }, false],
  ['a text', {}, true],
  [
    'a text with a file behind it',
    { content: { ...job.content, parts: { content: 'h', attachments: [{ hash: 'h', pages: 1 }] } } },
    false,
  ],
  ['no document', { document: undefined }, false],
])('%s: made by this service, or not', async (_, change, isOwn) => {
  expect((await shownOf(change as Partial<typeof job>)).isOwn).toBe(isOwn);
});
