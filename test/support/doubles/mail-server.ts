/** A mail server on 127.0.0.1 with just enough SMTP to accept messages. Tests can change its responses. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type SecureContextOptions, TLSSocket } from 'node:tls';

interface Received {
  readonly from: string;
  readonly to: string;
  readonly credentials: string | undefined;
  /** The message with its headers, as sent. */
  readonly source: string;
}

/** `tls`: the certificate with which the server offers STARTTLS. */
export async function mailServer(tls?: SecureContextOptions) {
  const received: Received[] = [];
  /** Other responses, such as `550 5.1.1 nobody`, by command. `''` closes the connection, `'...'` sends nothing. */
  const answers = new Map<string, string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('close', () => sockets.delete(socket));
    converse(socket, { received, answers, tls });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((closed) => server.close(closed));
  };
  return { port: (server.address() as AddressInfo).port, received, answers, close };
}

interface Talk {
  readonly received: Received[];
  readonly answers: ReadonlyMap<string, string>;
  readonly tls: SecureContextOptions | undefined;
}

const usualAnswers: Readonly<Record<string, string>> = {
  GREETING: '220 double',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  END: '250 taken',
  AUTH: '235 welcome',
  STARTTLS: '220 go on',
  QUIT: '221 bye',
};

function converse(plain: Socket, { received, answers, tls }: Talk): void {
  let socket: Socket = plain;
  let rest = '';
  let isData = false;
  const message = { from: '', to: '', credentials: undefined as string | undefined };
  const answer = (command: string, otherwise = usualAnswers[command] ?? '502 what?') => {
    const response = answers.get(command) ?? otherwise;
    if (response === '...') return;
    if (response === '') socket.destroy();
    else socket.write(`${response}\r\n`);
  };
  const encrypt = () => {
    socket = new TLSSocket(plain, { isServer: true, ...tls }).on('error', () => {});
    socket.on('data', onData);
  };
  const obey = (line: string) => {
    const [command = ''] = line.toUpperCase().split(' ');
    if (command === 'EHLO') {
      const offers = ['double', tls !== undefined && socket === plain && 'STARTTLS', 'AUTH PLAIN'].filter(Boolean);
      return answer('EHLO', offers.map((offer, at) => `250${at < offers.length - 1 ? '-' : ' '}${offer}`).join('\r\n'));
    }
    if (command === 'MAIL') message.from = /<(.*?)>/.exec(line)?.[1] ?? '';
    if (command === 'RCPT') message.to = /<(.*?)>/.exec(line)?.[1] ?? '';
    if (command === 'AUTH') message.credentials = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
    if (command === 'STARTTLS' && tls === undefined) return answer('', '502 no TLS here');
    if (command === 'DATA' && !answers.has('DATA')) isData = true;
    answer(command);
    if (command === 'STARTTLS') {
      plain.off('data', onData);
      encrypt();
    }
  };
  function onData(chunk: Buffer) {
    rest += chunk.toString('latin1');
    for (;;) {
      const end = isData ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n');
      if (end < 0) return;
      const text = rest.slice(0, end);
      rest = rest.slice(end + (isData ? 5 : 2));
      if (!isData) obey(text);
      else {
        isData = false;
        received.push({ ...message, source: text });
        answer('END');
      }
    }
  }
  plain.on('data', onData);
  answer('GREETING');
}
