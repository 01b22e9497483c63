import type { DeviceReport } from '@platen/contract/report';
import { type Day, toDate } from './calendar.ts';
import { CodeTable } from './codes.ts';
import { type DayLog, measured } from './component.ts';
import { type Customer, toCustomer } from './customers.ts';
import type { DeviceSpec } from './device-spec.ts';
import { type Equipment, toEquipment } from './equipment.ts';
import { Firmware } from './firmware.ts';
import { Random } from './random.ts';

const rooms = {
  eu: ['Reception', 'Floor 1', 'Floor 2 east', 'Print room', 'Open plan north', 'Back office', 'Archive', 'Room 204'],
  jp: ['受付', '総務課', '経理部 3F', '営業部 2F', '職員室', '会議室前', '資料室', '窓口'],
} as const;

/** Sections that seldom change; sent when they did, and once a week. */
export type Changes = Pick<
  DeviceReport,
  'firmware' | 'network' | 'options' | 'inputs' | 'covers' | 'paperPath' | 'codes'
>;

/** Where a device stands and what it is set to: customer, room, address, firmware. */
export class Installation {
  readonly #spec: DeviceSpec;
  readonly #random: Random;
  readonly #firmware: Firmware;
  readonly #codes: CodeTable;
  readonly #equipment: Equipment;
  #customer: Customer;
  #room: string;
  #host: number;
  #changed = true;
  #codesChanged = true;

  constructor(spec: DeviceSpec) {
    this.#spec = spec;
    this.#random = new Random(spec.seed, spec.index, 'installation');
    this.#firmware = new Firmware(spec);
    this.#codes = new CodeTable(spec);
    this.#equipment = toEquipment(spec);
    this.#customer = spec.customer;
    this.#room = this.#random.pick(rooms[spec.customer.country]);
    this.#host = this.#random.whole(20, 250);
  }

  get address(): string {
    const [a, b] = this.#customer.network;
    return `10.${a}.${b}.${this.#host}`;
  }

  step(day: Day, moved: boolean, log: DayLog): void {
    const isNew = this.#firmware.step(day);
    if (isNew) {
      this.#changed = true;
      const date = toDate(day);
      log.truth({ kind: 'event', serial: this.#spec.serial, what: 'firmware', from: date, to: date });
    }
    const { isVisited, set } = log.visits;
    const release = isNew ? this.#firmware.version : undefined;
    if (this.#codes.step({ isVisited, set, release })) this.#codesChanged = true;
    if (moved) {
      this.#changed = true;
      if (this.#random.is(0.2)) this.#customer = toCustomer(this.#spec.seed, this.#customer.number ^ 1);
      this.#room = this.#random.pick(rooms[this.#customer.country]);
    }
    // A new address from the network.
    if (moved || this.#random.is(0.0015)) {
      this.#host = this.#random.whole(20, 250);
      this.#changed = true;
    }
  }

  toSite(): NonNullable<DeviceReport['site']> {
    const { customerNumber, customerName, dealerNumber, dealerName } = this.#customer;
    return { customerNumber, customerName, dealerNumber, dealerName, description: this.#room };
  }

  /** To be asked for with every report: what is new since the last one. */
  takeChanges(day: Day): Changes | undefined {
    const weekly = day % 7 === this.#spec.index % 7;
    const codes = weekly || this.#codesChanged ? { codes: this.#codes.toSection() } : undefined;
    this.#codesChanged = false;
    if (!this.#changed && !weekly) return codes;
    this.#changed = false;
    const [a, b] = this.#customer.network;
    const text = (value: string) => measured(value);
    const { fax, secondNic, inputs, covers, paperPath } = this.#equipment;
    return {
      firmware: this.#firmware.toSection(this.#equipment),
      inputs: [...inputs],
      covers,
      paperPath,
      network: {
        interfaces: [
          {
            ipAddress: text(this.address),
            subnetMask: text('255.255.255.0'),
            defaultGateway: text(`10.${a}.${b}.1`),
            primaryDns: text(`10.${a}.${b}.2`),
            secondaryDns: text(`10.${a}.${b}.3`),
            smtpServer: text(`10.${a}.${b}.5`),
            macAddress: text(this.#spec.mac),
          },
          ...(secondNic === undefined ? [] : [this.#toSecondNic(secondNic)]),
        ],
        hostName: text(`mfp-${this.#spec.serial.toLowerCase()}`),
        links: [
          { name: 'eth0', operStatus: 'up' },
          ...(secondNic === undefined ? [] : [{ name: 'eth1', operStatus: 'up' } as const]),
        ],
      },
      options: {
        DF: text(this.#spec.family.feeder),
        ...(this.#spec.finisher === '' ? {} : { finisher: text(this.#spec.finisher) }),
        ...(fax === '' ? {} : { fax: text(fax) }),
      },
      ...codes,
    };
  }

  /** A card of its own for a network that is kept apart, as those of schools and clinics are. */
  #toSecondNic([net, host]: readonly [number, number]) {
    const { mac } = this.#spec;
    return {
      ipAddress: measured(`172.20.${net}.${host}`),
      subnetMask: measured('255.255.255.0'),
      defaultGateway: measured(`172.20.${net}.1`),
      macAddress: measured(mac.replace(/^02/, '06')),
    };
  }
}
