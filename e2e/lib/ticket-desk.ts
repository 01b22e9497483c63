import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { System } from './system.ts';

interface Requested {
  readonly ticketId: string;
  readonly serial: string;
  readonly change: string;
  readonly conditions: readonly { readonly source: string; readonly headline: string }[];
}

/**
 * The ticket system of somebody else: it checks the signature of what arrives, numbers each request, and
 * reports states with an API token. What it cannot verify it refuses.
 */
export interface TicketDesk {
  /** Where its webhook listens. */
  readonly address: string;
  readonly received: readonly Requested[];
  /** The secret of the channel, and the token by which it answers. */
  know(secret: string, token: string): void;
  /** Reports a state of the ticket of a device. */
  answer(system: System, serial: string, state: string): Promise<void>;
  close(): void;
}

export async function startTicketDesk(firstNumber: number): Promise<TicketDesk> {
  const received: Requested[] = [];
  let secret = '';
  let token = '';
  let sequence = 0;
  const take = async (request: IncomingMessage): Promise<void> => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const body = new Webhook(secret).verify(await text(request), headers) as { type: string; data: Requested };
    if (body.type.startsWith('ticket.')) received.push(body.data);
  };
  const server = createServer((request, response) => {
    take(request).then(
      () => response.writeHead(204).end(),
      () => response.writeHead(401).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/hook`,
    received,
    know(itsSecret, itsToken) {
      [secret, token] = [itsSecret, itsToken];
    },
    async answer(system, serial, state) {
      const requests = received.filter(({ change }) => change === 'requested');
      const index = requests.findIndex((one) => one.serial === serial);
      const ticket = requests[index];
      if (ticket === undefined) throw new Error(`no request about ${serial}`);
      sequence += 1;
      const key = `#${firstNumber + index}`;
      const response = await fetch(`${system.url}/v1/tickets/${ticket.ticketId}/state`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ state, key, url: `https://desk.example/${index}`, changedAt: new Date(), sequence }),
      });
      if (!response.ok) throw new Error(`${state}: ${response.status} ${await response.text()}`);
    },
    close: () => void server.close(),
  };
}
