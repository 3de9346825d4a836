/** Answers the address on the last page of a letter: who sent it as printed, when, and how long it is. Nothing else. */
import { codeIn, markIdOf } from '../../core/given/verify-mark.ts';
import type { Job } from '../../core/job/job.ts';
import { hasLeft } from '../../core/job/standing.ts';
import { limitWindowSeconds } from '../../core/network.ts';
import { ownContent } from '../../core/quoted-content.ts';
import { notFound } from '../../core/refusal.ts';
import type { Deps } from '../../ports/deps.ts';
import { productNamed } from '../../products/index.ts';
import { countInWindow } from '../count-request.ts';
import type { Caller } from '../use-case.ts';

/** The PDF that was printed, the file of its sender that it was made of, or another one. */
type MarkedDocument = 'printed' | 'content' | 'other';

export interface MarkView {
  readonly code: string;
  /** As its sender typed it. */
  readonly sender: string;
  /** Unix ms. */
  readonly mailedAt: number;
  readonly pages: number;
  readonly document?: MarkedDocument | undefined;
}

type MarkDeps = Pick<Deps, 'clock' | 'log' | 'settings' | 'requestCounters' | 'jobs' | 'verifyMarks'>;

/** A person opens few letters. Whoever guesses codes of 50 bits needs far more. */
const mostAsked = 100;

/** Throws the same Refusal for every code of no letter that was mailed, whatever the reason. `sha256`: of a visitor's file. */
export async function showMark(
  deps: MarkDeps,
  typed: string,
  caller: Caller,
  sha256: () => Promise<string | undefined> = async () => undefined,
): Promise<MarkView> {
  if (deps.settings.requestLimits !== undefined)
    await countInWindow(deps, { name: 'verify_mark', most: mostAsked, windowSeconds: limitWindowSeconds }, caller);
  const hash = await sha256();
  const code = codeIn(typed) ?? nobodys;
  const mark = await deps.verifyMarks.get(markIdOf(code));
  // An unknown code asks as often as a known one.
  const jobs = await Promise.all((mark?.jobs ?? [{ id: `job_${nobodys}` }]).map(({ id }) => deps.jobs.get(id)));
  const job = jobs.find((one) => one !== undefined && hasLeft(one) && one.content?.verifyMark?.code === code);
  if (job === undefined) throw notFound();
  return { code, ...factsOf(job), document: hash === undefined ? undefined : comparedWith(job, hash) };
}

/** The code of no letter: chance will not make it. */
const nobodys = '0000000000';

function factsOf(job: Job): Pick<MarkView, 'sender' | 'mailedAt' | 'pages'> {
  const [sender = ''] = productNamed(job.product).stamps?.(job).from ?? [];
  return { sender, mailedAt: job.firsts.dispatched ?? job.createdAt, pages: job.content?.pages ?? 0 };
}

function comparedWith({ document, content }: Job, hash: string): MarkedDocument {
  if (hash === document?.sha256) return 'printed';
  // The words of a text are guessed more easily than a whole file is.
  const isOfSender = content?.kind === 'pdf_url' && ownContent(content).hash === hash;
  return isOfSender ? 'content' : 'other';
}
