/** Receipts of orders that were paid and sent in memory, signed with generated keys. */
import { generateKeyPairSync } from 'node:crypto';
import { jwsSigner } from '../../shared/config/jws-signer.ts';
import type { Job } from '../../shared/domain/job/job.ts';
import type { Operator, ProductName } from '../../shared/domain/names.ts';
import type { Reader } from '../../shared/pages/reader.ts';
import type { ReceiptView } from '../../shared/pages/receipt/parts.ts';
import { showReceipt } from '../../shared/pages/views/show-receipt.ts';
import { memoryDeps } from './fakes/deps.ts';
import { jobOf, submitted } from './fakes/orders.ts';
import { readerFor } from './pages/reader.ts';

/** A private key as the configuration accepts it, and its public half in base64url. */
export function signingKey() {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { privateJwk: JSON.stringify(jwk), publicX: jwk.x ?? '' };
}

export const acme: Operator = {
  name: 'Acme Letters',
  support: 'mailto:help@acme.example',
  postalAddress: '1 Example St, Toronto ON  M5H 1A1, Canada',
  taxRegistration: '123456789 RT0001',
};

export const readerIn = (acceptLanguage: string, operator = acme): Reader =>
  readerFor({ acceptLanguage, operator, isTest: true });

/** The receipt of a mailed letter, mailed check or sent fax; `change` alters the job first. */
export async function receiptOf(
  product: ProductName,
  { privateJwk = signingKey().privateJwk, change = (job: Job) => job, isTest = true } = {},
): Promise<ReceiptView> {
  const deps = memoryDeps();
  const id = await submitted(deps, product);
  await deps.clock.advance(200_000);
  const job = await jobOf(deps, id);
  const settings = { ...deps.settings, isTest };
  return showReceipt({ ...deps, settings, signer: jwsSigner(privateJwk) }, change(job), 'https://mail.example.com/v1');
}

/** The receipt endpoint's JSON. */
export const jsonOf = ({ receipt, signature }: ReceiptView, change: object = {}): string =>
  JSON.stringify({ job_id: `job_${'0'.repeat(26)}`, ...receipt, ...change, signature });
