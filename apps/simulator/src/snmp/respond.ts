import { toElement } from './ber.ts';
import { type Binding, nullElement, type Request, readRequest, toBindingElement, toResponse } from './message.ts';
import { type Entry, type Oid, toValueElement, type View } from './view.ts';

/** How an agent differs from one that does all it should. */
export interface Habits {
  versions: readonly ('1' | '2c')[];
  /** Without it a GETBULK is answered with genErr, as some print servers do. */
  bulk: boolean;
  /** Octets of the longest answer. */
  longestAnswer: number;
}

const status = { tooBig: 1, noSuchName: 2, genErr: 5, notWritable: 17, readOnly: 4 } as const;
const noSuchObject = toElement(0x80, Buffer.alloc(0));
const endOfView = toElement(0x82, Buffer.alloc(0));
/** Room of the wrapping around the bindings: version, community, lengths. */
const frameOctets = 64;

/**
 * The answer to one packet, undefined where an agent stays silent: not SNMP, another version, a wrong
 * community.
 */
export function respond(packet: Buffer, community: string, view: View, habits: Habits): Buffer | undefined {
  let request: Request;
  try {
    request = readRequest(packet);
  } catch {
    return undefined;
  }
  if (!habits.versions.includes(request.version) || request.community.toString('latin1') !== community)
    return undefined;
  if (request.kind === 'set') return refuse(request, request.version === '1' ? status.readOnly : status.notWritable, 1);
  if (request.kind === 'getBulk')
    return habits.bulk && request.version === '2c' ? toBulk(request, view, habits) : refuse(request, status.genErr, 0);
  return toSingle(request, view, habits);
}

function refuse(request: Request, errorStatus: number, errorIndex: number): Buffer {
  const bindings = request.oids.map((oid) => toBindingElement({ oid, element: nullElement }));
  return toResponse(request, bindings, errorStatus, errorIndex);
}

/**
 * GET and GETNEXT: v1 refuses all when one is missing (RFC 1157 section 4.1), v2c says so in its place (RFC
 * 3416 section 4.2).
 */
function toSingle(request: Request, view: View, habits: Habits): Buffer {
  const bindings: Binding[] = [];
  for (const [i, oid] of request.oids.entries()) {
    const entry = request.kind === 'get' ? view.get(oid) : view.after(oid);
    if (entry === undefined && request.version === '1') return refuse(request, status.noSuchName, i + 1);
    bindings.push(toBinding(entry, oid, request.kind === 'get' ? noSuchObject : endOfView));
  }
  const answer = toResponse(request, bindings.map(toBindingElement));
  return answer.length > habits.longestAnswer ? refuse(request, status.tooBig, 0) : answer;
}

function toBinding(entry: Entry | undefined, asked: Oid, missing: Buffer): Binding {
  return entry === undefined
    ? { oid: asked, element: missing }
    : { oid: entry.oid, element: toValueElement(entry.value) };
}

/**
 * GETBULK (RFC 3416 section 4.2.3): the first `first` once, the others `second` times, as much as one answer
 * holds.
 */
function toBulk(request: Request, view: View, habits: Habits): Buffer {
  const answers: Buffer[] = [];
  let room = habits.longestAnswer - frameOctets;
  /** False when the answer is full. */
  const add = (binding: Binding) => {
    const element = toBindingElement(binding);
    room -= element.length;
    if (room >= 0) answers.push(element);
    return room >= 0;
  };
  const once = request.oids.slice(0, Math.max(0, request.first));
  for (const oid of once) if (!add(toBinding(view.after(oid), oid, endOfView))) return toResponse(request, answers);
  let row = request.oids.slice(once.length);
  for (let n = 0; n < request.second && row.length > 0; n++) {
    const bindings = row.map((oid) => toBinding(view.after(oid), oid, endOfView));
    if (!bindings.every(add)) break;
    if (bindings.every((binding) => binding.element === endOfView)) break;
    row = bindings.map((binding) => binding.oid);
  }
  return toResponse(request, answers);
}
