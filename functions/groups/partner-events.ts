/** Events of the partners that print, mail and fax. */
import { handler as receivePostgridEvent } from '../webhooks/receive-postgrid-event.ts';
import { handler as receiveTelnyxEvent } from '../webhooks/receive-telnyx-event.ts';
import { byHandler } from './by-handler.ts';

export const handler = byHandler({
  'receive-postgrid-event': receivePostgridEvent,
  'receive-telnyx-event': receiveTelnyxEvent,
});
