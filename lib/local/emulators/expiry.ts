/** The lifecycle rules of the documents bucket on this machine: the same prefixes and times as on AWS. */
import { documentRetentionMs } from '../../../shared/core/lifetimes.ts';
import { everySeconds, type TriggerClock, wallClock } from '../triggers/clock.ts';
import type { ObjectFiles } from './object-file.ts';

/** Expires at once and then every hour. Returns a function that stops it, and waits for a run that is under way. */
export function expireHourly(files: Pick<ObjectFiles, 'expire'>, clock: TriggerClock = wallClock): () => Promise<void> {
  const stopping = new AbortController();
  const expire = () => {
    const now = clock.now();
    return files.expire((key) => {
      const rule = Object.entries(documentRetentionMs).find(([prefix]) => key.startsWith(`${prefix}/`));
      return rule && now - rule[1];
    });
  };
  const running = everySeconds(3_600, expire, stopping.signal, clock);
  return () => {
    stopping.abort();
    return running;
  };
}
