/** Checks requests against a partner's description, and misspells their fields to test the check. */
import { createRequire } from 'node:module';
import type { Fields } from '../../support/doubles/wire.ts';
import type { Description, Operation } from './operations.ts';
import type { Request } from './requests.ts';
import type { Definitions, Schema } from './sources.ts';

interface Check {
  (value: unknown): boolean;
  readonly errors?:
    | readonly { readonly instancePath: string; readonly message?: string; readonly params: object }[]
    | null;
}

interface Validator {
  compile(schema: object): Check;
}

/** Installed in test/external only, so the compiler does not know its types. */
const { Ajv } = createRequire(import.meta.url)('ajv') as { readonly Ajv: new (options: object) => Validator };

/** A form has only texts, so `true` may be a boolean there, and `12` a number. */
const validators = {
  exact: new Ajv({ strict: false, allErrors: true, validateFormats: false }),
  form: new Ajv({ strict: false, allErrors: true, validateFormats: false, coerceTypes: true }),
};

export interface RequestValidator {
  /** The row that describes the request. */
  operationOf(request: Request): Operation | undefined;
  /** One text for each violation of the description. */
  faultsOf(request: Request): string[];
}

export function validatorFor({ definitions, operations }: Description): RequestValidator {
  const checks = new Map<string, Check>();
  const checkOf = (kind: keyof typeof validators, schema: Schema): Check => {
    const name = `${kind} ${JSON.stringify(schema)}`;
    const check = checks.get(name) ?? validators[kind].compile({ ...schema, definitions: definitions as Definitions });
    checks.set(name, check);
    return check;
  };
  const faultsIn = (part: string, kind: keyof typeof validators, schema: Schema, value: Fields): string[] => {
    const check = checkOf(kind, schema);
    if (check(structuredClone(value))) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${part}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };

  const operationOf = ({ method, path }: Request) =>
    operations.find((operation) => operation.method === method && operation.path.test(path));

  function faultsOf(request: Request): string[] {
    const operation = operationOf(request);
    if (operation === undefined) return ['there is no such call'];
    const { key, query = empty, bodies } = operation;
    const body = bodies === undefined ? empty : bodies[request.type];
    return [
      ...(key[1].test(request.headers[key[0]] ?? '') ? [] : [`the header ${key[0]} has a different format`]),
      ...faultsIn('query', 'form', query, request.query),
      ...(body === undefined
        ? [`the body is of the type ${request.type || '(none)'}`]
        : faultsIn('body', request.type === 'application/json' ? 'exact' : 'form', body, request.body)),
    ];
  }

  return { operationOf, faultsOf };
}

const empty: Schema = { type: 'object', additionalProperties: false };

/** Members whose own members may have any name. */
const freelyNamed = /^(metadata|labels|bytes|fileType)$/;

/** Copies of the value, one for every field at every depth, in which that field is misspelled. */
export function misspelled(value: unknown): { readonly name: string; readonly value: unknown }[] {
  if (Array.isArray(value))
    return value.flatMap((item, at) =>
      misspelled(item).map((copy) => ({ name: `${at}.${copy.name}`, value: value.with(at, copy.value) })),
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...others } = value as Fields;
    const here = { name, value: { ...others, [`${name.slice(0, -1)}_`]: member } };
    const inside = freelyNamed.test(name) ? [] : misspelled(member);
    return [here, ...inside.map((copy) => ({ name: `${name}.${copy.name}`, value: { ...value, [name]: copy.value } }))];
  });
}
