/** The pictures of our pages in docs/images, and fingerprints of pages, so that a test notices a changed page. */
import { createHash } from 'node:crypto';
import { type Look, looks, type TabOptions } from './browsing.ts';

export interface DocPicture {
  readonly file: string;
  readonly language: NonNullable<TabOptions['language']>;
  readonly look: Look;
  /** The order advances while the picture is taken, so the fingerprint covers only the CSS. */
  readonly isMoving?: true;
}

const [lightDesktop, , darkPhone, lightPhone] = looks as readonly [Look, Look, Look, Look];

/** By the name of the page state. */
export const docPictures: Readonly<Record<string, DocPicture>> = {
  'letter, to pay': { file: 'review.png', language: 'en', look: lightDesktop },
  'check, to pay': { file: 'check.png', language: 'en', look: { ...lightDesktop, height: 1_330 } },
  'letter, with the partner': { file: 'progress.png', language: 'en', look: lightPhone, isMoving: true },
  'fax, to Canada with tax': { file: 'french.png', language: 'fr-CA', look: lightPhone },
  'letter, receipt': { file: 'receipt.png', language: 'en', look: lightDesktop },
  'letter, cancel?': { file: 'cancel.png', language: 'en', look: darkPhone, isMoving: true },
};

/** A hash of a page's CSS, tags and labels, without dates, numbers and codes. */
export function fingerprintOf(markup: string, { isMoving }: Pick<DocPicture, 'isMoving'> = {}): string {
  const [, rules = ''] = /<style>([\s\S]*?)<\/style>/.exec(markup) ?? [];
  const tags = [...markup.matchAll(/<(\w+)(?:[^>]*? class="([^"]*)")?/g)].map(([, tag, name = '']) => `${tag}.${name}`);
  const words = [...markup.matchAll(/<(h2|dt|label|button|summary)\b[^>]*>([^<\d]+)</g)].map(([, , text = '']) => text);
  return createHash('sha256')
    .update(JSON.stringify(isMoving ? rules : [rules, tags, words]))
    .digest('hex')
    .slice(0, 16);
}
