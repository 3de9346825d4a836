/**
 * The partners' own descriptions as JSON Schemas, generated in each run from packages that the partners publish: Telnyx's
 * on npm (package.json), PostGrid's for Python (requirements.txt).
 */
import { join } from 'node:path';
import { type Environment, run } from '../../deployed/processes.ts';
import { installPythonPackages } from '../../deployed/python.ts';

/** A JSON Schema, or a part of one, with the keywords that this folder uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
}

export type Definitions = Readonly<Record<string, Schema>>;

const modules = join(import.meta.dirname, '..', 'node_modules');

/** Every exported type of these declaration files, by its name. */
async function typesIn(files: string, env: Environment): Promise<Definitions> {
  const output = await run(
    join(modules, '.bin', 'ts-json-schema-generator'),
    ['--path', join(modules, files), '--type', '*', '--no-type-check'],
    env,
  );
  return (JSON.parse(output) as { readonly definitions: Definitions }).definitions;
}

export const telnyxTypes = (env: Environment): Promise<Definitions> =>
  typesIn('telnyx/resources/{media,faxes/faxes,phone-numbers/phone-numbers}.d.ts', env);

/** Returns PostGrid's types, or why it can't: no Python, or no access to its package index. */
export async function postgridTypes(folder: string, env: Environment): Promise<Definitions | string> {
  const python = await installPythonPackages(folder, env, join(import.meta.dirname, 'requirements.txt'));
  if (typeof python === 'string') return python;
  return JSON.parse(await run(python.tool('python'), [join(import.meta.dirname, 'postgrid_types.py')], env));
}
