import { type IppOutcome, type IppReading, readIpp } from './read-ipp.ts';

/**
 * When a device is asked over IPP beside SNMP. `named`: at once, as a target that somebody named may speak IPP only.
 * `printer`: as soon as SNMP has shown it to be one, so that a searched network's other machines are left alone.
 */
export interface IppWanted {
  port: number;
  /** Where the device itself says that its queue is. */
  path?: string | undefined;
  when: 'named' | 'printer';
}

/** For one answer: a printer that wakes up takes some seconds. */
const answerMs = 15_000;

/** IPP asked once, beside something else; never throws. */
export class IppBeside {
  readonly #ask: () => Promise<IppOutcome>;
  readonly #stop = new AbortController();
  #asked: Promise<IppOutcome> | undefined;

  constructor(host: string, wanted: IppWanted, connectMs: number, deadline: number) {
    this.#ask = () =>
      readIpp({ host, port: wanted.port, path: wanted.path, connectMs, answerMs, deadline, signal: this.#stop.signal });
    if (wanted.when === 'named') this.start();
  }

  start(): void {
    this.#asked ??= this.#ask();
  }

  /** Gives up what is still being asked; what was said stays. */
  stop(): void {
    this.#stop.abort();
  }

  /** What the device said, or undefined: not asked, not there, or said nothing of use. */
  async reading(): Promise<IppReading | undefined> {
    const outcome = await this.#asked;
    return outcome?.kind === 'read' ? outcome.reading : undefined;
  }
}
