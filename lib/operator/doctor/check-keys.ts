/** One harmless call for each configured key: it reads one thing at most, and changes none. */
import type { PartnerName } from './partner-lines.ts';
import type { Round } from './round.ts';
import { answered, ok, type Verdict, warn } from './verdict.ts';

/** Telnyx and Sinch have one kind of key only. */
const kindOf = (key = ''): string => (/_live_|^live_/.test(key) ? ', live' : /_test_|^test_/.test(key) ? ', test' : '');

/** `variable`: the one whose form says whether it is a live or a test key. */
export const knowsKey =
  (partner: PartnerName, path: string, variable: string) =>
  async (round: Round): Promise<Verdict> => {
    const line = round.line(partner);
    const key = round.environment[variable];
    const answer = await round.ask(partner, { method: 'GET', path });
    if (answer.kind === 'answered' && answer.status === 403 && key?.startsWith('rk_'))
      return warn(
        `${line.title} knows ${line.credentials}, a restricted key that may not read the balance`,
        'it must be allowed to write checkout sessions and refunds, and to read payment intents and charges',
      );
    const found = answered(answer, line);
    return 'wrong' in found ? found.wrong : ok(`${line.title} knows ${line.credentials}${kindOf(key)}`);
  };
