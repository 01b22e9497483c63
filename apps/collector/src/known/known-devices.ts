import { readFile, rename } from 'node:fs/promises';
import { NewerData, writeWhole } from '../platform/data-files.ts';
import { toErrorText } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { RoundSeen } from './round-seen.ts';
import { knownFormat, type KnownState, nothingKnown, parseKnown } from './state.ts';
import { toKnownAfter } from './update.ts';

/** The devices seen so far, in one file that is rewritten after each round. */
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

  /** Reads the file; a damaged one is renamed and replaced, with a warning. Throws `NewerData`. */
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

  /**
   * Merges a round and saves the result. Write errors are only logged: the state is then lost when the
   * process ends.
   */
  async take(round: RoundSeen): Promise<void> {
    this.#state = toKnownAfter(this.#state, round);
    this.#expect();
    await writeWhole(this.#path, JSON.stringify({ format: knownFormat, ...this.#state })).catch((error: unknown) =>
      this.#log.warn(`${this.#path}: cannot be written (${toErrorText(error)})`),
    );
  }

  #expect(): void {
    const expected = new Map<string, 'answer' | 'silence'>();
    for (const { address } of this.#state.devices) expected.set(address, 'answer');
    for (const { target, kind } of this.#state.failing) if (kind === 'silent') expected.set(target, 'silence');
    this.#expected = expected;
  }
}

/** The contents of the file; empty if there is none. Throws `NewerData`. */
export async function readKnown(path: string, warn: (message: string) => void, putAside: boolean): Promise<KnownState> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    warn(`${path}: cannot be read (${toErrorText(error)}); known devices are collected again`);
    return undefined;
  });
  if (text === undefined) return nothingKnown;
  const parsed = parseKnown(toJson(text));
  if (parsed === undefined) {
    if (putAside) await rename(path, `${path}.damaged`).catch(() => undefined);
    warn(
      `${path} is damaged${putAside ? ` and was renamed to ${path}.damaged` : ''}; known devices are collected again`,
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
