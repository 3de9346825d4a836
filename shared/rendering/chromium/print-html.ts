/**
 * Prints an author's HTML on US Letter with Chromium. No document can reach anything, run forever or affect the next
 * one.
 */
import type { Layout, Rendered, Unprintable } from '../../core/content.ts';
import { faxWarnings } from '../fax/fitness.ts';
import { checkHtml } from '../html/check-html.ts';
import { type Excess, watched } from '../process/watchdog.ts';
import { type Printed, printPage } from './print-page.ts';
import { inTurn, warmBrowser } from './warm-browser.ts';

export { closeBrowser, warmUp } from './warm-browser.ts';

export interface PrintLimits {
  /** For both attempts of one document together, counted from the start of its turn with a running browser. */
  readonly timeMs: number;
  readonly memoryBytes: number;
  /** The longest time that a document waits for those before it. */
  readonly waitMs: number;
}

export const printLimits: PrintLimits = { timeMs: 8_000, memoryBytes: 1_300_000_000, waitMs: 7_000 };

/** Thrown when too many documents are ahead. Nothing is wrong with this one, and it may be sent again. */
class PrinterBusy extends Error {
  override readonly name = 'PrinterBusy';
}

/**
 * The PDF of `html` and its number of pages, the same bytes for the same HTML. Unprintable: anything that the checks
 * refuse, a document that takes too long or too much memory, one that crashes the browser twice. Throws `PrinterBusy`,
 * and any error that keeps Chromium from starting.
 */
export async function printHtml(
  html: string,
  layout: Layout,
  limits: PrintLimits = printLimits,
): Promise<Rendered<Printed>> {
  const checked = checkHtml(html);
  if (!checked.ok) return checked;
  const arrivedAt = performance.now();
  const printed = await inTurn(async (): Promise<Rendered<Printed>> => {
    if (performance.now() - arrivedAt > limits.waitMs) throw new PrinterBusy('Other documents are being printed');
    const startedAt = performance.now();
    const first = await attempt(checked.html, layout, limits);
    if (first.ok !== undefined) return first;
    const timeMs = Math.max(0, limits.timeMs - (performance.now() - startedAt));
    const second = await attempt(checked.html, layout, { ...limits, timeMs });
    if (second.ok !== undefined) return second;
    if (!second.browserDied) throw second.error;
    return {
      ok: false,
      problem: 'The HTML stopped the browser that prints it, twice. Make it simpler, or send a PDF.',
    };
  });
  if (!printed.ok) return printed;
  // Runs after the document's turn: it draws in its own process, and the next document need not wait for that.
  const unfit = layout === 'fax' ? await faxWarnings(printed.pdf, printed.pages) : [];
  return { ...printed, warnings: [...checked.warnings, ...printed.warnings, ...unfit] };
}

/** The outcome of an attempt that failed in the browser; the browser is gone then. */
interface Failure {
  readonly ok?: never;
  readonly error: unknown;
  readonly browserDied: boolean;
}

async function attempt(html: string, layout: Layout, limits: PrintLimits): Promise<Rendered<Printed> | Failure> {
  const chromium = await warmBrowser();
  try {
    const work = printPage(chromium.browser, html, layout);
    const outcome = await watched(chromium.pid, limits, chromium.kill, work);
    return outcome.excess === undefined ? outcome.result : tooMuch(outcome.excess, limits);
  } catch (error) {
    const failure = { error, browserDied: !chromium.isAlive() };
    // A browser that failed once is not trusted with the next document.
    chromium.kill();
    return failure;
  }
}

function tooMuch(excess: Excess, limits: PrintLimits): Unprintable {
  const what =
    excess === 'time' ? `takes longer than ${Math.ceil(limits.timeMs / 1_000)} seconds` : 'takes too much memory';
  return { ok: false, problem: `The HTML ${what} to print. Use fewer nested tables and columns, and smaller images.` };
}
