/** One source file as its syntax tree, its comments, and its code without them. */
import { type Module, parseSync } from '@swc/core';

export interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface Parsed {
  /** From the root, `shared/core/job.ts`. */
  readonly file: string;
  readonly text: string;
  /** The text with its comments blanked; strings stay. */
  readonly code: string;
  readonly comments: readonly Comment[];
  /** The statements of the file. */
  readonly body: readonly Node[];
  /** The first and last line of a node. */
  linesOf(node: Node): readonly [first: number, last: number];
}

interface Comment {
  /** Without stars and slashes. `//` lines that follow one another are one comment. */
  readonly words: string;
  readonly line: number;
}

/** Every node below a value, the value included. */
export function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') yield value as Node;
  for (const member of Object.values(value)) yield* nodesIn(member);
}

type Span = readonly [start: number, end: number];
const literals = new Set(['StringLiteral', 'TemplateElement', 'RegExpLiteral']);

export function parse(file: string, text: string): Parsed {
  // The parser counts bytes over everything that it has read in this process: the semicolon marks where this file begins.
  const bytes = Buffer.from(`;${text}`);
  const { body } = parseSync(`;${text}`, { syntax: 'typescript', target: 'es2024' }) as Pick<Module, 'body'>;
  const origin = body[0]?.span.start ?? 0;
  const statements = body.slice(1) as unknown as readonly Node[];
  const spanOf = (node: Node): Span => {
    const { start, end } = node.span as { start: number; end: number };
    return [start - origin, end - origin];
  };
  const lineAt = (offset: number) => bytes.subarray(0, offset).toString('latin1').split('\n').length;
  const masked = blanked(
    bytes,
    nodesIn(statements)
      .filter(({ type }) => literals.has(type))
      .map(spanOf),
    '_',
  );
  const found = [...masked.toString('latin1').matchAll(/\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*(?:\n[ \t]*(?=\/\/))?)+/g)];
  const spans = found.map(({ index, 0: comment }): Span => [index, index + comment.length]);
  return {
    file,
    text,
    code: blanked(bytes, spans, ' ').toString().slice(1),
    comments: spans.map(([start, end]) => ({
      words: wordsOf(bytes.subarray(start, end).toString()),
      line: lineAt(start),
    })),
    body: statements,
    linesOf: (node) => {
      const [start, end] = spanOf(node);
      return [lineAt(start), lineAt(end)];
    },
  };
}

/** Line ends stay, so that lines keep their numbers. */
function blanked(bytes: Buffer, spans: Iterable<Span>, by: string): Buffer {
  const copy = Buffer.from(bytes);
  for (const [start, end] of spans) for (let at = start; at < end; at += 1) if (copy[at] !== 10) copy.write(by, at);
  return copy;
}

const wordsOf = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*(?:\/\/|\*)/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
