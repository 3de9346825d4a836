/** A new process that prints one HTML file and says how long it took: @sparticuz/chromium as its README has it. */
import { readFileSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({
  args: await puppeteer.defaultArgs({ args: chromium.args, headless: 'shell' }),
  executablePath: await chromium.executablePath(),
  headless: 'shell',
});
const page = await browser.newPage();
await page.setContent(readFileSync(process.argv[2] ?? '', 'utf8'));
await page.pdf({ format: 'letter', printBackground: true });
console.log(performance.now());
await browser.close();
