/** Figures about words: comments that begin with a relative clause, and files that name a partner. */
import type { Parsed } from './parse.ts';

/** The words that a translated sentence begins with. */
const clause = /^(?:What\w*|Who\w*|Where\w*|How\w*|That|Of which|Of what)\b/;

/** Only the first sentence of a comment is looked at. */
export const clauseComments = (sources: readonly Parsed[]): string[] =>
  sources.flatMap(({ file, comments }) =>
    comments
      .filter(({ words }) => clause.test(words))
      .map(({ words, line }) => `${file}:${line} ${words.slice(0, 80)}`),
  );

/** The words that names and sentences are made of: `lobKey` and `LOB_API_KEY` name Lob, `blob` and `global` do not. */
const wordsIn = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll('PostGrid', 'Postgrid')
      .match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)
      ?.map((word) => word.toLowerCase()),
  );

/** Files whose names, strings or paths of imports name a partner; its own files and folders apart, comments apart. */
export const filesNaming = (sources: readonly Parsed[], partner: string): string[] =>
  sources.filter(({ file, code }) => !wordsIn(file).has(partner) && wordsIn(code).has(partner)).map(({ file }) => file);
