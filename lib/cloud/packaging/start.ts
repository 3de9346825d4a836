/** The entry of a package whose function has work before its first request. The bundler sets the names declared here. */
import { handler } from '#handler';
import { openConnection } from '../../../shared/config/the-table.ts';
import { loadKeys } from './load-secrets.ts';

/** Whether the function can do nothing without its keys. A malformed key, or an impossible combination, ends the start. */
declare const READS_KEYS: boolean;
/** A kind of item that the function may read, if any. */
declare const OPENS_TABLE_BY: string | undefined;

await Promise.all([READS_KEYS && loadKeys(), OPENS_TABLE_BY !== undefined && openConnection(OPENS_TABLE_BY)]);

export { handler };
