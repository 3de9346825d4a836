/** The rules for pointers from sources to documents: each leads to a page and heading that exist. */
import type { Page } from '../markdown.ts';

interface Text {
  readonly file: string;
  readonly text: string;
}

/** By path from the root, `docs/contract.md`. */
export type Pages = ReadonlyMap<string, Page>;

/** `docs/contract.md`, with the headings that follow it: `docs/contract.md, "Jobs" and "Checks"`. */
const pointer = /\b(docs\/[\w-]+\.md)((?:(?:,|,? and) "[^"\n]+")*)/g;

/** A comment that is broken over two lines reads as one. */
const joined = (text: string): string => text.replace(/\n[ \t]*(?:\*|\/\/|#) ?/g, ' ');

export const pointersLead =
  (pages: Pages) =>
  ({ file, text }: Text): string[] =>
    [...joined(text).matchAll(pointer)].flatMap(([, path = '', quoted = '']) => {
      const page = pages.get(path);
      if (page === undefined) return [`${file} points to ${path}, which does not exist`];
      const headings = page.sections.map(({ heading }) => heading);
      const named = [...quoted.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading);
      return named
        .filter((heading) => !headings.includes(heading))
        .map((heading) => `${file} points to "${heading}", which is no heading of ${path}`);
    });

/** Numbers of sections shift, and a text that is not in the repository cannot be read. */
const outside = /\bthe specification\b|\b(?:specification|contract),? (?:(?:parts?|sections?|rules?) )?\d/gi;

export const nothingPointsOutside = ({ file, text }: Text): string[] =>
  [...joined(text).matchAll(outside)].map(([words]) => `${file} says "${words}": name a heading of docs/contract.md`);
