/** Other programs that print HTML, run as their users run them: a command for each document, if it is installed. */

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The arguments of each: letter paper where its own default is another, and no chatter. */
const peers = {
  weasyprint: (input: string, output: string) => ['-q', input, output],
  wkhtmltopdf: (input: string, output: string) => ['-q', '-s', 'Letter', input, output],
};
export type Peer = keyof typeof peers;

export const peerNames = Object.keys(peers) as Peer[];

export async function installedPeers(): Promise<Peer[]> {
  const run = promisify(execFile);
  const found = await Promise.allSettled(peerNames.map((peer) => run(peer, ['--version']).then(() => peer)));
  return found.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

export async function printByPeer(peer: Peer, folder: string, html: string): Promise<undefined> {
  const input = join(folder, 'letter.html');
  writeFileSync(input, html);
  await promisify(execFile)(peer, peers[peer](input, join(folder, 'letter.pdf')));
}
