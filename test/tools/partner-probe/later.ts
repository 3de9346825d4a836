/** Only time shows whether PostGrid still knows a key and still lists an order, a day or two after they were used. */
import { askPartner, type DoctorConnection } from '../../../lib/operator/doctor/partner-connection.ts';
import { postgrid } from '../../../shared/partners/postgrid.ts';
import { type Bench, idOf, order, said } from './bench.ts';
import { type Finding, verdictOf } from './finding.ts';
import { listed } from './house.ts';
import { postgridHouse } from './houses.ts';
import { draftOf, type UsedKey } from './used-key.ts';

const hour = 3_600_000;

/** `text`: the observation of the key in one line. */
export async function laterFindings(
  line: DoctorConnection,
  bench: Bench,
  { key, letterId, usedAt }: UsedKey,
): Promise<{ readonly text: string; readonly findings: readonly Finding[] }> {
  const ageMs = bench.now() - usedAt;
  const hours = (ageMs / hour).toFixed(1);
  const { keysLiveMs, listsForMs } = postgrid.assumed;
  // Before the key is used again: another letter would carry the same reference.
  const ids = await listed(postgridHouse(line), key);
  const answer = await askPartner(line, order(draftOf(key)));
  const id = idOf(answer);
  const isKnown = id === letterId;
  const known = isKnown
    ? `still brings the first letter after ${hours} h (${said(answer)})`
    : `forgotten after ${hours} h: A SECOND LETTER was made; for another measure, probe anew`;
  const text = id === undefined ? `${said(answer)}, after ${hours} h` : known;
  const isListed = ids?.includes(letterId) ?? false;
  const about = (assumedMs: number, holds: boolean): Pick<Finding, 'partner' | 'verdict'> => ({
    partner: postgrid.title,
    // Too early to say yes, or too late to say no.
    verdict: holds === ageMs >= assumedMs ? verdictOf(holds) : 'cannot be asked',
  });
  const asOf = (assumedMs: number) => `${hours} of ${assumedMs / hour} h are over`;
  return {
    text,
    findings: [
      {
        ...about(keysLiveMs.value, isKnown),
        ...{ assumption: 'A3', asked: `a key lives for ${keysLiveMs.value / hour} h` },
        answer: `${isKnown ? 'it still brings the first letter' : 'it does not bring the first letter'}; ${asOf(keysLiveMs.value)}`,
      },
      {
        ...about(listsForMs.value, isListed),
        ...{ assumption: 'A2', asked: `a list shows an order for ${listsForMs.value / hour} h` },
        answer: `${isListed ? 'it is listed' : 'it is not listed'}; ${asOf(listsForMs.value)}`,
      },
    ],
  };
}
