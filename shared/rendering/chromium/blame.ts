/** Decides whether a document stops the browser, or the machine on which browsers die. */
import type { Unprintable } from '../../domain/paper.ts';
import { unprintable } from '../layout.ts';
import { MachineBusy } from '../process/fair-line.ts';

/** An attempt to print that brought no result. */
export interface PrintFailure {
  readonly ok?: never;
  readonly error: unknown;
  /** `empty`: the browser was lost before the document was in it. `printing`: with the document in it. */
  readonly lost: 'empty' | 'printing' | undefined;
}

/** A page could not be opened, so no document has been in it. */
export class NoPage extends Error {
  override readonly name = 'NoPage';
}

export function printFailure(error: unknown, isAlive: boolean): PrintFailure {
  if (error instanceof NoPage) return { error, lost: 'empty' };
  // puppeteer's errors for a browser or a page that is gone or does not respond.
  const lossNames = new Set(['ProtocolError', 'TargetCloseError', 'ConnectionClosedError', 'TimeoutError']);
  const isLost = !isAlive || (error instanceof Error && lossNames.has(error.name));
  return { error, lost: isLost ? 'printing' : undefined };
}

/**
 * The refusal of a document that stopped the browser in both attempts, while a plain page prints right after it.
 * Throws `MachineBusy` if browsers die without it, too, and an error that has nothing to do with them as it is.
 */
export async function blamed(
  failures: readonly PrintFailure[],
  printsPlainPage: () => Promise<boolean>,
): Promise<Unprintable> {
  const accident = failures.find(({ lost }) => lost === undefined);
  if (accident !== undefined) throw accident.error;
  const isItsOwn = failures.every(({ lost }) => lost === 'printing') && (await printsPlainPage());
  if (!isItsOwn) throw new MachineBusy('Browsers die on this machine', { cause: failures.at(-1)?.error });
  return unprintable('The HTML stopped the browser that prints it, twice. Make it simpler, or send a PDF.');
}
