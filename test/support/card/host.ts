/** Serves the chat of `host-page.ts` and, on an origin of its own, the sandbox in which it shows the card. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { listen } from '../../../lib/local/gateway/listen.ts';

export interface Host {
  readonly origin: string;
  close(): Promise<void>;
}

type Csp = Readonly<Record<'connectDomains' | 'resourceDomains' | 'frameDomains' | 'baseUriDomains', string[]>>;

/** The policy that hosts of MCP Apps make of `ui.csp`, without the origin that they add. */
const policyOf = ({ connectDomains, resourceDomains, frameDomains, baseUriDomains }: Csp): string =>
  [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${resourceDomains.join(' ')}`,
    `style-src 'unsafe-inline' ${resourceDomains.join(' ')}`,
    `connect-src ${connectDomains.join(' ') || "'none'"}`,
    `img-src data: ${resourceDomains.join(' ')}`,
    `frame-src ${frameDomains.join(' ') || "'none'"}`,
    "object-src 'none'",
    `base-uri ${baseUriDomains.join(' ') || "'none'"}`,
  ].join('; ');

/** Passes messages between the chat and the card, and loads the card under its own policy. */
const sandbox = `<!doctype html><html lang="en"><title>Sandbox</title>
<style>body { margin: 0 } iframe { display: block; width: 100%; height: 100vh; border: 0 }</style><body><script>
const card = document.createElement('iframe');
card.setAttribute('sandbox', 'allow-scripts');
card.title = 'Card';
document.body.append(card);
addEventListener('message', ({ source, data }) => {
  if (source === card.contentWindow) return parent.postMessage(data, '*');
  if (data.method !== 'ui/notifications/sandbox-resource-ready') return card.contentWindow.postMessage(data, '*');
  card.srcdoc = data.params.html;
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>`;

const chat = (sandboxOrigin: string) => `<!doctype html><html lang="en"><title>Chat</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  html { color-scheme: light dark } body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 sans-serif }
  iframe { display: block; width: 100%; height: 300px; border: 1px solid #8886; border-radius: 12px }
</style>
<body data-sandbox="${sandboxOrigin}"><script type="module" src="/host.js"></script>`;

export async function openHost(): Promise<Host> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'host-page.ts')],
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', logLevel: 'error' },
  });
  const script = outputFiles[0]?.text ?? '';
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const sandboxes = await listen(
    createServer(({ url = '' }, response) => {
      const csp = JSON.parse(new URL(url, 'http://sandbox.invalid').searchParams.get('csp') ?? '{}') as Csp;
      response.writeHead(200, { ...html, 'content-security-policy': policyOf(csp) }).end(sandbox);
    }),
  );
  const chats = await listen(
    createServer(({ url }, response) =>
      url === '/host.js'
        ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
        : response.writeHead(200, html).end(chat(sandboxes.url)),
    ),
  );
  return {
    origin: chats.url,
    async close() {
      await Promise.all([sandboxes.close(0), chats.close(0)]);
    },
  };
}
