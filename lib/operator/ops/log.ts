/** `npm run ops -- log verify ADDRESS [HEAD…]`: verifies the log of a service as anybody can, without any right. */
import { readFile } from 'node:fs/promises';
import { type KeptHead, verifyLog } from '../log/verify-log.ts';

export const logUsage = 'log verify ADDRESS [HEAD…]';

const fetched = (address: string) => async (path: string) => {
  const answer = await fetch(`${address.replace(/\/+$/, '')}/${path}`);
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return answer.json();
};

/** The lines to print. `code`: 2 if the log does not fit, 1 if it could not be read. */
export async function logVerified([verb, address, ...files]: readonly string[]): Promise<{
  readonly lines: readonly string[];
  readonly code: 0 | 1 | 2;
}> {
  if (verb !== 'verify' || address === undefined)
    return { lines: [`It is npm run ops -- ${logUsage}, and ADDRESS ends with /v1.`], code: 1 };
  try {
    const kept = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as KeptHead));
    const { days, receipts, differences } = await verifyLog(fetched(address), kept);
    const told = `${receipts} receipts of ${days} ${days === 1 ? 'day' : 'days'}, ${kept.length} kept heads`;
    if (differences.length > 0)
      return { lines: [`${told}: ${differences.length} differences.`, ...differences], code: 2 };
    return { lines: [`${told}: every day goes on from the one before.`], code: 0 };
  } catch (error) {
    return { lines: [`The log could not be verified: ${(error as Error).message}.`], code: 1 };
  }
}
