/** Checks that HTML can be printed on this machine: finds the browser and starts it. */
import { type BrowserChoice, findBrowser, thisMachine } from '../../../shared/rendering/chromium/find-browser.ts';
import { launchChromium } from '../../../shared/rendering/chromium/launch-chromium.ts';
import { type DoctorFinding, failedFinding, ok, warn } from './checkup.ts';

/** On AWS the renderer brings its own browser, so a machine that only deploys may do without one. */
export async function htmlVerdict(named: string | undefined, choice?: BrowserChoice): Promise<DoctorFinding> {
  const browser = choice ?? findBrowser(thisMachine(named));
  if (browser.kind === 'none')
    return (named === undefined ? warn : failedFinding)(`refused. ${browser.why}`, browser.cure);
  try {
    const chromium = await launchChromium(browser);
    chromium.kill();
    return ok(`printed by ${chromium.engine ?? 'the Chromium of the project'}`);
  } catch (error) {
    const [, reason = ''] = /([^\n]*error while loading[^\n]*)/.exec(String(error)) ?? [];
    return failedFinding(
      `refused. The browser does not start${reason === '' ? '' : ` (${reason.trim()})`}`,
      'install what it lacks, or set CHROMIUM_PATH to another Chrome, Edge or Chromium',
    );
  }
}
