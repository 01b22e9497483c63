import type { DeviceReport } from '@platen/contract/report';
import { measured } from './component.ts';
import type { DeviceSpec, SourceSpec } from './device-spec.ts';
import { Random } from './random.ts';

type Input = NonNullable<DeviceReport['inputs']>[number];
type Covers = NonNullable<DeviceReport['covers']>;
type PaperPath = NonNullable<DeviceReport['paperPath']>;
type Firmware = NonNullable<DeviceReport['firmware']>;

/** What a device was ordered with, in addition to what is in its `DeviceSpec`; empty texts: it has none. */
export interface Equipment {
  readonly fax: string;
  readonly hasSecondFaxLine: boolean;
  readonly hasHolePunch: boolean;
  /** Last two numbers of the address of a second network card; undefined without one. */
  readonly secondNic: readonly [number, number] | undefined;
  readonly inputs: readonly Input[];
  readonly covers: Covers;
  readonly paperPath: PaperPath;
}

const trayNames: Readonly<Record<SourceSpec['source'], string>> = {
  ADF: '',
  bypass: 'Bypass',
  SFB: 'SFB',
  CST1: 'Drawer 1',
  CST2: 'Drawer 2',
  CST3: 'Drawer 3',
  CST4: 'Drawer 4',
  LCF: 'LCF',
  TLCF: 'T-LCF',
  OLCF: 'O-LCF',
  O2LCF: 'O2-LCF',
};
const a4 = { feedMm: 210, crossMm: 297 };
const a3 = { feedMm: 420, crossMm: 297 };
/** What each source is set to; large paper is in the second drawer. */
const papersOf: Readonly<Record<SourceSpec['source'], typeof a4>> = {
  ADF: a4,
  bypass: a4,
  SFB: a4,
  CST1: a4,
  CST2: a3,
  CST3: a4,
  CST4: a3,
  LCF: a4,
  TLCF: a4,
  OLCF: a4,
  O2LCF: a4,
};
/** Most paper is plain; the rest is what offices keep in a tray of its own. */
const papers = ['Plain', 'Plain', 'Plain', 'Plain', 'Plain', 'Recycled Paper', 'Recycled Paper', 'Thick 1'] as const;
const bypassPapers = ['Plain', 'Thick 2', 'Envelope', 'Labels'] as const;

/** Depends on the device alone and draws from a stream of its own. */
export function toEquipment(spec: DeviceSpec): Equipment {
  const random = new Random(spec.seed, spec.index, 'equipment');
  const hasFax = random.is(0.4);
  return {
    fax: hasFax ? 'Fax unit FX-37' : '',
    hasSecondFaxLine: hasFax && random.is(0.2),
    hasHolePunch: spec.finisher !== '' && random.is(0.35),
    secondNic: random.is(0.06) ? [random.whole(1, 250), random.whole(20, 250)] : undefined,
    inputs: spec.sources
      .filter(({ source }) => source !== 'ADF')
      .map(({ source }, place) => ({
        index: `1.${place + 1}`,
        name: trayNames[source],
        media: random.pick(source === 'bypass' || source === 'SFB' ? bypassPapers : papers),
        percent: { state: 'someRemaining' },
        size: papersOf[source],
        status: { availability: 'idle' },
      })),
    covers: ['Front cover', 'Right side cover', ...(spec.finisher === '' ? [] : ['Finisher door'])].map(
      (description, place) => ({ index: `1.${place + 1}`, description, status: 'coverClosed' }),
    ),
    paperPath: {
      outputs: ['Inner bin', ...(spec.finisher === '' ? [] : ['Finisher tray'])].map((name, place) => ({
        index: `1.${place + 1}`,
        name,
        type: 'unRemovableBin',
        percent: { state: 'someRemaining' },
        status: { availability: 'idle' },
      })),
    },
  };
}

/** Versions of the units that not every machine has, in step with its system software `build`. */
export function toOptionFirmware(spec: DeviceSpec, equipment: Equipment, build: number): Firmware {
  const part = (name: string, step: number) => measured(`${name}-${100 + Math.floor((build - 1000) / step)}`);
  return {
    OS: part('OS', 80),
    feed: part('FD', 55),
    ...(spec.storage.includes('HDD') ? { HDD: part('HDD', 120) } : {}),
    ...(spec.family.head === 'led' ? { LED: part('LED', 45) } : {}),
    ...(spec.finisher === '' ? {} : { finisher: part('FIN', 35) }),
    ...(equipment.hasHolePunch ? { holePunch: part('HP', 90) } : {}),
    ...(equipment.fax === '' ? {} : { fax1: part('FAX', 50) }),
    ...(equipment.hasSecondFaxLine ? { fax2: part('FAX', 50) } : {}),
  };
}
