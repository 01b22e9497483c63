// A webhook and a mail server over TLS, in a process of their own, that take their time for each message:
// node slow-receivers.js <milliseconds> <key file> <certificate file>. Sends its ports, then on each message
// how many it has taken.

import { readFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTls } from 'node:tls';

const [pause = '0', keyFile = '', certificateFile = ''] = process.argv.slice(2);
const waitMs = Number(pause);
const identity = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) };
const taken = { webhook: 0, mail: 0 };

const webhook = createHttps(identity, (request, response) => {
  request.resume();
  request.once('end', () =>
    setTimeout(() => {
      taken.webhook += 1;
      response.writeHead(200, { connection: 'close' }).end('ok');
    }, waitMs),
  );
});

/** As much of SMTP (RFC 5321) as a mail without sign-in needs. */
const mail = createTls(identity, (socket) => {
  let text = '';
  let isData = false;
  socket.on('error', () => undefined);
  socket.write('220 slow\r\n');
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n';
      const at = text.indexOf(end);
      if (at === -1) return;
      const line = text.slice(0, at);
      text = text.slice(at + end.length);
      if (isData) {
        isData = false;
        taken.mail += 1;
        setTimeout(() => socket.write('250 taken\r\n'), waitMs);
      } else if (line === 'DATA') {
        isData = true;
        socket.write('354 go on\r\n');
      } else if (line === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    }
  });
});

const listen = (server: typeof webhook | typeof mail): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address: string | AddressInfo | null = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
process.send?.({ webhook: await listen(webhook), mail: await listen(mail) });
process.on('message', () => process.send?.(taken));
process.on('disconnect', () => process.exit());
