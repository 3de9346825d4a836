/** `npm run -s new-signing-key`: writes a new key and its public halves as JSON, by the settings that take them. */
import { newSigningKey } from '../lib/operator/new-signing-key.ts';

process.stdout.write(`${JSON.stringify(newSigningKey(), undefined, 2)}\n`);
