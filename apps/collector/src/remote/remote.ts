import { createHash } from 'node:crypto';
import type { StatusAnswer } from '@platen/contract/collectors';
import type { RemoteLevel } from '@platen/contract/enrolment';
import { inEnglish, toIssues } from '@platen/contract/issues';
import { type CollectorRemote, type WantedDocument, wantedDocument } from '@platen/contract/remote-settings';
import { parseJson } from '../platform/data-files.ts';
import { toErrorMessage } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { minuteMs } from '../platform/time.ts';
import type { Settings } from '../settings/settings.ts';
import { type Composed, WantedRefused } from './compose.ts';
import { type Judged, type RemoteFile, readRemoteFile, type StoredSettings, writeRemoteFile } from './remote-file.ts';

export interface RemoteOptions {
  readonly level: RemoteLevel;
  readonly commands: readonly string[];
  /** Throws `WantedRefused`. */
  readonly compose: (wanted: WantedDocument | undefined) => Composed;
  readonly path: string;
  readonly log: Log;
  /** Fetches the wanted settings, sends those in force. Both throw what the network does. */
  readonly fetchWanted: () => Promise<StoredSettings>;
  readonly sendEffective: (composed: Composed) => Promise<void>;
  /** Rounds that begin early because of the portal are at least this far apart. */
  readonly earlyMs?: number;
}

export const toHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The settings in force, and what the portal has to do with them (CF-10 to CF-15). Wanted ones are fetched,
 * checked as the collector's file is, kept on disk, and applied between rounds; refused ones leave the former
 * in force. Nothing is fetched unless this machine lets the portal manage it.
 */
export class Remote {
  readonly #options: RemoteOptions;
  #composed: Composed;
  #file: RemoteFile;
  #pending: { readonly stored: StoredSettings; readonly composed: Composed } | undefined;
  #wake = new AbortController();
  #lastEarlyAt = Number.NEGATIVE_INFINITY;
  readonly #earlyMs: number;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: RemoteOptions, composed: Composed, file: RemoteFile) {
    this.#options = options;
    this.#composed = composed;
    this.#file = file;
    this.#earlyMs = options.earlyMs ?? minuteMs;
  }

  /** Takes up what was in force when it ended, if this machine still allows it. Throws `SettingsError`. */
  static async open(options: RemoteOptions): Promise<Remote> {
    const own = options.compose(undefined);
    const file = await readRemoteFile(options.path);
    if (options.level !== 'manage') return new Remote(options, own, {});
    const { inForce, pending } = file;
    // What failed is judged again: the file of this machine may allow it now.
    const judged = file.judged?.state === 'failed' ? undefined : file.judged;
    let refused: Judged | undefined;
    for (const stored of [pending, inForce]) {
      if (stored === undefined) continue;
      try {
        const composed = options.compose(parseWanted(stored.text));
        const applied = stored === pending ? { ...toHead(stored), state: 'applied' as const, problems: [] } : judged;
        return new Remote(options, composed, { inForce: stored, judged: refused ?? applied });
      } catch (error) {
        if (!(error instanceof WantedRefused)) throw error;
        options.log.warn(`settings ${stored.number} of the portal are not allowed here: ${error.message}`);
        refused ??= toJudged(stored, error);
      }
    }
    return new Remote(options, own, { judged: refused ?? judged });
  }

  get settings(): Settings {
    return this.#composed.settings;
  }

  /** Names of the credentials that the portal set and that are in force, in their order. */
  get credentialNames(): readonly string[] {
    const entry = this.#composed.effective.entries.find(({ key }) => key === 'credentials');
    return entry?.from === 'portal' && Array.isArray(entry.value) ? entry.value : [];
  }

  /** Aborted when a wait between rounds has to end: settings wait, or a round is wanted now. */
  get signal(): AbortSignal {
    return this.#wake.signal;
  }

  toStatus(): CollectorRemote {
    const { level, commands } = this.#options;
    if (level === 'off') return { level };
    const { inForce, judged } = this.#file;
    return {
      level,
      commands: [...commands],
      effective: toHash(JSON.stringify(this.#composed.effective)),
      ...(inForce !== undefined && { inForce: inForce.number }),
      ...(judged !== undefined && { judged: { ...judged, problems: judged.problems.slice(0, 20).map(toShort) } }),
    };
  }

  /**
   * Reads what the answer to a status says. Returns whether it judged other settings. Throws what the network
   * does; the next status tries again.
   */
  async take({ settings, wantsEffective }: Pick<StatusAnswer, 'settings' | 'wantsEffective'>): Promise<boolean> {
    const { level, sendEffective } = this.#options;
    if (level === 'off') return false;
    if (wantsEffective === true) await sendEffective(this.#composed);
    if (level !== 'manage' || settings === undefined || settings.hash === this.#file.judged?.hash) return false;
    await this.#fetch();
    return true;
  }

  async #fetch(): Promise<void> {
    const { compose, log, fetchWanted } = this.#options;
    const stored = await fetchWanted();
    try {
      if (toHash(stored.text) !== stored.hash) throw refuse('the hash does not fit the text');
      this.#pending = { stored, composed: compose(parseWanted(stored.text)) };
      const applying = { ...toHead(stored), state: 'applying' as const, problems: [] };
      await this.#save({ inForce: this.#file.inForce, pending: stored, judged: applying });
      log.info(`settings ${stored.number} of the portal are fetched and allowed; they apply from the next round`);
      this.#wakeSoon();
    } catch (error) {
      if (!(error instanceof WantedRefused)) throw error;
      this.#pending = undefined;
      log.warn(`settings ${stored.number} of the portal are refused: ${error.message}`);
      await this.#save({ inForce: this.#file.inForce, judged: toJudged(stored, error) });
    }
  }

  /** Between rounds: puts fetched settings in force. Returns whether there were any. */
  async apply(): Promise<boolean> {
    this.#wake = new AbortController();
    const pending = this.#pending;
    if (pending === undefined) return false;
    this.#pending = undefined;
    const { stored, composed } = pending;
    const isSame = JSON.stringify(composed.effective) === JSON.stringify(this.#composed.effective);
    this.#composed = composed;
    await this.#save({
      inForce: stored,
      judged: { ...toHead(stored), state: isSame ? 'same' : 'applied', problems: [] },
    });
    this.#options.log.info(`settings ${stored.number} of the portal are in force`);
    return true;
  }

  /** Ends the wait between rounds as early as it may. */
  #wakeSoon(): void {
    if (this.wakeEarly()) return;
    clearTimeout(this.#timer);
    const waitMs = this.#lastEarlyAt + this.#earlyMs - performance.now();
    this.#timer = setTimeout(() => this.#pending !== undefined && this.#wakeSoon(), Math.max(10, waitMs));
    this.#timer.unref();
  }

  /** Ends the wait between rounds, unless that happened a moment ago: then the round comes when it is due. */
  wakeEarly(): boolean {
    if (performance.now() - this.#lastEarlyAt < this.#earlyMs) return false;
    this.#lastEarlyAt = performance.now();
    this.#wake.abort();
    return true;
  }

  /** A full disk must not keep it from obeying: then it fetches them again after a restart. */
  async #save(file: RemoteFile): Promise<void> {
    this.#file = file;
    await writeRemoteFile(this.#options.path, file).catch((error: unknown) =>
      this.#options.log.warn(`the settings of the portal cannot be saved: ${toErrorMessage(error)}`),
    );
  }
}

const refuse = (reason: string, place = '') => new WantedRefused([{ place, reason }]);
const toHead = ({ number, hash }: StoredSettings) => ({ number, hash });
const toJudged = (stored: StoredSettings, { problems }: WantedRefused): Judged => ({
  ...toHead(stored),
  state: 'failed',
  problems: problems.slice(0, 20).map(toShort),
});
const toShort = ({ place, reason }: Judged['problems'][number]) => ({
  place: place.slice(0, 280),
  reason: reason.slice(0, 1000),
});

/** Throws `WantedRefused` that names each entry which is no setting that the portal may have (CF-12). */
function parseWanted(text: string): WantedDocument {
  const json = parseJson(text);
  if (json === undefined) throw refuse('not JSON');
  const parsed = wantedDocument.safeParse(json, inEnglish);
  if (parsed.success) return parsed.data;
  throw new WantedRefused(
    toIssues(parsed.error).map(({ path, message }) => ({ place: path.replace(/^settings\./, ''), reason: message })),
  );
}
