/** GET and POST /v1/emails/stop/{token}: a question, and its answer. Mail programs post there by themselves, too. */

import { changeEmails, showEmails, stopPage } from '../../shared/pages/emails/stop.ts';
import { formOf, isFromOtherSite } from '../../shared/web/http/http-event.ts';
import { pageEndpoint } from '../../shared/web/http/page.ts';

export const handler = pageEndpoint('stop-emails', async ({ event, deps, caller, reader }) => {
  const token = event.pathParameters?.token ?? '';
  const form = formOf(event);
  if (form === undefined) return stopPage(await showEmails(deps, token), reader);
  // One click in a mail program posts from anywhere (RFC 8058). Only its reader knows the link, and it can only stop.
  const wish = form.wish === 'resume' && !isFromOtherSite(event, caller.baseUrl) ? 'resume' : 'stop';
  return stopPage(await changeEmails(deps, token, wish), reader);
});
