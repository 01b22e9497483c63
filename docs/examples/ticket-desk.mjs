// A small ticket system, for docs/tickets.md: it checks what arrives, numbers it, and reports states.
//
//   PLATEN_URL=http://localhost:8410 SECRET=whsec_… TOKEN=… node docs/examples/ticket-desk.mjs
//
// PORT: where it listens, 8499 without; SOLVE_SECONDS: until it solves a ticket, 60 without.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const { PLATEN_URL: platen = 'http://localhost:8410', SECRET: secret = '', TOKEN: token = '' } = process.env;
const { PORT: port = '8499', SOLVE_SECONDS: seconds = '60' } = process.env;
const keys = new Map();
let sequence = Math.floor(Date.now() / 1000);

async function report(ticketId, state) {
  sequence += 1;
  const body = { state, key: keys.get(ticketId), changedAt: new Date().toISOString(), sequence };
  const answer = await fetch(`${platen}/v1/tickets/${ticketId}/state`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  console.log(`-> ${state} ${body.key}: ${answer.status}`);
}

async function take(request, response) {
  try {
    const { type, data } = new Webhook(secret).verify(await text(request), request.headers);
    response.writeHead(204).end();
    console.log(`<- ${type} ${data.change ?? ''} ${data.title ?? ''}`);
    if (type !== 'ticket.requested' || keys.has(data.ticketId)) return;
    keys.set(data.ticketId, `#${48_211 + keys.size}`);
    await report(data.ticketId, 'open');
    setTimeout(() => void report(data.ticketId, 'solved'), Number(seconds) * 1000);
  } catch (error) {
    console.log(`refused: ${error.message}`);
    if (!response.headersSent) response.writeHead(401).end();
  }
}

createServer((request, response) => void take(request, response)).listen(Number(port), '127.0.0.1', () => console.log(`listens on http://127.0.0.1:${port}/`));
