/** The script of the card in a chat: shows an order as the service hands it over, and acts on it through the host. */
import type { CardData, CardWords } from '../card/data.ts';
import { scriptOf } from '../html.ts';
import { byId } from './by-id.ts';
import { CardFace } from './card-face.ts';
import { type Capabilities, CardHost, type HostAnswer, type HostContext } from './card-host.ts';

/** The card and what it knows of its order and of its host. */
class Card {
  readonly #face: CardFace;
  readonly #host: CardHost;
  #can: Capabilities = {};
  #context: HostContext = {};
  #data: CardData | undefined;
  #page = 1;
  /** Addresses with the bytes themselves, by page: no other address is loaded. */
  readonly #pictures = new Map<number, string>();
  #isPaying = false;

  constructor(face: CardFace, Host: typeof CardHost) {
    this.#face = face;
    this.#host = new Host({
      'ui/notifications/tool-result': (result) => void this.#take(result),
      'ui/notifications/tool-cancelled': (params) => face.put('says', params?.reason),
      'ui/notifications/host-context-changed': (context) => this.#adopt(context),
    });
    face.onPress({
      pay: () => this.#pay(),
      open: () => void this.#open(this.#data?.page_url),
      refresh: () => void this.#refresh(),
      cancel: () => face.ask(this.#words?.cancel),
      no: () => face.ask(undefined),
      yes: () => void this.#cancel(),
      previous: () => this.#turn(-1),
      next: () => this.#turn(1),
      leaf: () => this.#words && face.enlarge(this.#words),
    });
    // A payer who comes back from the payment page sees how the order stands.
    document.addEventListener('visibilitychange', () => {
      if (!this.#isPaying || document.hidden) return;
      this.#isPaying = false;
      void this.#refresh();
    });
    new ResizeObserver(() => this.#tellSize()).observe(document.documentElement);
  }

  async begin(): Promise<void> {
    const { hostCapabilities, hostContext } = await this.#host.ask('ui/initialize', {
      protocolVersion: '2026-01-26',
      appInfo: { name: 'print-and-mail', version: '1.0.0' },
      appCapabilities: { availableDisplayModes: ['inline'] },
    });
    this.#can = hostCapabilities ?? {};
    this.#adopt(hostContext);
    this.#host.tell('ui/notifications/initialized', {});
  }

  get #words(): CardWords | undefined {
    return this.#data?.[this.#isFrench() ? 'fr' : 'en'];
  }

  #isFrench(): boolean {
    return (this.#context.locale ?? navigator.language).startsWith('fr');
  }

  #tellSize(): void {
    const { width, height } = document.documentElement.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    this.#host.tell('ui/notifications/size-changed', size);
  }

  #adopt(fresh: HostContext = {}): void {
    this.#context = { ...this.#context, ...fresh };
    const { theme, styles } = this.#context;
    const { style } = document.documentElement;
    if (theme !== undefined) style.colorScheme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {}))
      if (name.startsWith('--') && value) style.setProperty(name, value);
    this.#show();
  }

  /** A host that keeps the card's own data to itself is asked for the job once more. */
  async #take(result: HostAnswer | undefined, isAgain = false): Promise<void> {
    const data = result?._meta?.['print-and-mail/card'];
    const job_id = result?.structuredContent?.job_id;
    if (data !== undefined) return this.#takeData(data);
    if (job_id !== undefined && this.#can.serverTools !== undefined && !isAgain)
      return this.#take(await this.#host.use('get_job_status', { job_id }), true);
    this.#face.put('says', this.#textOf(result));
  }

  #takeData(data: CardData): void {
    if (data.job_id !== this.#data?.job_id) {
      this.#pictures.clear();
      this.#page = 1;
    }
    this.#data = data;
    this.#show();
  }

  #show(): void {
    document.documentElement.lang = this.#isFrench() ? 'fr-CA' : 'en';
    const words = this.#words;
    if (words === undefined) return;
    const canAct = this.#can.serverTools !== undefined;
    this.#face.show(words, (at) => this.#momentOf(at));
    this.#face.put('pay', this.#data?.pay_url && words.pay);
    this.#face.put('cancel', canAct ? words.cancel?.button : undefined);
    this.#face.put('refresh', canAct ? words.refresh : undefined);
    void this.#showPage();
  }

  #momentOf(at: number): string {
    const { timeZone } = this.#context;
    const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
    return new Intl.DateTimeFormat(document.documentElement.lang, format).format(at);
  }

  #turn(by: number): void {
    this.#page += by;
    void this.#showPage();
  }

  async #showPage(): Promise<void> {
    const [data, words, page] = [this.#data, this.#words, this.#page];
    if (data === undefined || words === undefined) return;
    const count = this.#can.serverTools === undefined ? 0 : data.pages;
    this.#face.showPager(page, count);
    if (count === 0) return;
    const name = words.page.replace('{number}', String(page)).replace('{count}', String(count));
    if (!this.#pictures.has(page)) {
      this.#face.showLeaf({ name, missing: words.wait });
      await this.#load(data.job_id, page);
    }
    if (page !== this.#page || data.job_id !== this.#data?.job_id) return;
    const picture = this.#pictures.get(page);
    const windows = page === 1 ? words.windows : undefined;
    this.#face.showLeaf({ name, picture, missing: picture === undefined ? words.missing : undefined, windows });
  }

  async #load(job_id: string, page: number): Promise<void> {
    const result = await this.#host.use('show_page', { job_id, page }).catch(() => undefined);
    const png = result?._meta?.['print-and-mail/page']?.png ?? '';
    if (job_id === this.#data?.job_id && /^[\w+/]+=*$/.test(png))
      this.#pictures.set(page, `data:image/png;base64,${png}`);
  }

  async #refresh(): Promise<void> {
    const result = await this.#act('get_job_status');
    if (result === undefined) return;
    await this.#take(result, true);
    // The assistant gets the text that its own call would get.
    if (this.#can.updateModelContext !== undefined)
      await this.#host.ask('ui/update-model-context', { content: result.content }).catch(() => {});
  }

  async #cancel(): Promise<void> {
    this.#face.ask(undefined);
    const result = await this.#act('cancel_letter');
    await this.#refresh();
    if (result?.isError) this.#face.put('says', this.#textOf(result));
  }

  /** The answer of this tool on the job, or none if the host gives none. */
  async #act(tool: string): Promise<HostAnswer | undefined> {
    this.#face.setBusy(this.#words?.wait);
    const result = await this.#host.use(tool, { job_id: this.#data?.job_id }).catch(() => undefined);
    this.#face.setBusy(undefined);
    return result;
  }

  #pay(): void {
    this.#isPaying = true;
    void this.#open(this.#data?.pay_url);
  }

  /** The address itself, to copy, where the host does not open it. */
  async #open(url: string | undefined): Promise<void> {
    const opening = this.#can.openLinks === undefined ? undefined : this.#host.ask('ui/open-link', { url });
    const result = await opening?.catch(() => undefined);
    const isOpen = result !== undefined && !result.isError;
    this.#face.put('says', isOpen ? undefined : this.#words?.copy);
    this.#face.put('link', isOpen ? undefined : url);
  }

  #textOf(result: HostAnswer | undefined): string {
    return (result?.content ?? []).map(({ text }) => text ?? '').join(' ');
  }
}

function startCard(find: typeof byId, Face: typeof CardFace, Host: typeof CardHost, View: typeof Card): void {
  void new View(new Face(find), Host).begin();
}

export const script = scriptOf(startCard, byId, CardFace, CardHost, Card);
