/** What was measured of one report, one judgement and one device. */
export interface Costs {
  /** Processor time of a report in server and database, ms. */
  readonly ingestMs: number;
  /** Processor time of a judgement with the evaluation that follows it, in server and database, ms. */
  readonly judgeMs: number;
  /** The same of a report that says nothing new since the last one of the day (0800). */
  readonly unchangedMs: number;
  /** Bytes that a year of one device takes in tables and indexes, but for its reports. */
  readonly yearBytes: number;
  /** The same of its reports: where each is stored, and where the last of a day is (0820). */
  readonly reportYearBytes: { readonly full: number; readonly thin: number };
  /** Bytes of a device's other rows and indexes, whatever the time. */
  readonly deviceBytes: number;
  readonly walBytes: number;
  /** Bytes of a report over the network, compressed alone. */
  readonly sentBytes: number;
}

/** What an installation needs. */
export interface Needs {
  readonly reportsASecond: number;
  readonly cores: number;
  readonly memoryGb: number;
  readonly diskGb: number;
  /** What a backup by archive stores, and the disk writes besides the tables. */
  readonly walGbADay: number;
  /** Pages read by judging, a second, where they are not in memory. */
  readonly readsASecond: number;
  readonly mbits: number;
  /** Which resource of the machine `large` is used up first, and how much of it is needed. */
  readonly first: { readonly resource: keyof typeof large; readonly share: number };
}

/** A large machine of today: of its resources the one that is needed most is the first bottleneck. */
const large = {
  cores: 32,
  memory: 256,
  disk: 16_000,
  'random reads': 200_000,
  network: 10_000,
} as const;

/**
 * Reports a day of which nearly all bring something new; of those beyond it half do. An assumption: a device
 * that is used ten hours on five days of a week prints in 50 of 168 hours, and the first report of each day
 * is judged too.
 */
const newReportsADay = 1;
const newShare = 0.5;
/** Half of the cores is left for calls, peaks and what runs at night. */
const usedShare = 0.5;
/** Server, PostgreSQL and system of an installation without devices. */
const baseMemoryGb = 1;
/** Months of readings that are stored (`PLATEN_READING_MONTHS`). */
const storedMonths = 13;
/** Months in which every report is stored: the last two whole ones and half of the present one. */
const fullMonths = 2.5;
/** Free space and bloat. */
const diskReserve = 1.3;
/** WAL until a checkpoint, twice `max_wal_size` of 1 GB, and temporary files. */
const baseDiskGb = 4;
/** Judging reads the days of the last 400; rows of one device lie on a page each. */
const pagesAJudgement = 400;
const daySeconds = 86_400;

/**
 * Needs of `devices` that report `perDay` times a day. Every report is followed by a judgement, or found to
 * bring nothing new: where cores are short, a device is judged less often and no report is lost.
 */
export function toNeeds(devices: number, perDay: number, costs: Costs): Needs {
  const reportsASecond = (devices * perDay) / daySeconds;
  const judged = (newReportsADay + newShare * (perDay - newReportsADay)) / perDay;
  const judgeMs = judged * costs.judgeMs + (1 - judged) * costs.unchangedMs;
  const cores = (reportsASecond * (costs.ingestMs + judgeMs)) / 1000 / usedShare;
  const memoryGb = baseMemoryGb + (devices * costs.deviceBytes) / 1e9;
  const stored = (costs.yearBytes * storedMonths) / 12 + toReportBytes(costs) + costs.deviceBytes;
  const diskGb = baseDiskGb + (devices * stored * diskReserve) / 1e9;
  const readsASecond = reportsASecond * pagesAJudgement;
  const mbits = (reportsASecond * costs.sentBytes * 8) / 1e6;
  const shares = [
    { resource: 'cores', share: cores / large.cores },
    { resource: 'memory', share: memoryGb / large.memory },
    { resource: 'disk', share: diskGb / large.disk },
    { resource: 'random reads', share: readsASecond / large['random reads'] },
    { resource: 'network', share: mbits / large.network },
  ] as const;
  const first = shares.reduce((most, one) => (one.share > most.share ? one : most));
  const walGbADay = (reportsASecond * daySeconds * costs.walBytes) / 1e9;
  return { reportsASecond, cores, memoryGb, diskGb, walGbADay, readsASecond, mbits, first };
}

/** Bytes of a device's reports of the months that are stored. */
function toReportBytes({ reportYearBytes: { full, thin } }: Costs): number {
  return (full * fullMonths + thin * (storedMonths - fullMonths)) / 12;
}

export const sizingHead = `| devices | reports | a second | cores | memory, GB | disk, GB | WAL a day, GB | random reads a second | network, Mbit/s | first bottleneck, share of a large machine |
|${' --- |'.repeat(10)}`;

/** Rows of the table of fleets, as Markdown. */
export function toSizingRows(perDay: number, costs: Costs): string[] {
  return [1000, 10_000, 100_000, 1_000_000].map((devices) => {
    const needs = toNeeds(devices, perDay, costs);
    const cells = [
      devices.toLocaleString('en'),
      perDay === 1 ? 'daily' : 'hourly',
      needs.reportsASecond.toFixed(2),
      needs.cores < 1 ? '1' : Math.ceil(needs.cores).toString(),
      needs.memoryGb.toFixed(0),
      Math.ceil(needs.diskGb).toLocaleString('en'),
      needs.walGbADay.toFixed(1),
      Math.ceil(needs.readsASecond).toLocaleString('en'),
      needs.mbits.toFixed(2),
      `${needs.first.resource}, ${(100 * needs.first.share).toFixed(needs.first.share < 0.1 ? 1 : 0)} %`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
