/** The elements of the card in a chat. Every text is set as text, never as markup. */
import type { CardWords } from '../card/data.ts';
import type { byId } from './by-id.ts';

/** A page of the order: its picture as an address, or why there is none. */
export interface CardLeaf {
  readonly name: string;
  readonly picture?: string | undefined;
  readonly missing?: string | undefined;
  /** The text in the windows, which is on paper and not in the picture. */
  readonly windows?: string | undefined;
}

export class CardFace {
  readonly #find: typeof byId;

  constructor(find: typeof byId) {
    this.#find = find;
  }

  /** Shows nothing of an element without text. */
  put(id: string, text: string | undefined): void {
    const element = this.#at(id);
    element.textContent = text ?? '';
    element.hidden = !text;
  }

  onPress(actions: Readonly<Record<string, () => void>>): void {
    for (const [id, act] of Object.entries(actions)) this.#at(id).addEventListener('click', act);
  }

  enlarge({ zoom, shrink }: CardWords): void {
    const isLarge = this.#at('main').classList.toggle('large');
    this.put('zoom', isLarge ? shrink : zoom);
  }

  /** While the service works no button can be pressed. */
  setBusy(says: string | undefined): void {
    for (const button of document.querySelectorAll<HTMLButtonElement>('.actions button'))
      button.disabled = says !== undefined;
    this.put('says', says);
  }

  /** `when`: formats Unix ms. */
  show(words: CardWords, when: (at: number) => string): void {
    for (const id of ['notice', 'seller', 'status', 'heading', 'open'] as const) this.put(id, words[id]);
    this.put('zoom', this.#at('main').classList.contains('large') ? words.shrink : words.zoom);
    this.#at('status').className = `status ${words.tone}`;
    this.#fill(
      'lead',
      words.lead.map((text) => this.#tag('p', text, 'lead')),
    );
    this.#fill(
      'warnings',
      words.warnings.map((text) => this.#tag('li', text)),
    );
    this.#fill(
      'facts',
      words.facts.map(({ label, lines }) => this.#row(label, lines.join('\n'))),
    );
    this.#fill(
      'bill',
      words.bill.map(({ label, amount }) => this.#row(label, amount)),
    );
    this.#fill(
      'times',
      words.times.map(({ text, at }) => this.#tag('p', at === undefined ? text : text.replace('{time}', when(at)))),
    );
    for (const id of ['question', 'yes', 'no', 'link']) this.put(id, undefined);
    for (const id of ['previous', 'next'] as const) this.#at(id).ariaLabel = words[id];
    this.#at('main').hidden = false;
  }

  /** `asked`: the words of the question, which takes the place of the other buttons until it is answered. */
  ask(asked: CardWords['cancel']): void {
    for (const id of ['question', 'yes', 'no'] as const) this.put(id, asked?.[id]);
    for (const id of ['pay', 'refresh', 'cancel', 'open'])
      this.#at(id).hidden = asked !== undefined || this.#at(id).textContent === '';
    this.#at(asked === undefined ? 'cancel' : 'no').focus();
  }

  /** `count`: without pages there is nothing to leaf through. */
  showPager(page: number, count: number): void {
    this.#at('pages').hidden = count === 0;
    this.#at('main').classList.toggle('alone', count === 0);
    this.#at('pager').hidden = count < 2;
    this.#find('previous', HTMLButtonElement).disabled = page === 1;
    this.#find('next', HTMLButtonElement).disabled = page === count;
  }

  showLeaf({ name, picture, missing, windows }: CardLeaf): void {
    const image = this.#find('picture', HTMLImageElement);
    this.put('number', name);
    this.put('windows', windows);
    this.put('missing', missing);
    image.alt = name;
    image.hidden = picture === undefined;
    if (picture !== undefined) image.src = picture;
  }

  readonly #at = (id: string): HTMLElement => this.#find(id, HTMLElement);

  #fill(id: string, items: readonly HTMLElement[]): void {
    this.#at(id).replaceChildren(...items);
    this.#at(id).hidden = items.length === 0;
  }

  #tag(name: string, text: string, className = ''): HTMLElement {
    return Object.assign(document.createElement(name), { textContent: text, className });
  }

  #row(label: string, value: string): HTMLElement {
    const row = document.createElement('div');
    row.append(this.#tag('dt', label), this.#tag('dd', value));
    return row;
  }
}
