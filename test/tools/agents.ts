/** `npm run agents`: plays the dialogues of test/agents against a service of its own, and prints how they went. */
import { modelIn, playedBy } from '../agents/model.ts';
import { deskOf, figuresOf, played } from '../agents/run.ts';
import { tasks } from '../agents/tasks.ts';
import { startService, textOnly } from '../support/e2e/service.ts';

const named = process.argv.slice(2).join(' ');
const service = await startService(textOnly);
try {
  const chosen = tasks.filter(({ id }) => id.includes(named));
  const model = modelIn(process.env);
  // A model makes its own slips, and goes its own way.
  const free = chosen.filter(({ slip, steps }) => slip === undefined && steps === undefined);
  const desk = await deskOf(service);
  const all =
    model === undefined
      ? await played(desk, chosen)
      : await played(desk, free, (at, task) => playedBy(model, at, task));
  for (const { task, faults, calls, isCured, said } of all) {
    const cure = calls === undefined ? '' : ` (${isCured ? 'cured' : 'not cured'} after ${calls})`;
    console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${task.id}${cure}`);
    if (faults.length > 0) console.log([...faults, ...said.map((text) => `< ${text}`)].join('\n'));
  }
  const figures = figuresOf(all);
  console.log(figures);
  process.exitCode = figures.passed === figures.dialogues && figures.wrong === 0 ? 0 : 1;
} finally {
  await service.stop();
}
// The client keeps its connection.
process.exit();
