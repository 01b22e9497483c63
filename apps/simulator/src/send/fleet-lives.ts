import type { Day } from '../fleet/calendar.ts';
import { type DeviceDay, simulateDevice } from '../fleet/device.ts';
import { usualWorld, type World } from '../fleet/world.ts';

/** The devices of a fleet, each alive at some day and ready to live on. */
export class FleetLives {
  readonly #lives: { readonly days: Generator<DeviceDay>; next: DeviceDay | undefined }[] = [];

  /** Brings a device to life at `from`. */
  add(seed: string, index: number, from: Day, world: World = usualWorld): void {
    const window = { from, to: Number.POSITIVE_INFINITY };
    this.#lives.push({ days: simulateDevice(seed, index, window, world), next: undefined });
  }

  /** The days of the newest device, or of all, up to `to`. */
  *advance(to: Day, which: 'newest' | 'all'): Generator<DeviceDay> {
    for (const life of which === 'all' ? this.#lives : this.#lives.slice(-1)) {
      for (;;) {
        life.next ??= life.days.next().value ?? undefined;
        if (life.next === undefined || life.next.day > to) break;
        yield life.next;
        life.next = undefined;
      }
    }
  }
}
