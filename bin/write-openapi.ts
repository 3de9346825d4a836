/** `npm run openapi`: writes docs/openapi.json, the copy for people and client generators. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifest } from '../functions/manifest.ts';
import { writtenDocument } from '../shared/web/openapi/document.ts';

await writeFile(join(import.meta.dirname, '..', 'docs', 'openapi.json'), writtenDocument(manifest));
