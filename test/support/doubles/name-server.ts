/** A DNS server on this machine. For each name a test says what it responds, or that it stays silent. */
import { createSocket, type RemoteInfo } from 'node:dgram';

/** `aaaa`: addresses with all digits. `silent`: no response until `release`, which says that there is no such name. */
type Answer = { readonly a?: readonly string[]; readonly aaaa?: readonly string[] } | 'silent' | 'no such name';
type Kind = 'a' | 'aaaa';

export async function startNameServer(answerTo: (name: string, kind: Kind) => Answer) {
  const socket = createSocket('udp4');
  const pending: (() => void)[] = [];
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, kind, end } = questionIn(query);
    const reply = (answer: Exclude<Answer, 'silent'>) =>
      socket.send(replyTo(query.subarray(0, end), kind, answer), from.port, from.address);
    const answer = answerTo(name, kind);
    if (answer === 'silent') pending.push(() => reply('no such name'));
    else reply(answer);
  });
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    release: () => {
      for (const respond of pending.splice(0)) respond();
    },
    close: () => new Promise<void>((closed) => socket.close(() => closed())),
  };
}

/** A query has a header of 12 bytes, then the labels of the name, its type (1: A, 28: AAAA) and its class. */
function questionIn(query: Buffer): { readonly name: string; readonly kind: Kind; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), kind: query.readUInt16BE(at + 1) === 28 ? 'aaaa' : 'a', end: at + 5 };
}

function replyTo(question: Buffer, kind: Kind, answer: Exclude<Answer, 'silent'>): Buffer {
  const addresses = answer === 'no such name' ? [] : (answer[kind] ?? []);
  const head = Buffer.from(question);
  // A response to a recursive query, with the code NXDOMAIN or NOERROR.
  head.writeUInt16BE(answer === 'no such name' ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map((address) => recordOf(kind, address))]);
}

/** A record whose name points to the question, with class 1 and a lifetime of one minute. */
function recordOf(kind: Kind, address: string): Buffer {
  const data =
    kind === 'a' ? Buffer.from(address.split('.').map(Number)) : Buffer.from(address.replaceAll(':', ''), 'hex');
  const head = Buffer.from([0xc0, 12, 0, kind === 'a' ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([head, data]);
}
