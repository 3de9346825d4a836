/** The evidence of a letter of sixty pages: its making, and its verification by a saved page in the browser. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jwsSigner } from '../../shared/adapters/signer.ts';
import { evidenceForPeople } from '../../shared/doors/http/receipt.ts';
import { logNights } from '../../shared/operations/log-nights.ts';
import { verifyPage } from '../../shared/pages/verify.ts';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { showEvidence } from '../../shared/usecases/receipts/show-evidence.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, sold } from '../support/fakes/orders.ts';
import { browse } from '../support/pages/browsing.ts';
import { readerIn, signingKey } from '../support/receipts.ts';
import { papers } from '../support/rendering/papers.ts';
import { compare } from './compare.ts';
import { htmlOf } from './documents.ts';
import { against, milliseconds, type Section } from './report.ts';

const rounds = 9;
const mostMs = { making: 2_000, verifying: 1_000 } as const;

export async function evidence(folder: string): Promise<Section> {
  const signer = jwsSigner(signingKey().privateJwk);
  const deps = Object.assign(memoryDeps(), { signer });
  const id = await sold(deps);
  await deps.clock.wind(24 * 60 * 60_000);
  await logNights(deps, Number.MAX_SAFE_INTEGER);
  const letter = await printHtml(htmlOf(60), papers.letter);
  await closeBrowser();
  if (!letter.ok) throw new Error(letter.problem);
  const shown = await showEvidence(deps, await jobOf(deps, id), 'https://mail.example.com/v1');
  const make = async (document?: Uint8Array) => {
    const { body = '' } = await evidenceForPeople({ ...shown, document }, readerIn('en'));
    return Buffer.from(body, 'base64');
  };
  const made = await compare(
    { ours: { run: () => make(letter.pdf).then(() => undefined) }, bare: { run: () => make().then(() => undefined) } },
    rounds,
  );
  const file = join(folder, 'evidence.pdf');
  await writeFile(file, await make(letter.pdf));
  const verified = await verifying(folder, file, (await signer.publicKeys()).keys);
  return {
    title: 'The evidence of a letter of 60 pages',
    header: ['What', 'Ours', 'The same without pages, or hashed alone', 'Ours to that', 'Limit'],
    rows: [row('made', made, mostMs.making), row('verified in the browser', verified, mostMs.verifying)],
  };
}

function row(what: string, { ours, bare }: { readonly ours: number; readonly bare: number }, limit: number): string[] {
  return [what, milliseconds(ours), milliseconds(bare), (ours / bare).toFixed(1), against(ours, limit, ' ms')];
}

type Known = Parameters<typeof verifyPage>[0]['known'];

/** From the choice of the file to the words of the verdict. */
async function verifying(folder: string, file: string, known: Known) {
  const saved = join(folder, 'verify.html');
  await writeFile(
    saved,
    verifyPage({ action: '/v1/verify', keys: '/v1/keys', known, isSaved: true }, readerIn('en')).body,
  );
  const browsing = await browse();
  try {
    const tab = await browsing.tab();
    await tab.goto(`file://${saved}`);
    await tab.waitForSelector('#here:not([hidden])');
    const chosen = await tab.waitForSelector('input#receipt_file');
    const ours = async () => {
      await tab.$eval('#result', (result) => result.replaceChildren());
      await tab.$eval('input#receipt_file', (input) => Object.assign(input, { value: '' }));
      const startedAt = performance.now();
      await chosen?.uploadFile(file);
      await tab.waitForSelector('#result [data-log=included]');
      return performance.now() - startedAt;
    };
    const bare = async () => {
      const startedAt = performance.now();
      await tab.$eval('input#receipt_file', async (input) => {
        const bytes = await input.files?.[0]?.arrayBuffer();
        await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer());
      });
      return performance.now() - startedAt;
    };
    return await compare({ ours: { run: ours }, bare: { run: bare } }, rounds);
  } finally {
    await browsing.close();
  }
}
