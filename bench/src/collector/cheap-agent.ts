import { respond } from '@platen/simulator/snmp/respond';
import type { Entry, View } from '@platen/simulator/snmp/view';

const habits = { versions: ['1', '2c'], bulk: true, longestAnswer: 1400 } as const;
/** Octets of a request id as nearly all of them are. */
const idOctets = 4;
/** prtGeneralSerialNumber. */
const serialColumn = '1.3.6.1.2.1.43.5.1.1.17';

interface Prepared {
  packet: Buffer;
  idAt: number;
  serialAt: number;
}

/**
 * An agent that costs next to nothing: a question asked before by anyone is answered by the same octets, with
 * the request id and the serial number of the device that is asked. So the figures are those of the reader
 * and not of what it reads.
 */
export class CheapAgent {
  readonly #view: View;
  readonly #serial: Buffer;
  readonly #prepared = new Map<string, Prepared>();

  constructor(view: View, entries: readonly Entry[]) {
    this.#view = view;
    const serial = entries.find(({ oid }) => oid.join('.').startsWith(`${serialColumn}.`))?.value;
    this.#serial = serial?.type === 'octets' ? serial.value : Buffer.alloc(0);
  }

  answer(packet: Buffer, number: number): Buffer | undefined {
    const idAt = toIdPlace(packet);
    if (idAt === undefined) return respond(packet, 'public', this.#view, habits);
    const key = `${packet.toString('latin1', 0, idAt)}|${packet.toString('latin1', idAt + idOctets)}`;
    const prepared = this.#prepared.get(key) ?? this.#prepare(packet, key);
    if (prepared === undefined) return undefined;
    const answer = Buffer.from(prepared.packet);
    packet.copy(answer, prepared.idAt, idAt, idAt + idOctets);
    if (prepared.serialAt >= 0)
      answer.write(String(number).padStart(5, '0'), prepared.serialAt + this.#serial.length - 5, 'latin1');
    return answer;
  }

  #prepare(packet: Buffer, key: string): Prepared | undefined {
    const answer = respond(packet, 'public', this.#view, habits);
    const idAt = answer === undefined ? undefined : toIdPlace(answer);
    if (answer === undefined || idAt === undefined) return undefined;
    const serialAt = this.#serial.length < 5 ? -1 : answer.indexOf(this.#serial);
    const prepared = { packet: answer, idAt, serialAt };
    this.#prepared.set(key, prepared);
    return prepared;
  }
}

/** Where the id begins in a message by community, when it has the usual length. */
function toIdPlace(packet: Buffer): number | undefined {
  const afterLength = (at: number): number => at + 1 + ((packet[at] ?? 0) < 0x80 ? 0 : (packet[at] ?? 0) & 0x7f);
  const version = afterLength(1);
  const community = version + 3;
  const pdu = community + 2 + (packet[community + 1] ?? 0);
  const id = afterLength(pdu + 1);
  return packet[id] === 2 && packet[id + 1] === idOctets ? id + 2 : undefined;
}
