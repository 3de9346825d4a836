/** A browser for pictures of our own pages: the project's Chromium with fonts from npm packages. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, launch } from 'puppeteer-core';
import { extract } from 'tar-fs';
import { unpackChromium } from '../../shared/rendering/chromium/unpack-chromium.ts';
import { tinosFolder } from '../../shared/rendering/font/font-file.ts';

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'];

/** `folder`: for the fonts and the browser's profile. The caller removes it after closing the browser. */
export async function launchForPictures(folder: string): Promise<Browser> {
  const { executable, libraries } = await unpackChromium();
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin/fonts.tar.br');
  await pipeline(createReadStream(packed), createBrotliDecompress(), extract(folder));
  const fontsFile = join(folder, 'fonts.conf');
  await writeFile(fontsFile, fontsConfig(folder));
  return launch({
    executablePath: executable,
    args: [...flags, `--user-data-dir=${folder}/profile`],
    ignoreDefaultArgs: true,
    waitForInitialPage: false,
    pipe: true,
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fontsFile, HOME: folder, TMPDIR: folder },
  });
}

/** Leaves out the machine's fonts, so that pictures are the same everywhere. */
const fontsConfig = (folder: string): string => `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${folder}/fonts</dir><dir>${tinosFolder}</dir><cachedir>${folder}/cache</cachedir>
<alias><family>serif</family><prefer><family>Tinos</family></prefer></alias>
<alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
<alias><family>monospace</family><prefer><family>Open Sans</family></prefer></alias>
<match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>
</fontconfig>
`;
