/**
 * Fourteen words that meant two things in this project. A word is a homonym while two of its meanings are found. A
 * meaning is a pattern over paths, declared names or code without comments: a heuristic that knows these words only,
 * and that a new spelling of an old meaning escapes.
 */
import type { Parsed } from './parse.ts';
import { namesOf } from './syntax.ts';

export interface Tree {
  readonly sources: readonly Parsed[];
  /** Every file of the project, tests included. */
  readonly paths: readonly string[];
}

/** The number of times that one meaning is found. */
type Meaning = (tree: Tree) => number;

const declaredIn =
  (where: RegExp, name: string): Meaning =>
  ({ sources }) =>
    sources.filter((source) => where.test(source.file) && namesOf(source).includes(name)).length;

const declared = (name: string): Meaning => declaredIn(/./, name);

const said =
  (pattern: RegExp): Meaning =>
  ({ sources }) =>
    sources.filter(({ code }) => pattern.test(code)).length;

const path =
  (pattern: RegExp): Meaning =>
  ({ paths }) =>
    paths.filter((each) => pattern.test(each)).length;

/** Found at all: however often, it is one meaning. */
const once =
  (...signs: readonly Meaning[]): Meaning =>
  (tree) =>
    signs.some((sign) => sign(tree) > 0) ? 1 : 0;

/** One place is no homonym, and does not add to another word of the same row. */
const repeated =
  (sign: Meaning): Meaning =>
  (tree) =>
    sign(tree) > 1 ? 2 : 0;

const inner = 'shared/(?:core|products|usecases|fulfilment|operations)/';
const heart = new RegExp(inner);
const innerFile = (name: string): Meaning => path(new RegExp(`^${inner}(?:.+/)?${name}\\.ts$`));

/** Each place that declares a name is a meaning of its own; signs that `once` holds together are one. */
const meanings: Readonly<Record<string, readonly Meaning[]>> = {
  seconds: [
    once(said(/\bworld\.seconds\b|\bseconds: Readonly<|\bseconds\[product\]/)), // partners in reserve
    once(said(/\b(?:const|function) seconds\b/)), // a unit of time
  ],
  live: [
    once(said(/\bfunction live\b/), path(/\/core\/live\.ts$/)), // to apply a fact
    once(said(/\bconst live\b|\blive: (?:true|false)\b/)), // real money
  ],
  Drawing: [
    once(declaredIn(heart, 'Drawing')), // a check on an account
    once(declaredIn(/\/rendering\//, 'Drawing'), declaredIn(/\/rendering\//, 'Drawn')), // a rendered page
  ],
  insert: [
    once(said(/\binsert\?:/), declared('Insert'), path(/\/insert\.ts$/)), // an enclosure
    once(said(/\binsert\(/)), // to write an item
  ],
  routing: [
    once(path(/^shared\/.*\/routing\.ts$/)), // which partner
    once(path(/\/bank-routing\.ts$/), said(/\b(?:[a-z]+)?Routing\b/)), // numbers of a bank
  ],
  PartnerName: [declared('PartnerName')],
  Refusal: [declared('Refusal')],
  isSettled: [declared('isSettled')],
  Answer: [declared('Answer')],
  round: [
    once(said(/\bround\?: number\b/)), // of a job, after a bounce
    once(said(/\bmostRounds\b|\blet round\b/)), // of a loop
    once(declared('Round'), path(/^lib\/operator\/.*round\.ts$/)), // of the doctor
  ],
  line: [
    once(said(/\bconst line = \(|\blines: readonly string\[\]/)), // of text
    once(said(/\b\w*(?:Partner|Fax|Stripe|postgrid)Line\b/), declaredIn(/\/adapters\//, 'Line')), // to a partner
    once(said(/\bline: readonly Stage\b/)), // of production
  ],
  journey: [
    once(declared('Journey'), said(/\bjourneyOf\b/)), // of a letter
    once(path(/^test\/journeys\//)), // a test from end to end
  ],
  'content.ts, bank-account.ts': [repeated(innerFile('content')), repeated(innerFile('bank-account'))],
  'Layout, OnPaper/Rendered': [repeated(declared('Layout')), once(declared('OnPaper')), once(declared('Rendered'))],
};

export const homonyms = (tree: Tree): string[] =>
  Object.entries(meanings)
    .filter(([, signs]) => signs.reduce((found, sign) => found + sign(tree), 0) > 1)
    .map(([word]) => word);
