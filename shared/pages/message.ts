/** Shown when something fails: a page with a message, an error in the reader's language, or a placeholder picture. */
import { bodyTooLarge, Refusal, type RefusalDetails } from '../domain/refusal.ts';
import { type Html, html } from './html.ts';
import { homePath, type Page, page } from './page.ts';
import type { Reader } from './reader.ts';

interface MessageView {
  readonly title: string;
  readonly message: string;
  readonly causes?: readonly string[];
  readonly links?: readonly { readonly href: string; readonly text: string }[];
}

export function messagePage({ title, message, causes = [], links = [] }: MessageView, reader: Reader): Page {
  const body = html`<h1>${title}</h1>\n<p class="lead">${message}</p>${causes.length > 0 && html`\n<ul class="lead">${causes.map((cause) => html`<li>${cause}</li>`)}</ul>`}${links.map(
    ({ href, text }) => html`\n<p class="actions"><a class="text-link" href="${href}">${text}</a></p>`,
  )}`;
  return page({ title, body }, reader);
}

/** `suggestedPath`: the page that the reader most likely wants. No link contains this page's URL, whose code may open an order. */
export function notFoundPage(suggestedPath: string | undefined, reader: Reader): Page {
  const { say } = reader;
  const title = say('Not found');
  const home = { href: homePath, text: say('Home page') };
  if (suggestedPath !== undefined) {
    const suggestion = { href: suggestedPath, text: say('Did you mean {page}?', { page: suggestedPath }) };
    return messagePage({ title, message: say('There’s no page at this address.'), links: [suggestion, home] }, reader);
  }
  const message = say('This link is wrong or has expired.');
  const causes = [
    say('Part of the link may be missing. Copy the whole link from the original message.'),
    say('We show an order for 400 days after it was made; an older link no longer works.'),
  ];
  return messagePage({ title, message, causes, links: [home] }, reader);
}

/** The steps for turning a Word file into a PDF. */
export const wordSteps = ({ say }: Reader): Html => html`<ol>
<li>${say('Open it in the program you wrote it with.')}</li>
<li>${say('Save it as a PDF.')}<br>${say('Word: File > Save As > PDF')}<br>${say('Google Docs: File > Download > PDF Document')}<br>${say('Pages: File > Export To > PDF')}</li>
<li>${say('Attach the PDF.')}</li>
</ol>`;

/** A refusal's message for people, with any wait in minutes instead of seconds. */
export function refusalText(
  { code, message, retryAfterSeconds }: { code?: string; message: string; retryAfterSeconds?: number | undefined },
  reader: Reader,
): string {
  if (code === bodyTooLarge.code)
    return reader.say('What you sent is larger than 4 MB. Choose smaller files, or shorten the text.');
  if (code === 'rate_limited' && retryAfterSeconds !== undefined)
    return reader.say('There were too many requests from your network. Please try again {when}.', {
      when: reader.wait(retryAfterSeconds),
    });
  // The API says to send the same request again. A person presses a button again instead.
  return reader.translate(message).replace('Send the same request', 'Try').replace('send the same request', 'try');
}

/** The refusal of a form that wasn't sent from the order's own page. */
export const notFromPage = () =>
  new Refusal(
    'invalid_request',
    'Nothing was changed: this request did not come from the page of the order. Open that page and press the button there.',
  );

/** The page for a deleted document, with a link to its order if there is one; undefined for any other refusal. */
export function deletionPage(details: RefusalDetails | undefined, reader: Reader): Page | undefined {
  if (details?.kind !== 'document_deleted') return undefined;
  const { day, page: href } = details;
  const links = href === undefined ? [] : [{ href, text: reader.say('Back to the order') }];
  return messagePage({ title: reader.say('Document deleted'), message: deletionText(day, reader), links }, reader);
}

const deletionText = (day: string, { say, date }: Reader): string =>
  say('Deleted at the sender’s request on {day}.', { day: date(day) });

/** The picture shown for a page that can't be drawn right now or was deleted. It fits any paper. */
export function missingPicture(reader: Reader, details: RefusalDetails | undefined) {
  const { say, language } = reader;
  const sentences =
    details?.kind === 'document_deleted'
      ? [deletionText(details.day, reader)]
      : [say('We can’t show this page right now.'), say('Load this page again, or save the PDF.')];
  // Lines of at most 36 characters fit the picture.
  const lines = sentences.flatMap((sentence) => sentence.match(/.{1,36}(?: |$)/g) ?? []);
  const body = html`<svg xmlns="http://www.w3.org/2000/svg" lang="${language}" viewBox="0 0 612 792">
<rect width="612" height="792" fill="#fff"/>
<g font-family="system-ui, sans-serif" font-size="24" fill="#24211c" text-anchor="middle">
${lines.map((line, index) => html`<text x="306" y="${220 + 36 * index}">${line.trim()}</text>\n`)}</g>
</svg>`;
  const headers = {
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    vary: 'accept, accept-language',
  };
  return { headers, body: body.toString() };
}
