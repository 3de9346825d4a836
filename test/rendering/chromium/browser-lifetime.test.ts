/** When the browser process ends: with its owner, or at the next start. */
import { readdirSync, readFileSync } from 'node:fs';
import { newFolder } from '../../support/new-folder.ts';
import { chromiumFolder, start } from '../../support/rendering/launch-node.ts';
import { papers } from '../../support/rendering/papers.ts';

const paper = JSON.stringify(papers.letter);

const folder = newFolder();

/** Resolves once the process is gone; otherwise the test times out. */
async function waitUntilGone(pid: number): Promise<void> {
  const isGone = (): boolean => {
    try {
      return /^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return true;
    }
  };
  while (!isGone()) await new Promise((next) => setImmediate(next));
}

const importing = (names: string) => `import { ${names} } from '${chromiumFolder}print-html.ts';`;

const printForever = `
  ${importing('printHtml, warmBrowser')}
  const { pid } = await warmBrowser();
  printHtml('<div style="columns: 2">'.repeat(25) + 'x', ${paper});
  console.log(pid);`;

/** Ends a process whose browser prints a document without end. Returns the browser's pid. */
async function orphanedBy(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  const owner = start(folder, printForever);
  const browserPid = Number(await owner.firstOutput);
  owner.child.kill(signal);
  await owner.ended;
  expect(owner.child.signalCode).toBe(signal);
  return browserPid;
}

test('the browser ends with its owner on SIGTERM, even if its document never finishes', async () => {
  await waitUntilGone(await orphanedBy('SIGTERM'));
}, 60_000);

test('the next start ends a busy browser whose owner was killed', async () => {
  const browserPid = await orphanedBy('SIGKILL');
  const next = start(
    folder,
    `${importing('printHtml, closeBrowser')}
    console.log((await printHtml('<p>x</p>', ${paper})).ok);
    await closeBrowser();`,
  );
  expect(await next.firstOutput).toBe('true');
  await next.ended;
  await waitUntilGone(browserPid);
  expect(readdirSync(folder).filter((name) => name.includes('scratch'))).toEqual([]);
}, 60_000);
