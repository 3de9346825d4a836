/** A night of the audit over a day of so many jobs, on a clock that only waits pass: its length, processor time and memory. */
import { auditNights } from '../../../shared/orders/audit/audit-nights.ts';
import { dayOf } from '../../support/audit-day.ts';

const jobs = Number(process.argv[2]);
/** The function keeps 30 of its 900 seconds for its end. */
const callMs = 870_000;

const { deps, asked, expected } = await dayOf({ jobs, faultEvery: 10_000, pageSize: 100, pageMs: 400, itemMs: 5 });

const heldMb = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};
const before = heldMb();
let peak = before;
const getJob = deps.jobs.get;
const measured = {
  ...deps,
  jobs: {
    ...deps.jobs,
    get: (id: string) => {
      if (asked.items % 20_000 === 0) peak = Math.max(peak, heldMb());
      return getJob(id);
    },
  },
};

const startedAt = deps.clock.now();
const cpu = process.cpuUsage();
await auditNights(measured, deps.clock.now() + callMs);
const { user, system } = process.cpuUsage(cpu);
const [run] = deps.audits.all();
console.log(
  JSON.stringify({
    minutes: (deps.clock.now() - startedAt) / 60_000,
    cpuMs: (user + system) / 1_000,
    heldMb: peak - before,
    isRight: run?.endedAt !== undefined && run.total === expected.total && asked.lookUps === expected.lookUps,
    differences: run?.total,
  }),
);
