#!/usr/bin/env node
/** `npx print-and-mail` in this project. JavaScript, so that an old Node shows a message instead of a syntax error. */

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`This needs Node 24, and this is ${process.versions.node}: run npm ci, then npx print-and-mail.`);
  process.exit(2);
}

await import('../lib/command-line/program.ts').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('Its packages are not installed: run npm ci, then npx print-and-mail.');
  process.exit(2);
});
