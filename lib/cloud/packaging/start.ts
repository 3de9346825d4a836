/** The entry of functions that read keys or connect before their first request. The bundler defines the declared names. */
import { handler } from '#handler';
import { openConnection } from '../../../shared/config/the-table.ts';
import { loadKeys } from './load-secrets.ts';

declare const READS_KEYS: boolean;
/** A kind of item that the function may read, if any. Reading a missing item of that kind opens the connection. */
declare const READABLE_KIND: string | undefined;

await Promise.all([READS_KEYS && loadKeys(), READABLE_KIND !== undefined && openConnection(READABLE_KIND)]);

export { handler };
