/** The card of an order in the official host of MCP Apps, in a browser; and the same answers for clients without cards. */
import type { Frame } from 'puppeteer-core';
import { type Chat, openChat, pictureIn } from '../../support/card/chat.ts';
import { type Host, openHost } from '../../support/card/host.ts';
import type { Shown } from '../../support/card/host-page.ts';
import { mcpUrl, modern, raw, rpc } from '../../support/e2e/assistant.ts';
import { ada, grace, type Json, text, until } from '../../support/e2e/client.ts';
import { running, startService } from '../../support/e2e/service.ts';
import { type Browsing, browse, faultsOf, type Look, looks } from '../../support/pages/browsing.ts';
import { standing } from '../../support/pages/states.ts';
import { letterPrice } from '../../support/prices.ts';
import { longTest } from '../../support/proofs.ts';

let host: Host;
let browsing: Browsing;
const service = running(async () => {
  [host, browsing] = await Promise.all([openHost(), browse()]);
  return startService({ ...standing, MCP_ALLOWED_ORIGINS: host.origin });
});
afterAll(async () => {
  await browsing.close();
  await host.close();
});

const [desktopByDay, , phoneByNight] = looks as readonly [Look, Look, Look];

const chatWith = (shown: Partial<Shown>, look = desktopByDay): Promise<Chat> =>
  openChat(browsing, host, { mcpUrl: mcpUrl(service), ...shown }, look);

/** The addresses that the host was asked to open: the request reaches it a moment after the press. */
const openedBy = async ({ heard }: Chat) => (await until(heard, ({ opened }) => opened.length > 0)).opened;

/** The ends of a picture and of a request that the card would load from the service. */
const reachedFrom = (card: Frame): Promise<string[]> =>
  card.evaluate(async (address) => {
    const image = (globalThis as Json).document.createElement('img');
    const loaded = new Promise<string>((resolve) => {
      image.onload = () => resolve('loaded');
      image.onerror = () => resolve('blocked');
    });
    image.src = `${address}/favicon.ico`;
    const fetched = fetch(address, { mode: 'no-cors' }).then(
      () => 'fetched',
      () => 'blocked',
    );
    return Promise.all([loaded, fetched]);
  }, service.origin);

longTest(
  'an order is shown with its page, price and times, paid, refreshed and cancelled; the card reaches nobody',
  async () => {
    const { quote_id } = await service.quote();
    const order = { quote_id, letter: { to: ada, from: grace, text } };
    const chat = await chatWith({ tool: 'create_letter_job', arguments: order });
    const { structuredContent: job, content } = (await chat.heard()).result;

    const { total } = letterPrice();
    const words = await chat.says(/Pay \$/);
    expect(words).toMatch(
      /Test mode.*Review your order.*Letter to Ada Lovelace.*Total.*It can be paid until .* [AP]M\..*12 Analytical Way/s,
    );
    expect(words).toContain(`Pay ${total}`);
    expect(words).toContain('It can be cancelled before you pay, and then until our partner begins its work.');
    expect(await pictureIn(chat.card)).toBe('data:image/png;base64,');
    expect(await chat.says(/The space at the top is for the addresses/)).toContain('Enlarge');
    await chat.press('leaf');
    expect(await chat.says(/Make smaller/)).not.toContain('Enlarge');
    expect(await faultsOf(chat.card)).toEqual([]);
    expect(await reachedFrom(chat.card)).toEqual(['blocked', 'blocked']);
    // The model gets its usual text, and nothing of the page.
    expect(JSON.stringify(content)).not.toContain('engine works');

    await chat.press('pay');
    expect(await openedBy(chat)).toEqual([job.checkout_url]);
    await service.pay(job.checkout_url);
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    await chat.press('refresh');
    expect(await chat.says(/Handed over for printing/)).not.toMatch(/Pay \$/);
    await chat.press('cancel');
    expect(await chat.says(/This cannot be undone/)).not.toContain('Refresh');
    await chat.press('yes');
    expect(await chat.says(/has been refunded/)).not.toContain('Cancel this order');
    expect(await service.job(job.job_id)).toMatchObject({ status: 'cancelled', refund: 'issued' });
    await until(chat.heard, ({ told }) => /cancelled/.test(told.at(-1) ?? ''));
  },
);

longTest('a host of 2025-11-25 at /mcp/mail shows it, too: in French, by night, on a phone, page by page', async () => {
  const long = Array.from({ length: 60 }, (_, line) => `This is line ${line} of a fax.`).join('\n\n');
  const { quote_id } = await service.make('/fax-quotes', { country: 'US', text: long });
  const job = await service.make('/fax-jobs', { quote_id, fax: { to_number: '+12125550199', text: long } });
  const chat = await chatWith(
    {
      ...{ mcpUrl: `${mcpUrl(service)}/mail`, version: '2025-11-25', arguments: { job_id: job.job_id } },
      context: { theme: 'dark', locale: 'fr-CA' },
      keepsMeta: true,
    },
    phoneByNight,
  );
  const { card, says, press } = chat;
  await says(/Page 1 sur \d.*Télécopie.*Payer/);
  await pictureIn(card);
  const first = await card.$eval('#picture', (image: Json): string => image.src);
  await press('next');
  await card.waitForFunction(
    (known) => (globalThis as Json).document.getElementById('picture').src !== known,
    {},
    first,
  );
  expect(await says(/Page 2 sur \d/)).not.toContain('imprimeur');
  await press('open');
  expect(await openedBy(chat)).toEqual([job.pay_url]);
  expect(await faultsOf(card)).toEqual([]);
});

describe('a client without cards', () => {
  const ui = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
  const session = { 'mcp-session-id': 'cards-1' };
  let job_id: string;
  beforeAll(async () => {
    job_id = (await service.order()).job_id;
  });

  /** The same message in both ways: from a client without cards and from one with them. */
  const both = async (era: 'modern' | 'legacy', method: string, params: object = {}, name?: string) => {
    const send = async (hasCards: boolean) => {
      if (era === 'legacy') return raw(service, { body: rpc(method, params), headers: hasCards ? session : {} });
      const { body, headers } = modern(method, params, name);
      if (hasCards) (body.params as Json)._meta['io.modelcontextprotocol/clientCapabilities'] = ui;
      return raw(service, { body, headers });
    };
    return Promise.all([send(false), send(true)]);
  };

  describe.each(['modern', 'legacy'] as const)('of the %s protocol', (era) => {
    test('lists the same tools, byte for byte, without a trace of the card', async () => {
      const [plain, carded] = await both(era, 'tools/list');
      expect(plain.text).not.toMatch(/ui:|show_page|print-and-mail\/card/);
      const { tools, ...rest } = carded.body.result;
      const shorn = tools
        .filter(({ _meta }: Json) => _meta?.ui.visibility === undefined)
        .map(({ _meta, ...tool }: Json) => tool);
      expect(JSON.stringify({ ...carded.body, result: { ...rest, tools: shorn } })).toBe(
        JSON.stringify({ ...plain.body, result: { ...rest, tools: plain.body.result.tools } }),
      );
      expect(tools.length - shorn.length).toBe(1);
    });

    test('gets the same answers, byte for byte, and cannot read the card', async () => {
      const call = { name: 'get_job_status', arguments: { job_id } };
      const [plain, carded] = await both(era, 'tools/call', call, call.name);
      const { 'print-and-mail/card': card, ...meta } = carded.body.result._meta;
      expect(card).toMatchObject({ job_id, en: { heading: 'Letter to Ada Lovelace' } });
      const { _meta, ...shorn } = carded.body.result;
      const { _meta: plainMeta = {}, ...same } = plain.body.result;
      expect(JSON.stringify([shorn, meta])).toBe(JSON.stringify([same, plainMeta]));
      const uri = 'ui://print-and-mail/job';
      const [unread, read] = await both(era, 'resources/read', { uri }, uri);
      expect(unread.body.error).toBeDefined();
      expect(read.body.result.contents).toMatchObject([{ mimeType: 'text/html;profile=mcp-app' }]);
      const [refused] = await both(
        era,
        'tools/call',
        { name: 'show_page', arguments: { job_id, page: 1 } },
        'show_page',
      );
      expect(refused.body.error.code).toBe(-32_602);
    });
  });

  test('gets no session id; one that shows cards gets one that says so and nothing else', async () => {
    const hello = (capabilities: object) =>
      raw(service, {
        body: rpc('initialize', {
          ...{ protocolVersion: '2025-11-25', capabilities },
          clientInfo: { name: 'tests', version: '1' },
        }),
      });
    expect((await hello({})).headers).not.toHaveProperty('mcp-session-id');
    expect((await hello(ui)).headers['mcp-session-id']).toMatch(/^cards-[\da-f-]{36}$/);
  });

  test('the picture of a page goes to the card alone: the text that a model could see names only its number', async () => {
    const call = { name: 'show_page', arguments: { job_id, page: 1 } };
    const [, { body }] = await both('legacy', 'tools/call', call);
    expect(body.result.content).toEqual([{ type: 'text', text: 'The card shows page 1.' }]);
    expect(body.result).not.toHaveProperty('structuredContent');
    expect(body.result._meta['print-and-mail/page'].png).toMatch(/^iVBOR/);
    const [, beyond] = await both('legacy', 'tools/call', { ...call, arguments: { job_id, page: 2 } });
    expect(beyond.body.result).toMatchObject({ isError: true });
  });
});
