/** The path under which clients find the icon. */
import type { HttpEvent, HttpResult } from '../http/http-event.ts';
import { iconAnswer } from '../http/icon.ts';

export const iconPath = '/icon.svg';

export const iconFor = ({ rawPath, requestContext }: HttpEvent): HttpResult | undefined =>
  requestContext.http.method === 'GET' && rawPath.endsWith(iconPath) ? iconAnswer : undefined;
