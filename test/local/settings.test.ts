/** The allowed values of the variables of the local server. */

import { resolve } from 'node:path';
import { readSettings } from '../../lib/local/settings.ts';

describe('settings', () => {
  test('have defaults', () => {
    expect(readSettings({})).toEqual({ host: '127.0.0.1', port: 8787, dataDir: resolve('.local') });
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', ''],
    ['HOST', 'http://localhost'],
    ['DATA_DIR', ' '],
    ['EMAIL_REGION', 'us-east-1'],
  ])('refuse %s=%p with one line that names it', (name, value) => {
    expect(readSettings({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} is .*leave it out`))]);
  });
});
