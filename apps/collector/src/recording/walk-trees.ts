import { errorStatus } from '../snmp/message.ts';
import { compareOids, suffixUnder } from '../snmp/objects.ts';
import type { Session } from '../snmp/session.ts';
import type { SnmpValue } from '../snmp/value.ts';

/** mib-2 and the makers' tree. */
const roots = ['1.3.6.1.2.1', '1.3.6.1.4.1'] as const;

/**
 * Objects about other devices or people, which are never read. Connections and neighbours (RFC 1213 tcp, udp,
 * at, ipNetToMediaTable; RFC 4022, 4113, 4293), running and installed software (RFC 2790), IPv6 neighbours
 * (RFC 2465), jobs with their owners (PWG 5100.1: RFC 2707; HP-LASERJET-COMMON-MIB job-info).
 */
const leftOut = [
  '1.3.6.1.2.1.3',
  '1.3.6.1.2.1.4.22',
  '1.3.6.1.2.1.4.24',
  '1.3.6.1.2.1.4.31',
  '1.3.6.1.2.1.4.32',
  '1.3.6.1.2.1.4.34',
  '1.3.6.1.2.1.4.35',
  '1.3.6.1.2.1.4.37',
  '1.3.6.1.2.1.6',
  '1.3.6.1.2.1.7',
  '1.3.6.1.2.1.25.4',
  '1.3.6.1.2.1.25.5',
  '1.3.6.1.2.1.25.6',
  '1.3.6.1.2.1.55',
  '1.3.6.1.4.1.2699.1.1',
  '1.3.6.1.4.1.11.2.3.9.4.2.1.1.6.5',
] as const;

export interface WalkLimits {
  objects: number;
  octets: number;
}
const octetLimit = 16 * 1024 * 1024;
export const defaultLimits: WalkLimits = { objects: 100_000, octets: octetLimit };

export interface WalkedTrees {
  objects: Map<string, SnmpValue>;
  /** Texts about what is missing; empty if the recording is complete. */
  notes: string[];
}

/**
 * Reads both trees to their end, one object after the other. Never throws; ends with the session's deadline
 * and at the limits.
 */
export async function walkTrees(
  session: Session,
  limits: WalkLimits,
  onProgress: (objects: number) => void,
): Promise<WalkedTrees> {
  const walk = new Walk(session, limits, onProgress);
  for (const root of roots) if (!(await walk.tree(root))) break;
  return { objects: walk.objects, notes: walk.notes };
}

class Walk {
  readonly objects = new Map<string, SnmpValue>();
  readonly notes: string[] = [];
  readonly #session: Session;
  readonly #limits: WalkLimits;
  readonly #onProgress: (objects: number) => void;
  #octets = 0;
  #repetitions = 20;
  #isBulk: boolean;

  constructor(session: Session, limits: WalkLimits, onProgress: (objects: number) => void) {
    this.#session = session;
    this.#limits = limits;
    this.#onProgress = onProgress;
    this.#isBulk = session.version !== '1';
  }

  /** False if reading has to end: silence, or the limits. */
  async tree(root: string): Promise<boolean> {
    let at: string = root;
    for (;;) {
      const response = await this.#session.ask(
        this.#isBulk
          ? { kind: 'getBulk', oids: [at], repetitions: this.#repetitions }
          : { kind: 'getNext', oids: [at] },
      );
      if (response === 'silent' && !this.#isBulk) {
        this.notes.push(`fell silent after ${at}`);
        return false;
      }
      const isRefused = response === 'silent' || response.errorStatus !== errorStatus.none;
      if (isRefused || response.varbinds.length === 0) {
        if (this.#isBulk) this.#askForLess(response !== 'silent' && response.errorStatus === errorStatus.tooBig);
        else {
          if (response !== 'silent' && response.errorStatus !== errorStatus.noSuchName)
            this.notes.push(`${root}: ended with error status ${response.errorStatus} after ${at}`);
          return true;
        }
        continue;
      }
      const next = this.#take(root, at, response.varbinds);
      this.#onProgress(this.objects.size);
      if (next === 'end') return true;
      if (next === 'limit') return false;
      at = next;
    }
  }

  #askForLess(tooBig: boolean): void {
    if (tooBig && this.#repetitions > 1) this.#repetitions = Math.floor(this.#repetitions / 2);
    else this.#isBulk = false;
  }

  /** The OID to continue from. */
  #take(root: string, from: string, varbinds: readonly { oid: string; value: SnmpValue }[]): string {
    let at = from;
    for (const { oid, value } of varbinds) {
      if (value.type === 'endOfMibView' || value.type === 'noSuchObject' || suffixUnder(root, oid) === undefined)
        return 'end';
      if (compareOids(oid, at) <= 0) {
        this.notes.push(`${root}: ended, ${oid} does not follow ${at}`);
        return 'end';
      }
      const skipped = leftOut.find((tree) => oid === tree || suffixUnder(tree, oid) !== undefined);
      // After the last possible arc: the device continues with what follows that tree.
      if (skipped !== undefined) return `${skipped}.4294967295`;
      this.#octets += oid.length + ('bytes' in value ? value.bytes.length : 8);
      if (this.objects.size >= this.#limits.objects || this.#octets > this.#limits.octets) {
        this.notes.push(`cut after ${this.objects.size} objects`);
        return 'limit';
      }
      this.objects.set(oid, value);
      at = oid;
    }
    return at;
  }
}
