/** The architecture rules that read more of a file than its imports. Each finds the files that break it, and says how. */
import { dirname } from 'node:path/posix';
import type { FunctionRow } from '../../../functions/manifest.ts';
import type { Source } from './sources.ts';

/** A rule returns one line for each breach, beginning with the file. */
export type Rule = (sources: readonly Source[]) => string[];

const mostFilesInFolder = 22;

/** A folder that cannot be read at a glance has rooms that nobody sees. */
export const foldersAreSmall: Rule = (sources) =>
  Object.entries(Object.groupBy(sources, ({ file }) => dirname(file)))
    .filter(([, files = []]) => files.length > mostFilesInFolder)
    .map(([folder, files = []]) => `${folder} holds ${files.length} files, more than ${mostFilesInFolder}`);

/** `files` but those in `except` must not say `words` in their code; comments and strings may. */
const unsaid =
  (files: RegExp, except: RegExp, words: RegExp): Rule =>
  (sources) =>
    sources
      .filter(({ file }) => files.test(file) && !except.test(file))
      .flatMap(({ file, code }) =>
        [...new Set(code.matchAll(words).map(([word]) => word.trim()))].map((word) => `${file} says ${word}`),
      );

const nothing = /^$/;

export const pureRingsTouchNothingOutside = unsaid(
  /^shared\/(?:domain|products|orders|notify\/(?!adapters\/))/,
  nothing,
  /\bDate\.now\b|\bnew Date(?:\(\s*\)|\b(?!\())|\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bfetch\(|\bset(?:Timeout|Interval|Immediate)\b|\bperformance\.now\b|\bprocess\.\w+/g,
);

export const onlyConfigReadsTheEnvironment = unsaid(
  /^(?:shared|functions)\//,
  /^shared\/config\/config\.ts$/,
  /\bprocess\.env\b|\benv\b(?=[^\n]*(?:\bfrom ''|=\s*process\b))/g,
);

export const useCasesRunInAskAlone = unsaid(/^(?:shared|functions)\//, /^shared\/orders\/use-case\.ts$/, /\.run\(/g);

export const onlyProblemKnowsStatuses = unsaid(
  /^shared\/(?:orders|notify\/(?!adapters\/)|pages\/views|web)\//,
  /^shared\/web\/http\/problem\.ts$/,
  /(?<![\w.])(?:20[0-6]|30[1-8]|40\d|41[0-8]|42[2-9]|431|451|50\d)(?![\w.])(?!\s*[*/])/g,
);

/** On AWS no lock proves that another process is dead: no function may release its claims. */
export const claimsAreReleasedInOnePlace: Rule = (sources) =>
  sources
    .filter(({ file, text }) => /kind: 'released',/.test(text) && file !== 'shared/orders/submit/release-claims.ts')
    .map(({ file }) => `${file} releases a claim`);

/** dependency-cruiser overlooks computed imports, imports inside types, and files that are required. */
export const importsCanBeFollowed = unsaid(
  /(?<!\.d\.ts)$/,
  // They load handlers by the names that stand in the manifest.
  /^lib\/(local\/functions|cloud\/packaging\/group-entry)\.ts$/,
  /\bimport\((?!''\))|\bimport\(''\)\.(?!then\b)|\btypeof import\(|\brequire\(/g,
);

/** A function's way in, and a page's script: each stands alone in its bundle. */
const namesOfMany = ['handler', 'handlers', 'script'];

/** Who searches for a name finds one thing. Types that a file keeps to itself count as well. */
export const namesStandOnce: Rule = (sources) => {
  const named = /^(?:export (?:async )?(?:const|let|function|class)|(?:export )?(?:interface|type)) (\w+)/gm;
  // The client's generated types keep the words of the API; a script that writes a source holds its text.
  const own = sources.filter(({ file }) => file !== 'client/schema.ts' && !file.startsWith('bin/'));
  const names = own.flatMap(({ file, code }) =>
    [...new Set(code.matchAll(named).map(([, name = '']) => name))].map((name) => ({ file, name })),
  );
  return Object.entries(Object.groupBy(names, ({ name }) => name))
    .filter(([name, files = []]) => files.length > 1 && !namesOfMany.includes(name))
    .map(([name, files = []]) => `${files.map(({ file }) => file).join(' and ')} name ${name}`);
};

export const filesOpenWithASentence: Rule = (sources) =>
  sources
    .filter(({ text }) => !/^(?:#![^\n]*\n)?\/\*\*\s[\s\S]*?\w[\s\S]*?\*\//.test(text))
    .map(({ file }) => `${file} does not open with a doc comment that says what it is`);

const manifest = 'functions/manifest.ts';
const rowFile = (file: string) => `functions/${file}.ts`;

export const manifestMatchesFiles =
  (rows: readonly Pick<FunctionRow, 'name' | 'file'>[]): Rule =>
  (sources) => {
    // Beside the handlers: the manifest, the rules of its routes, and how a group finds a handler.
    const files = sources
      .map(({ file }) => file)
      .filter((file) => /^functions\/(?!groups\/by-handler\.ts|manifest\.ts|routes\.ts)/.test(file));
    const names = rows.map(({ name }) => name);
    const expected = rows.map(({ file }) => rowFile(file));
    return [
      ...expected
        .filter((file) => !files.includes(file))
        .map((file) => `${file} is missing: ${manifest} has a row for it`),
      ...files.filter((file) => !expected.includes(file)).map((file) => `${file} has no row in ${manifest}`),
      ...names.filter((name, row) => names.indexOf(name) !== row).map((name) => `${manifest} has two rows for ${name}`),
    ];
  };
