/** Figures that the syntax tree shows: conditional spreads, names, functions, and the two ways round the compiler. */
import { type Node, nodesIn, type Parsed } from './parse.ts';

/** Every node that passes, as `file:line`. */
const places = (sources: readonly Parsed[], passes: (node: Node) => boolean): string[] =>
  sources.flatMap(({ file, body, linesOf }) =>
    nodesIn(body)
      .filter(passes)
      .map((node) => `${file}:${linesOf(node)[0]}`)
      .toArray(),
  );

const bare = (node: Node): Node => (node.type === 'ParenthesisExpression' ? bare(node.expression as Node) : node);
const isObject = (node: unknown): boolean => bare(node as Node).type === 'ObjectExpression';

/** `...(known ? { known } : {})` and `...(known && { known })`. */
function isConditionalSpread({ type, arguments: given }: Node): boolean {
  if (type !== 'SpreadElement') return false;
  const { type: kind, operator, right, consequent, alternate } = bare(given as Node);
  if (kind === 'ConditionalExpression') return isObject(consequent) || isObject(alternate);
  return kind === 'BinaryExpression' && operator === '&&' && isObject(right);
}

export const conditionalSpreads = (sources: readonly Parsed[]): string[] =>
  sources.flatMap(({ file, body, linesOf }) =>
    nodesIn(body)
      .filter(({ type }) => type === 'ObjectExpression')
      .flatMap(({ properties }) => properties as Node[])
      .filter(isConditionalSpread)
      .map((spread) => `${file}:${linesOf(spread.arguments as Node)[0]}`)
      .toArray(),
  );

export const anys = (sources: readonly Parsed[]): string[] =>
  places(sources, ({ type, kind }) => type === 'TsKeywordType' && kind === 'any');

/** `value!`, and `name!: string` for what is assigned elsewhere. */
export const bangs = (sources: readonly Parsed[]): string[] =>
  places(sources, ({ type, definite }) => type === 'TsNonNullExpression' || definite === true);

const declarations = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TsInterfaceDeclaration',
  'TsTypeAliasDeclaration',
]);

/** The top-level declarations of a file: functions, constants, classes, interfaces and types, exported or not. */
export const namesOf = ({ body }: Parsed): string[] =>
  body
    .map((statement) => (statement.type === 'ExportDeclaration' ? (statement.declaration as Node) : statement))
    .flatMap((statement) => {
      if (statement.type === 'VariableDeclaration')
        return (statement.declarations as { id: unknown }[]).map(({ id }) => nameOf(id));
      return declarations.has(statement.type) ? [nameOf(statement.id ?? statement.identifier)] : [];
    });

/** A pattern that takes several values apart counts as one name. */
const nameOf = (id: unknown): string => `${(id as { value?: string }).value ?? '{…}'}`;

/** The length of each function in lines; a declaration without a body does not count. */
export const functionLengths = (sources: readonly Parsed[]): number[] =>
  sources.flatMap(({ body, linesOf }) =>
    nodesIn(body)
      .filter((node) => functions.has(node.type) && node.body !== null)
      .map((node) => {
        const [first, last] = linesOf(node);
        return last - first + 1;
      })
      .toArray(),
  );

const functions = new Set([
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassMethod', 'PrivateMethod'],
  ...['MethodProperty', 'Constructor', 'GetterProperty', 'SetterProperty'],
]);
