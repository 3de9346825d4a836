/** The pictures in docs/images of our own pages: what each is drawn from, so that a test sees when a page has changed. */
import { createHash } from 'node:crypto';
import { type Look, looks, type TabOptions } from './browsing.ts';

export interface DocPicture {
  readonly file: string;
  readonly language: NonNullable<TabOptions['language']>;
  readonly look: Look;
  /** Its steps go on while it is drawn, so its rules alone are held. */
  readonly isMoving?: true;
}

const [desktopByDay, , phoneByNight, phoneByDay] = looks as readonly [Look, Look, Look, Look];

/** By the names of states. */
export const docPictures: Readonly<Record<string, DocPicture>> = {
  'letter, to pay': { file: 'review.png', language: 'en', look: desktopByDay },
  'check, to pay': { file: 'check.png', language: 'en', look: { ...desktopByDay, height: 1_330 } },
  'letter, with the partner': { file: 'progress.png', language: 'en', look: phoneByDay, isMoving: true },
  'fax, to Canada with tax': { file: 'french.png', language: 'fr-CA', look: phoneByDay },
  'letter, receipt': { file: 'receipt.png', language: 'en', look: desktopByDay },
  'letter, cancel?': { file: 'cancel.png', language: 'en', look: phoneByNight },
};

/** A hash of the rules, the tags and the fixed words of a page: dates, numbers and codes do not count. */
export function fingerprintOf(markup: string, { isMoving }: Pick<DocPicture, 'isMoving'> = {}): string {
  const [, rules = ''] = /<style>([\s\S]*?)<\/style>/.exec(markup) ?? [];
  const tags = [...markup.matchAll(/<(\w+)(?:[^>]*? class="([^"]*)")?/g)].map(([, tag, name = '']) => `${tag}.${name}`);
  const words = [...markup.matchAll(/<(h2|dt|label|button|summary)\b[^>]*>([^<\d]+)</g)].map(([, , text = '']) => text);
  return createHash('sha256')
    .update(JSON.stringify(isMoving ? rules : [rules, tags, words]))
    .digest('hex')
    .slice(0, 16);
}
