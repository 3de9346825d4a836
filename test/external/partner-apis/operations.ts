/** The types of a partner's description, and parts that several descriptions use. */
import type { RecordedPartner } from '../../support/doubles/wire.ts';
import type { Definitions, Schema } from './sources.ts';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  /** The header with the API key, and its format. */
  readonly key: readonly [header: string, format: RegExp];
  /** Undefined: no query is allowed. */
  readonly query?: Schema;
  /** By content type. Undefined: no body is allowed. */
  readonly bodies?: Readonly<Record<string, Schema>>;
}

export interface Description {
  readonly partner: Exclude<RecordedPartner, 'stripe'>;
  readonly definitions: Definitions;
  readonly operations: readonly Operation[];
}

export const json = 'application/json';
export const multipart = 'multipart/form-data';

export const pdf: Schema = {
  type: 'object',
  properties: { fileType: { enum: ['application/pdf'] }, bytes: {} },
  required: ['fileType', 'bytes'],
  additionalProperties: false,
};
export const phone: Schema = { type: 'string', pattern: '^\\+[1-9]\\d{6,14}$' };
export const schemaNamed = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
export const optionalFields = (...names: readonly string[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

/** The type with these members added or replaced. */
export const withMembers = (
  type: Schema | undefined,
  properties: Schema['properties'],
  required: string[] = [],
): Schema => ({
  ...type,
  properties: { ...type?.properties, ...properties },
  required: [...(type?.required ?? []), ...required],
});
