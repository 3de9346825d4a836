/** The script of the order form: shows the pages of the text while somebody types. Without it, the preview does. */
import { scriptOf } from '../html.ts';
import { byId } from './by-id.ts';

/** After a pause in typing, and at most one request in four seconds: the service takes 300 in ten minutes. */
function showPages(find: typeof byId): void {
  const pauseMs = 900;
  const leastMs = 4_000;
  const busyMs = 60_000;
  const mostPages = 6;
  const mostCharacters = 300_000;
  const live = find('live', HTMLElement);
  const text = find('text', HTMLTextAreaElement);
  const markdown = find('markdown', HTMLInputElement);
  let timer = 0;
  let going = new AbortController();
  let shown = '';
  let nextMs = 0;

  const picture = async (quote: string, number: number, count: number): Promise<HTMLElement> => {
    const { pages = '', alt = '' } = live.dataset;
    const image = new Image();
    image.src = `${pages}/${quote}/pages/${number}`;
    image.alt = alt.replace('{number}', String(number)).replace('{count}', String(count));
    await image.decode();
    const item = document.createElement('li');
    item.append(image);
    return item;
  };
  const ask = async (body: string, signal: AbortSignal): Promise<Response> => {
    const headers = { 'content-type': 'application/json' };
    nextMs = Date.now() + leastMs;
    const answer = await fetch(live.dataset.quotes ?? '', { method: 'POST', headers, body, signal });
    if (answer.status === 429 || answer.status === 503) nextMs = Date.now() + busyMs;
    return answer;
  };
  const look = async (): Promise<void> => {
    const body = JSON.stringify({ country: 'US', [markdown.checked ? 'markdown' : 'text']: text.value });
    if (body === shown || text.value.trim() === '' || text.value.length > mostCharacters) return;
    going.abort();
    going = new AbortController();
    const { signal } = going;
    const answer = await ask(body, signal);
    if (!answer.ok) return;
    const { quote_id, pages } = (await answer.json()) as { readonly quote_id: string; readonly pages: number };
    const numbers = Array.from({ length: Math.min(pages, mostPages) }, (_, at) => at + 1);
    const items = await Promise.all(numbers.map((number) => picture(quote_id, number, pages)));
    if (signal.aborted) return;
    shown = body;
    live.querySelector('ol')?.replaceChildren(...items);
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void look().catch(() => {}), Math.max(pauseMs, nextMs - Date.now()));
  };
  live.hidden = false;
  text.addEventListener('input', later);
  markdown.addEventListener('change', later);
  later();
}

export const script = scriptOf(showPages, byId);
