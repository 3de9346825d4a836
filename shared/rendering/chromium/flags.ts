/** The command line of the browser that prints: cut off from the network, and the same paper each time. */

/** Without --disable-web-security, which lets an iframe print local files. The last three cut the network. */
const common = [
  '--headless',
  '--disable-gpu',
  '--use-gl=disabled',
  '--disable-software-rasterizer',
  '--disable-webgl',
  '--disable-dev-shm-usage',
  '--disable-features=AudioServiceOutOfProcess,IsolateOrigins,site-per-process',
  '--disable-domain-reliability',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-breakpad',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--mute-audio',
  '--font-render-hinting=none',
  // Animated images stop at their first frame. Otherwise the paper would depend on the moment of printing.
  '--blink-settings=imageAnimationPolicy=2',
  '--lang=en-US',
  // Nothing listens on the discard port, and `<-loopback>` sends even 127.0.0.1 there.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

/**
 * The shipped browser has no other way to run in Lambda, which allows one process only. It starts in 100 ms and can hold
 * one page at a time.
 */
export const shippedFlags: readonly string[] = ['--single-process', '--no-zygote', '--no-sandbox', ...common];

/**
 * A person's own browser keeps its sandbox, asks for no password, and loads nothing of theirs. Chromium refuses to start
 * its sandbox for root, who is the only user of many containers.
 */
export const installedFlags = (isRoot: boolean): readonly string[] => [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-extensions',
  '--disable-default-apps',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  ...common,
];
