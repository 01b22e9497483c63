import { readFile, rename } from 'node:fs/promises';
import { NewerData, writeWhole } from '../platform/data-files.ts';
import { toFailureWords } from '../platform/error-text.ts';
import type { Log } from '../platform/log.ts';
import type { RoundSeen } from './round-seen.ts';
import { type KnownState, knownFormat, nothingKnown, parseKnown } from './state.ts';
import { toKnownAfter } from './update.ts';

/** The devices that were seen before, in one file, written whole after each round. */
export class KnownDevices {
  #state: KnownState;
  readonly #path: string;
  readonly #log: Log;
  #expected: ReadonlyMap<string, 'answer' | 'silence'> = new Map();

  private constructor(path: string, state: KnownState, log: Log) {
    this.#path = path;
    this.#state = state;
    this.#log = log;
    this.#expect();
  }

  /** Reads the file; one that is damaged is put aside and begun anew, with a warning. Throws `NewerData`. */
  static async open(path: string, log: Log): Promise<KnownDevices> {
    const state = await readKnown(path, (message) => log.warn(message), true);
    return new KnownDevices(path, state, log);
  }

  get state(): KnownState {
    return this.#state;
  }

  /** What to expect of a target: a device answered there the last time, fell silent, or nothing is known. */
  expects(target: string): 'answer' | 'silence' | 'unknown' {
    return this.#expected.get(target) ?? 'unknown';
  }

  /** Takes a round in and writes it down. A disk that does not take it is told and no more: it is known until the end of the process. */
  async take(round: RoundSeen): Promise<void> {
    this.#state = toKnownAfter(this.#state, round);
    this.#expect();
    await writeWhole(this.#path, JSON.stringify({ format: knownFormat, ...this.#state })).catch((error: unknown) =>
      this.#log.warn(`${this.#path}: cannot be written (${toFailureWords(error)})`),
    );
  }

  #expect(): void {
    const expected = new Map<string, 'answer' | 'silence'>();
    for (const { address } of this.#state.devices) expected.set(address, 'answer');
    for (const { target, kind } of this.#state.failing) if (kind === 'silent') expected.set(target, 'silence');
    this.#expected = expected;
  }
}

/** What a file holds; nothing where there is none. Throws `NewerData`. */
export async function readKnown(path: string, warn: (message: string) => void, putAside: boolean): Promise<KnownState> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    warn(`${path}: cannot be read (${toFailureWords(error)}); known devices are gathered anew`);
    return undefined;
  });
  if (text === undefined) return nothingKnown;
  const parsed = parseKnown(toJson(text));
  if (parsed === undefined) {
    if (putAside) await rename(path, `${path}.damaged`).catch(() => undefined);
    warn(
      `${path} is damaged${putAside ? ` and was put aside as ${path}.damaged` : ''}; known devices are gathered anew`,
    );
    return nothingKnown;
  }
  if (parsed.format > knownFormat) throw new NewerData(path, parsed.format, knownFormat);
  if (parsed.damaged > 0) warn(`${path}: ${parsed.damaged} entries are damaged and were left out`);
  return parsed.state;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
