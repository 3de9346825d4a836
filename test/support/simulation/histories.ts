/** Histories of jobs: each saved state, the fact that made it, and whether it takes back what was said before. */
import type { FactKind } from '../../../shared/core/job/fact.ts';
import type { State } from '../../../shared/core/job/lifecycle.ts';
import type { Deps } from '../../../shared/ports/deps.ts';
import type { MemoryDeps } from '../fakes/deps.ts';
import { takenBack } from './promises.ts';

interface Step {
  readonly from: State;
  readonly to: State;
  /** Missing where the writer never heard that it was saved. */
  fact?: FactKind;
}

export interface Watched {
  readonly deps: MemoryDeps;
  readonly broken: readonly string[];
  /** The states that any job has been in. */
  visited(): ReadonlySet<State>;
  /** Each met pair of a state and a fact, `paid claimed`. */
  pairs(): ReadonlySet<string>;
  /**
   * The life of a job in facts and states; what repeats itself at once stands there once. `undefined` if a writer never
   * heard of its own write, because then its fact is not known.
   */
  historyOf(jobId: string): string | undefined;
}

export function watched(base: MemoryDeps): Watched {
  const lives = new Map<string, Step[]>();
  const broken: string[] = [];
  const replace: Deps['jobs']['replace'] = async (job) => {
    const before = await base.jobs.get(job.id);
    const result = await base.jobs.replace(job);
    if (result !== 'saved' || before === undefined) return result;
    broken.push(...takenBack(before, job));
    const steps = lives.get(job.id) ?? [];
    lives.set(job.id, steps);
    steps.push({ from: before.state, to: job.state });
    return result;
  };
  // The service logs each fact right after its write.
  const info: Deps['log']['info'] = (message, fields = {}) => {
    base.log.info(message, fields);
    const last = message === 'fact' ? lives.get(`${fields.jobId}`)?.at(-1) : undefined;
    if (last !== undefined && last.to === fields.state) last.fact ??= fields.fact as FactKind;
  };
  const all = () => [...lives.values()].flat();
  return {
    deps: { ...base, jobs: { ...base.jobs, replace }, log: { ...base.log, info } },
    broken,
    visited: () => new Set(all().map(({ to }) => to)),
    pairs: () => new Set(all().flatMap(({ from, fact }) => (fact === undefined ? [] : [`${from} ${fact}`]))),
    historyOf(jobId) {
      // Writes of events and surplus payments change no state and tell no fact.
      const steps = (lives.get(jobId) ?? []).filter(({ fact, from, to }) => fact !== undefined || from !== to);
      if (steps.some(({ fact }) => fact === undefined)) return undefined;
      return withoutRepeats(steps.map(({ fact, to }) => `${fact} ${to}`)).join(', ');
    },
  };
}

/** A step that comes again at once, alone or in twos, stands there once: ten retries are no other life than two. */
function withoutRepeats(steps: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const step of steps) {
    kept.push(step);
    const [a, b, c, d] = kept.slice(-4);
    if (kept.at(-2) === step) kept.pop();
    else if (kept.length >= 4 && a === c && b === d) kept.splice(-2);
  }
  return kept;
}
