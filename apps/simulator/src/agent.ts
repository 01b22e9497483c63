import { createSocket } from 'node:dgram';
import { toEntries } from './mib/to-entries.ts';
import type { Machine } from './model/machine.ts';
import { toState } from './model/state.ts';
import { respond } from './snmp/respond.ts';
import { View } from './snmp/view.ts';

export interface AgentOptions {
  machine: Machine;
  host: string;
  /** 0 for any free one. */
  port: number;
  community: string;
  /** The machine's time, ms since 1970. */
  now: () => number;
}

export interface Agent {
  port: number;
  close(): Promise<void>;
}

/** Shortest time between two states of the agent: a walk then rarely mixes two moments. */
const viewMs = 1000;

/** One machine answering SNMP on a UDP port. Rejects when the port cannot be had. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const { machine, community } = options;
  const socket = createSocket('udp4');
  let view = new View([]);
  let viewAt = Number.NEGATIVE_INFINITY;
  const waiting = new Set<NodeJS.Timeout>();

  const current = () => {
    if (performance.now() - viewAt >= viewMs) {
      view = new View(toEntries(machine, toState(machine, options.now())));
      viewAt = performance.now();
    }
    return view;
  };

  socket.on('message', (packet, from) => {
    const answer = respond(packet, community, current(), {
      versions: machine.snmp.versions,
      bulk: machine.snmp.bulk,
      longestAnswer: 1400,
    });
    if (answer === undefined) return;
    if (machine.snmp.delayMs === 0) {
      socket.send(answer, from.port, from.address);
      return;
    }
    const timer = setTimeout(() => {
      waiting.delete(timer);
      socket.send(answer, from.port, from.address);
    }, machine.snmp.delayMs);
    waiting.add(timer);
  });

  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(options.port, options.host, resolve);
  });
  socket.removeAllListeners('error');
  // A reader that has gone away makes sending fail; that is its matter.
  socket.on('error', () => {});
  return {
    port: socket.address().port,
    close: async () => {
      for (const timer of waiting) clearTimeout(timer);
      await new Promise<void>((resolve) => {
        socket.close(() => resolve());
      });
    },
  };
}
