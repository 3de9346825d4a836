/** Checks that the operator's screening gives answers: the list is read as the service reads it, the program is asked once. */
import { commandScreening, readScreeningList, type ScreeningList } from '../../../shared/adapters/screening.ts';
import type { EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import type { Check, Checkup } from './checkup.ts';
import { readNeed } from './partner-connections.ts';
import { type DoctorFinding, failedFinding, ok, warn } from './verdict.ts';

const settingsOf = (environment: EnvironmentVariables) => readNeed('screening', environment) ?? {};

const staleMs = 31 * 24 * 60 * 60_000;

/** All words of an entry must stand in a name, so a line of a table matches nobody. */
const mostWords = 10;

const isOdd = ({ of, words }: ScreeningList['entries'][number]): boolean =>
  words.length > mostWords || (of === 'names' && words.some((word) => /^\d{4,}$/.test(word)));

const perLine = 'put one name on each line, or place: and a place, in UTF-8';

async function list({ environment, seams, now }: Checkup): Promise<DoctorFinding> {
  const { SCREENING_LIST: place = '' } = settingsOf(environment);
  const read = await readScreeningList(place, seams).catch((error: unknown) => (error as Error).message);
  if (typeof read === 'string')
    return failedFinding(`${place} gives no list (${read}), so nothing that is mailed is handed over`, perLine);
  const { text, entries } = read;
  const odd = entries.filter(isOdd).length;
  if (/^\s*[<{[]/.test(text) || odd > entries.length / 2)
    return failedFinding(`most lines of ${place} are no names: they match nobody`, perLine);
  const days = read.changedAt === undefined ? undefined : Math.floor((now() - read.changedAt) / (24 * 60 * 60_000));
  const says = `${entries.length} entries in ${place}`;
  if (days !== undefined && days * 24 * 60 * 60_000 >= staleMs)
    return warn(`${says}, last changed ${days} days ago`, 'official lists change each week: fetch them anew');
  return odd === 0 ? ok(says) : warn(`${says}, ${odd} of which are long or have numbers and match nobody`, perLine);
}

/** A name that is on no list. */
async function program({ environment }: Checkup): Promise<DoctorFinding> {
  const { SCREENING_COMMAND: path = '' } = settingsOf(environment);
  return commandScreening(path)
    .isMatch({ names: ['Doctor of this service'], places: [] })
    .then(
      () => ok(`${path} answers`),
      (error: unknown) =>
        failedFinding(
          `${(error as Error).message}, so nothing that is mailed is handed over`,
          'it must read JSON, print clear or match, and end with 0 within ten seconds',
        ),
    );
}

const applies = (name: 'SCREENING_LIST' | 'SCREENING_COMMAND') => (environment: EnvironmentVariables) =>
  settingsOf(environment)[name] !== undefined;

export const screeningChecks: readonly Check[] = [
  { name: 'SCREENING_LIST', applies: applies('SCREENING_LIST'), run: list },
  { name: 'SCREENING_COMMAND', applies: applies('SCREENING_COMMAND'), run: program },
];
