/** The script of the order form: shows the pages of the text while somebody types. Without it, the preview does. */
import { html } from '../html.ts';

/** After a pause in typing, and at most one request in four seconds: the service takes 300 in ten minutes. */
export const liveScript = html`{
const pauseMs = 900, leastMs = 4000, busyMs = 60000, most = 6, mostCharacters = 300000;
const live = document.getElementById('live'), list = live.querySelector('ol'), { quotes, pages, alt } = live.dataset;
const { text, markdown } = document.querySelector('.order-form').elements;
let timer, going, shown, next = 0;

const picture = async (quote, number, count) => {
  const image = new Image(), item = document.createElement('li');
  image.src = pages + '/' + quote + '/pages/' + number;
  image.alt = alt.replace('{number}', number).replace('{count}', count);
  await image.decode();
  item.append(image);
  return item;
};

async function look() {
  const body = JSON.stringify({ country: 'US', [markdown.checked ? 'markdown' : 'text']: text.value });
  if (body === shown || !text.value.trim() || text.value.length > mostCharacters) return;
  going?.abort();
  going = new AbortController();
  next = Date.now() + leastMs;
  const { signal } = going, headers = { 'content-type': 'application/json' };
  const answer = await fetch(quotes, { method: 'POST', headers, body, signal });
  if (answer.status === 429 || answer.status === 503) next = Date.now() + busyMs;
  if (!answer.ok) return;
  const { quote_id: quote, pages: count } = await answer.json();
  const numbers = Array.from({ length: Math.min(count, most) }, (_, at) => at + 1);
  const items = await Promise.all(numbers.map((number) => picture(quote, number, count)));
  if (signal.aborted) return;
  shown = body;
  list.replaceChildren(...items);
}

const later = () => {
  clearTimeout(timer);
  timer = setTimeout(() => look().catch(() => {}), Math.max(pauseMs, next - Date.now()));
};
live.hidden = false;
text.addEventListener('input', later);
markdown.addEventListener('change', later);
later();
}
`;
