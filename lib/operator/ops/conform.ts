/** `npm run ops -- conform FILE`: holds the exported log of a deployment against the table of a job's life. */
import { readFile } from 'node:fs/promises';
import { conform, type Strayed } from '../conform/conform.ts';
import { textOf } from '../conform/read-log.ts';

export const conformUsage = 'conform FILE';

const where = ({ order, line, fact, state, from }: Strayed): string =>
  `${order}, line ${line}: ${fact} and then ${state} cannot follow ${from ?? 'the beginning of the log'}.`;

const shortened = (lines: readonly number[]): string =>
  lines.length <= 5 ? lines.join(', ') : `${lines.slice(0, 5).join(', ')} and ${lines.length - 5} more`;

/** The lines to print. `code`: 2 if a job has left the table, 1 if the file tells of no job. */
export async function conformed([file, ...rest]: readonly string[]): Promise<{
  readonly lines: readonly string[];
  readonly code: 0 | 1 | 2;
}> {
  if (file === undefined || rest.length > 0)
    return { lines: [`It is npm run ops -- ${conformUsage}, an exported log of the service.`], code: 1 };
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return { lines: [`${file} cannot be read.`], code: 1 };
  const { jobs, facts, cutOff, unreadable, strayed } = conform(textOf(bytes));
  if (jobs === 0)
    return { lines: [`${file} tells no fact of any job: export the lines whose message is fact.`], code: 1 };
  const notes = [
    ...(cutOff > 0 ? [`Of ${cutOff} of them the log lacks the beginning.`] : []),
    ...(unreadable.length > 0 ? [`Cut off, and left out: line ${shortened(unreadable)}.`] : []),
  ];
  const told = `${facts} facts of ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;
  if (strayed.length === 0)
    return { lines: [`${told}: each history is one that the table allows.`, ...notes], code: 0 };
  return { lines: [`${told}: ${strayed.length} left the table.`, ...strayed.map(where), ...notes], code: 2 };
}
