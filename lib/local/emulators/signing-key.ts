/** The key that signs receipts on this machine. It is made once and kept in the data folder across restarts. */
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './write-durably.ts';

/** A private Ed25519 JWK as JSON text. */
export async function signingKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'receipt-signing-key.json');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeDurably(path, JSON.stringify(privateKey.export({ format: 'jwk' })), { onlyIfAbsent: true });
  return readFile(path, 'utf8');
}
