/** The contract of document stores, tested on each of them. */
import type { Documents } from '../../shared/storage/documents.ts';
import { documentStores, type Opened } from '../support/contracts/implementations.ts';

const pdf = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256);

describe.each(Object.entries(documentStores))('documents %s', (_name, open) => {
  let opened: Opened<Documents>;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  test('a document is read back byte for byte', async () => {
    await opened.port.put('quotes/quote_1.pdf', pdf);
    const read = await opened.port.get('quotes/quote_1.pdf');
    expect(Buffer.compare(Buffer.from(read ?? []), Buffer.from(pdf))).toBe(0);
  });

  test('a document is replaced by a later one under the same key', async () => {
    await opened.port.put('jobs/job_1.pdf', pdf);
    await opened.port.put('jobs/job_1.pdf', pdf.slice(0, 10));
    expect(await opened.port.get('jobs/job_1.pdf')).toHaveLength(10);
  });

  test('a document that was never stored is missing, not an error', async () => {
    expect(await opened.port.get('jobs/nobody.pdf')).toBeUndefined();
  });
});
