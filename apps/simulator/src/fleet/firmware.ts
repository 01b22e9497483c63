import type { DeviceReport } from '@platen/contract/report';
import type { Day } from './calendar.ts';
import { measured } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { type Equipment, toOptionFirmware } from './equipment.ts';
import { Random } from './random.ts';

interface Release {
  readonly day: Day;
  readonly build: number;
}

const firstRelease = 18_700;
const made = new Map<string, readonly Release[]>();

/** The releases of a family, oldest first, without end: those up to `until` are made. */
function releasesOf(seed: string, family: string, until: Day): readonly Release[] {
  const key = `${seed}/${family}`;
  const known = made.get(key) ?? [];
  const last = known.at(-1);
  if (last !== undefined && last.day > until) return known;
  const random = new Random(seed, 'firmware', family);
  const releases: Release[] = [];
  for (let day = firstRelease + random.whole(0, 90), build = 1100; day < until + 800; day += random.whole(170, 320)) {
    build += random.whole(4, 60);
    releases.push({ day, build });
  }
  made.set(key, releases);
  return releases;
}

/**
 * The system software that a device runs: its customer takes a release some weeks after it came out, one wave
 * after the other.
 */
export class Firmware {
  readonly #spec: DeviceSpec;
  readonly #random: Random;
  readonly #prefix: string;
  #build: number;
  #next: Release | undefined;
  #takenOn: Day = 0;

  constructor(spec: DeviceSpec) {
    this.#spec = spec;
    this.#random = new Random(spec.seed, spec.index, 'firmware');
    const ofFamily = new Random(spec.seed, 'firmware name', spec.family.code);
    this.#prefix = `${ofFamily.pick(['S', 'T', 'H', 'K', 'R'])}${ofFamily.whole(100, 490)}SY0W`;
    const released = releasesOf(spec.seed, spec.family.code, spec.setUp).filter(({ day }) => day <= spec.setUp);
    this.#build = released.at(-1)?.build ?? 1100;
    this.#plan(spec.setUp);
  }

  get version(): string {
    return `${this.#prefix}${this.#build}`;
  }

  /** True on the day that it takes a new release. */
  step(day: Day): boolean {
    if (this.#next === undefined || day < this.#takenOn) return false;
    this.#build = this.#next.build;
    this.#plan(this.#next.day);
    return true;
  }

  toSection(equipment: Equipment): NonNullable<DeviceReport['firmware']> {
    const part = (name: string, step: number) => measured(`${name}-${100 + Math.floor((this.#build - 1000) / step)}`);
    return {
      system: measured(this.version),
      engine: part('M', 9),
      scan: part('SLG', 14),
      NIC: part('NIC', 25),
      DF: part('DF', 40),
      PFC: part('PFC', 60),
      ...toOptionFirmware(this.#spec, equipment, this.#build),
    };
  }

  #plan(after: Day): void {
    const { seed, family, customer } = this.#spec;
    this.#next = releasesOf(seed, family.code, after + 400).find(({ day }) => day > after);
    const own = this.#random.whole(0, 9);
    // Who takes none gets one with a visit now and then.
    const delay = Number.isFinite(customer.firmwareDelay) ? customer.firmwareDelay : 200 + this.#random.whole(0, 250);
    this.#takenOn = (this.#next?.day ?? 0) + delay + own;
  }
}
