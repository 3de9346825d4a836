/** Sends e-mails, and hears of those that came back. */
import { handler as receiveEmailEvent } from '../background/receive-email-event.ts';
import { handler as sendEmails } from '../background/send-emails.ts';
import { byHandler } from './by-handler.ts';

export const handler = byHandler({ 'receive-email-event': receiveEmailEvent, 'send-emails': sendEmails });
