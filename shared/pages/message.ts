/** A page with a single message, for an error or a link that no longer works. */
import { html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

interface MessageView {
  readonly title: string;
  readonly message: string;
  /** The ways on. */
  readonly links?: readonly { readonly href: string; readonly text: string }[];
}

export function messagePage({ title, message, links = [] }: MessageView, reader: Reader): Page {
  const body = html`<h1>${title}</h1>\n<p class="lead">${message}</p>${links.map(
    ({ href, text }) => html`\n<p class="actions"><a class="way" href="${href}">${text}</a></p>`,
  )}`;
  return page({ title, body }, reader);
}

/** `home`: the path of the home page. `meant`: the path of a page that the reader most likely looks for. */
export function notFoundPage(home: string, meant: string | undefined, reader: Reader): Page {
  const { say } = reader;
  return messagePage(
    {
      title: say('Not found'),
      message:
        meant === undefined
          ? say('This link is wrong or has expired. Check that it was copied whole. An order is shown for 400 days.')
          : say('Nothing is at this address.'),
      links: [
        ...(meant === undefined ? [] : [{ href: meant, text: say('Did you mean {page}?', { page: meant }) }]),
        { href: home, text: say('Home page') },
      ],
    },
    reader,
  );
}
