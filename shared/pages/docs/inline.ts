/** The inline part of Markdown: code, links, bold and italic text. Everything else is text, and escaped. */
import { type Html, html } from '../html.ts';

/** Gives the address behind a link, or nothing for a link that leads nowhere here: its words stay. */
export type Resolve = (target: string) => string | undefined;

const pieces =
  /`(?<code>[^`]+)`|\[(?<words>(?:[^[\]`]|`[^`]*`)+)\]\((?<target>[^()\s]+)\)|<(?<address>https?:\/\/[^<>\s]+)>|\*\*(?<bold>[^*]+)\*\*|\*(?<italic>[^*\s][^*]*)\*/g;

export function inline(text: string, resolve: Resolve): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(pieces)) {
    parts.push(html`${text.slice(end, match.index)}`, piece(match.groups ?? {}, resolve));
    end = match.index + match[0].length;
  }
  return html`${[...parts, html`${text.slice(end)}`]}`;
}

type Groups = Readonly<Record<string, string | undefined>>;

function piece({ code, words = '', target, address, bold, italic }: Groups, resolve: Resolve): Html {
  if (code !== undefined) return html`<code>${code}</code>`;
  if (address !== undefined) return html`<a href="${address}">${address}</a>`;
  if (bold !== undefined) return html`<strong>${inline(bold, resolve)}</strong>`;
  if (italic !== undefined) return html`<em>${inline(italic, resolve)}</em>`;
  const place = resolve(target ?? '');
  const named = inline(words, resolve);
  return place === undefined ? named : html`<a href="${place}">${named}</a>`;
}

/** The text as it reads, without its marks. */
export const plain = (text: string): string =>
  text.replace(pieces, (_, ...rest) => {
    const groups = rest.at(-1) as Groups;
    return groups.code ?? groups.address ?? plain(groups.words ?? groups.bold ?? groups.italic ?? '');
  });
