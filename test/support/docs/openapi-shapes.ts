/** The shapes of the OpenAPI document; another test compares them with the schemas that validate. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Shape {
  readonly properties: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

const written = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json'), 'utf8');
const { components } = JSON.parse(written) as { components: { schemas: Record<string, Shape> } };

/** A component, or a member of it at this path, through lists. Throws if there is none. */
export const shape = (name: string, ...path: readonly string[]): Shape =>
  path.reduce(
    (found, member) => known((found.items ?? found).properties[member], member),
    known(components.schemas[name], name),
  );

function known(found: Shape | undefined, name: string): Shape {
  if (found === undefined) throw new Error(`docs/openapi.json has no ${name}: run npm run openapi`);
  return found;
}
