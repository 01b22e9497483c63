// Started by ../collector.ts: a number of agents in one process, each on its own port of 127.0.0.1.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { toEntries } from '@platen/simulator/mib/to-entries';
import { toFleet } from '@platen/simulator/model/fleet';
import { toState } from '@platen/simulator/model/state';
import { type Entry, View } from '@platen/simulator/snmp/view';
import { CheapAgent } from './cheap-agent.ts';
import { readRecorded } from './recorded.ts';

/** A number, then files of recorded walks; without one the machines of the simulator. */
const [count = '1000', ...files] = process.argv.slice(2);
const at = Date.UTC(2026, 10, 20, 10, 0);
const kinds: readonly Entry[][] =
  files.length > 0
    ? files.map(readRecorded)
    : toFleet('bench', 16).map((machine) => toEntries(machine, toState(machine, at)));
const agents = kinds.map((entries) => new CheapAgent(new View(entries), entries));

const sockets: Socket[] = [];
let answered = 0;
for (let number = 0; number < Number(count); number++) {
  const socket = createSocket('udp4');
  const agent = agents[number % agents.length];
  socket.on('message', (packet, from) => {
    const answer = agent?.answer(packet, number);
    if (answer === undefined) return;
    answered++;
    socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  sockets.push(socket);
}
process.on('message', () => process.send?.({ answered }));
process.on('disconnect', () => process.exit());
process.send?.({ ports: sockets.map((socket) => socket.address().port), objects: kinds.map((kind) => kind.length) });
