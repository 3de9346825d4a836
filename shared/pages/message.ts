/** A page with a single message, for an error or a link that no longer works. */
import { html } from './html.ts';
import { type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

interface MessageView {
  readonly title: string;
  readonly message: string;
  /** Each may be why. */
  readonly causes?: readonly string[];
  /** The ways on. */
  readonly links?: readonly { readonly href: string; readonly text: string }[];
}

export function messagePage({ title, message, causes = [], links = [] }: MessageView, reader: Reader): Page {
  const body = html`<h1>${title}</h1>\n<p class="lead">${message}</p>${causes.length > 0 && html`\n<ul class="lead">${causes.map((cause) => html`<li>${cause}</li>`)}</ul>`}${links.map(
    ({ href, text }) => html`\n<p class="actions"><a class="way" href="${href}">${text}</a></p>`,
  )}`;
  return page({ title, body }, reader);
}

/** `home`: the path of the home page. `meant`: the path of a page that the reader most likely looks for. */
export function notFoundPage(home: string, meant: string | undefined, reader: Reader): Page {
  const { say, operator } = reader;
  const isUnknown = meant === undefined;
  return messagePage(
    {
      title: say('Not found'),
      message: isUnknown ? say('This link is wrong or has expired.') : say('Nothing is at this address.'),
      causes: isUnknown
        ? [
            say('It was not copied whole: copy it again where you got it.'),
            say('It is old: an order is shown for 400 days.'),
          ]
        : [],
      links: [
        ...(isUnknown ? [] : [{ href: meant, text: say('Did you mean {page}?', { page: meant }) }]),
        { href: home, text: say('Home page') },
        // The code of an order opens it, so it is left out of the question.
        ...(operator.support === undefined ? [] : [{ href: operator.support, text: say('Contact support') }]),
      ],
    },
    reader,
  );
}
