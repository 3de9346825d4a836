/** The architecture rules that look beyond imports. Each reports the files that break it, and how. */
import { dirname } from 'node:path/posix';
import type { FunctionRow } from '../../../functions/manifest.ts';
import type { Source } from './sources.ts';

/** A rule returns one line for each violation, which begins with the file. */
export type Rule = (sources: readonly Source[]) => string[];

const maxFilesInFolder = 22;

export const foldersAreSmall: Rule = (sources) =>
  Object.entries(Object.groupBy(sources, ({ file }) => dirname(file)))
    .filter(([, files = []]) => files.length > maxFilesInFolder)
    .map(([folder, files = []]) => `${folder} has ${files.length} files, more than ${maxFilesInFolder}`);

/** Files that match `files` and not `except` must not use `pattern` in their code; comments and strings may. */
const forbids =
  (files: RegExp, except: RegExp, pattern: RegExp): Rule =>
  (sources) =>
    sources
      .filter(({ file }) => files.test(file) && !except.test(file))
      .flatMap(({ file, code }) =>
        [...new Set(code.matchAll(pattern).map(([match]) => match.trim()))].map((match) => `${file} uses ${match}`),
      );

export const pureRingsTouchNothingOutside = forbids(
  /^shared\/(?:domain|products|orders|notify\/(?!adapters\/))/,
  /^$/,
  /\bDate\.now\b|\bnew Date(?:\(\s*\)|\b(?!\())|\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bfetch\(|\bset(?:Timeout|Interval|Immediate)\b|\bperformance\.now\b|\bprocess\.\w+/g,
);

export const onlyConfigReadsTheEnvironment = forbids(
  /^(?:shared|functions)\//,
  /^shared\/config\/config\.ts$/,
  // Also finds `import { env } from 'node:process'` and `const { env } = process`. In `code`, strings are empty.
  /\bprocess\.env\b|\benv\b(?=[^\n]*(?:\bfrom ''|=\s*process\b))/g,
);

/** `ask` counts each request toward its rate limit. */
export const useCasesRunOnlyInAsk = forbids(/^(?:shared|functions)\//, /^shared\/orders\/use-case\.ts$/, /\.run\(/g);

export const onlyProblemKnowsStatuses = forbids(
  /^shared\/(?:orders|notify\/(?!adapters\/)|pages\/views|web)\//,
  /^shared\/web\/http\/problem\.ts$/,
  // The usual statuses. A number that is multiplied or divided is something else.
  /(?<![\w.])(?:20[0-6]|30[1-8]|40\d|41[0-8]|42[2-9]|431|451|50\d)(?![\w.])(?!\s*[*/])/g,
);

/** On AWS no lock proves that another process is dead, so no function may release that process's claims. */
export const claimsAreReleasedInOnePlace: Rule = (sources) =>
  sources
    .filter(({ file, text }) => /kind: 'released',/.test(text) && file !== 'shared/orders/submit/release-claims.ts')
    .map(({ file }) => `${file} releases a claim`);

/** dependency-cruiser overlooks computed imports, imports inside types, and files that are required. */
export const importsCanBeFollowed = forbids(
  /(?<!\.d\.ts)$/,
  // These load handlers by their names in the manifest.
  /^lib\/(local\/functions|cloud\/packaging\/group-entry)\.ts$/,
  /\bimport\((?!''\))|\bimport\(''\)\.(?!then\b)|\btypeof import\(|\brequire\(/g,
);

/** Names that several files may export, because each is in its own bundle: handlers, and the scripts of pages. */
const sharedNames = ['handler', 'handlers', 'script'];

/** A search for a name finds one declaration. This includes types that a file doesn't export. */
export const namesAreUnique: Rule = (sources) => {
  const declaration = /^(?:export (?:async )?(?:const|let|function|class)|(?:export )?(?:interface|type)) (\w+)/gm;
  // The client's generated types have the API's names; a script that generates code has that code as text.
  const written = sources.filter(({ file }) => file !== 'client/schema.ts' && !file.startsWith('bin/'));
  const names = written.flatMap(({ file, code }) =>
    [...new Set(code.matchAll(declaration).map(([, name = '']) => name))].map((name) => ({ file, name })),
  );
  return Object.entries(Object.groupBy(names, ({ name }) => name))
    .filter(([name, files = []]) => files.length > 1 && !sharedNames.includes(name))
    .map(([name, files = []]) => `${files.map(({ file }) => file).join(' and ')} declare ${name}`);
};

export const filesOpenWithASentence: Rule = (sources) =>
  sources
    .filter(({ text }) => !/^(?:#![^\n]*\n)?\/\*\*\s[\s\S]*?\w[\s\S]*?\*\//.test(text))
    .map(({ file }) => `${file} does not open with a doc comment that says what it is`);

const manifest = 'functions/manifest.ts';

export const manifestMatchesFiles =
  (rows: readonly Pick<FunctionRow, 'name' | 'file'>[]): Rule =>
  (sources) => {
    // These aren't handlers: the manifest, the rules for its routes, and how a group finds a handler.
    const files = sources
      .map(({ file }) => file)
      .filter((file) => /^functions\/(?!groups\/dispatch-among\.ts|manifest\.ts|routes\.ts)/.test(file));
    const names = rows.map(({ name }) => name);
    const expected = rows.map(({ file }) => `functions/${file}.ts`);
    return [
      ...expected
        .filter((file) => !files.includes(file))
        .map((file) => `${file} is missing: ${manifest} has a row for it`),
      ...files.filter((file) => !expected.includes(file)).map((file) => `${file} has no row in ${manifest}`),
      ...names.filter((name, row) => names.indexOf(name) !== row).map((name) => `${manifest} has two rows for ${name}`),
    ];
  };
