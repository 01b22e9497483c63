/** Maximum age of messages (RFC 3414 section 2.2.3). */
const windowSeconds = 150;
const lastBoots = 0x7fff_ffff;

/**
 * A device's SNMP engine and our estimate of its clock (RFC 3414 section 2.3). Times in ms by the monotonic
 * clock of the caller.
 */
export class Engine {
  readonly id: Uint8Array;
  /** Largest message that it accepts (msgMaxSize), in octets. */
  largestMessage = 65_507;
  #boots: number;
  #time: number;
  #at: number;
  /** The highest time received from it in an authentic message. */
  #latest: number;
  #isProven: boolean;

  /** `boots` and `time` as in the first report, which is not verified. */
  constructor(id: Uint8Array, boots: number, time: number, now: number) {
    this.id = Uint8Array.from(id);
    this.#boots = boots;
    this.#time = time;
    this.#at = now;
    this.#latest = time;
    this.#isProven = false;
  }

  /** The expected time of its clock. */
  estimate(now: number): { boots: number; time: number } {
    const passed = Math.max(0, Math.floor((now - this.#at) / 1000));
    return { boots: this.#boots, time: Math.min(lastBoots, this.#time + passed) };
  }

  /** Accepts the clock of an authentic message; false if the message is too old (RFC 3414 section 3.2 7b). */
  accept(boots: number, time: number, now: number): boolean {
    const isNewer = boots > this.#boots || (boots === this.#boots && time > this.#latest);
    if (!this.#isProven || isNewer) this.#set(boots, time, now, true);
    if (boots === lastBoots || boots < this.#boots) return false;
    return boots > this.#boots || time >= this.estimate(now).time - windowSeconds;
  }

  /**
   * Accepts the clock in the engine's own report that our estimate is wrong, also backwards: a printer that
   * lost its settings restarts its boots, which section 3.2 would lock out forever. The report answers a
   * random request number, so an old one cannot be replayed.
   */
  correct(boots: number, time: number, now: number, isAuthentic: boolean): void {
    this.#set(boots, time, now, isAuthentic);
  }

  #set(boots: number, time: number, now: number, isProven: boolean): void {
    this.#boots = boots;
    this.#time = time;
    this.#at = now;
    this.#latest = time;
    this.#isProven = isProven;
  }
}
