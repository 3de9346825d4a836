/** The mailbox: newest first, a picture of page 1 where there is one, and help where there is nothing. */

import { mailboxPage } from '../../shared/pages/mailbox.ts';
import { attribute, elements, textOf, words } from '../support/pages/reading.ts';
import { mailboxItem, moment, plainReader } from '../support/pages/views.ts';

const tags = (page: ReturnType<typeof mailboxPage>, tag: string) =>
  elements(page).filter(({ tagName }) => tagName === tag);

test('the newest lies first, in whatever order they come', () => {
  const accepted = { older: 2, newest: 3, oldest: 1 };
  const items = Object.entries(accepted).map(([title, at]) => ({ ...mailboxItem(), title, createdAt: moment + at }));
  expect(tags(mailboxPage({ items }, plainReader), 'h2').map(textOf)).toEqual(['newest', 'older', 'oldest']);
});

test('an item shows page 1, leads to the PDF and names its job', () => {
  const page = mailboxPage(
    { items: [{ ...mailboxItem(), kind: 'fax', title: '+12125550147', jobId: 'job_1' }] },
    plainReader,
  );
  const [image] = tags(page, 'img');
  expect([attribute(image, 'src'), attribute(image, 'alt')]).toEqual(['/preview', 'Page 1, fax to +12125550147']);
  expect(tags(page, 'a').map((link) => attribute(link, 'href'))).toEqual(['/document']);
  expect(words(page)).toContain('job_1');
});

test('a check without an enclosure has neither picture nor link', () => {
  const bare = { ...mailboxItem(), kind: 'check' as const, documentUrl: null, documentSha256: null, previewUrl: null };
  const page = mailboxPage({ items: [bare] }, plainReader);
  expect([...tags(page, 'img'), ...tags(page, 'a')]).toEqual([]);
  expect(words(page)).toContain('No document');
  expect(words(page)).not.toContain('SHA-256');
});

test('a document whose picture is not there yet can still be opened', () => {
  const page = mailboxPage({ items: [{ ...mailboxItem(), previewUrl: null }] }, plainReader);
  expect(words(page)).toContain('No preview');
  expect(tags(page, 'a')).toHaveLength(1);
});

test('the time of acceptance is a postmark in UTC', () => {
  const [time] = tags(mailboxPage({ items: [mailboxItem()] }, plainReader), 'time');
  expect(attribute(time, 'datetime')).toBe('2026-03-14T16:05:00.000Z');
  expect(time && textOf(time).replace(/\s+/g, ' ').trim()).toBe('Mar 14 2026 16:05 UTC');
});

test('an empty mailbox tells what to do', () => {
  expect(words(mailboxPage({ items: [] }, plainReader))).toContain('Ask for a quote and create a job with it.');
});
