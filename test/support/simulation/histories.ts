/** The states that jobs come to, and whether a saved one takes back what was said before. */

import type { ServiceDeps } from '../../../shared/config/app.ts';
import type { State } from '../../../shared/domain/job/lifecycle.ts';
import type { MemoryDeps } from '../fakes/deps.ts';
import { takenBack } from './promises.ts';

interface Watched {
  readonly deps: MemoryDeps;
  readonly broken: readonly string[];
  /** The states that any job has been in. */
  readonly visited: ReadonlySet<State>;
}

export function watched(base: MemoryDeps): Watched {
  const broken: string[] = [];
  const visited = new Set<State>();
  const replace: ServiceDeps['jobs']['replace'] = async (job) => {
    const before = await base.jobs.get(job.id);
    const result = await base.jobs.replace(job);
    if (result !== 'saved' || before === undefined) return result;
    broken.push(...takenBack(before, job));
    visited.add(job.state);
    return result;
  };
  return { deps: { ...base, jobs: { ...base.jobs, replace } }, broken, visited };
}
