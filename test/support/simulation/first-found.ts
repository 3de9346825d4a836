/**
 * `node first-found.ts WORLD MOST`: the first seed, up to MOST, whose run in this world breaks a promise, and what it
 * breaks, as JSON; `{}` if there is none. A process of its own, so that it can run in a copy of the project with a bug.
 */
import { argv } from 'node:process';
import { chaos } from './chaos.ts';
import { worlds } from './worlds/worlds.ts';

const [name = '', most = '0'] = argv.slice(2);
const world = worlds[name];
if (world === undefined) throw new Error(`there is no world “${name}”`);

let found: { readonly seed?: number; readonly broken?: readonly string[] } = {};
for (let seed = 1; found.seed === undefined && seed <= Number(most); seed += 1) {
  // A run that throws got an answer that nobody should get.
  const broken = await chaos(seed, undefined, world).then(
    (run) => run.broken,
    (error: unknown) => [`${error}`],
  );
  if (broken.length > 0) found = { seed, broken };
}
console.log(JSON.stringify(found));
