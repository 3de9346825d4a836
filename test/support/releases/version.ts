/** A version of the service's own code: this tree's, or what stands in another folder. Each is a set of modules of its own. */
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** The code that works on the shared table and calls the outside. */
export interface Version {
  readonly advance: typeof import('../../../shared/fulfilment/advance.ts').advance;
  readonly ask: typeof import('../../../shared/usecases/use-case.ts').ask;
  readonly createJob: typeof import('../../../shared/usecases/jobs/create-job.ts').createJob;
  readonly productNamed: typeof import('../../../shared/products/index.ts').productNamed;
  readonly collection: typeof import('../../../shared/adapters/dynamo/collection.ts').collection;
  readonly jobsIn: typeof import('../../../shared/adapters/dynamo/jobs.ts').jobsIn;
  readonly postgridLetters: typeof import('../../../shared/adapters/partners/postgrid/letter.ts').postgridLetters;
  readonly postgridCheques: typeof import('../../../shared/adapters/partners/postgrid/cheque.ts').postgridCheques;
  readonly lobLetters: typeof import('../../../shared/adapters/partners/lob/lob.ts').lobLetters;
}

const files = [
  ...['fulfilment/advance.ts', 'usecases/use-case.ts', 'usecases/jobs/create-job.ts'],
  ...['products/index.ts', 'adapters/dynamo/collection.ts', 'adapters/dynamo/jobs.ts'],
  ...['adapters/partners/postgrid/letter.ts', 'adapters/partners/postgrid/cheque.ts', 'adapters/partners/lob/lob.ts'],
];

export async function versionIn(folder = root): Promise<Version> {
  const modules: object[] = await Promise.all(files.map((file) => import(join(folder, 'shared', file))));
  return Object.assign({}, ...modules) as Version;
}

/** An empty folder for the sources of a version, which finds the packages of this tree. */
export function folderOfVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

/** A change of text in one file. The text stands there exactly once. */
export interface Edit {
  readonly file: string;
  readonly text: string;
  readonly becomes: string;
}

/** This tree's sources with a difference in them. */
export function copyWith(edits: readonly Edit[]): string {
  const folder = folderOfVersion();
  for (const name of ['shared', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const { file, text, becomes } of edits) {
    const path = join(folder, file);
    const parts = readFileSync(path, 'utf8').split(text);
    if (parts.length !== 2) throw new Error(`stands ${parts.length - 1} times in ${file}, not once: ${text}`);
    writeFileSync(path, parts.join(becomes));
  }
  return folder;
}
