import { toPath } from './issues.ts';
import { openCopy } from './open-copy.ts';
import { type ReportIssue, reportSections } from './report.ts';

/** Something in a report that cannot be kept. */
export interface Fault {
  path: readonly PropertyKey[];
  /** Why, in words. */
  message: string;
  /** It is a field that is not known, not a value that is wrong. */
  unknown?: boolean;
  /** The report can do without it, even where it is a field that identifies devices. */
  isDispensable?: boolean;
}

/** Most entries of the lists of a report, as in the schema of the sections. */
export const listLimits: readonly { path: readonly string[]; limit: number }[] = [
  { path: ['supplies'], limit: 256 },
  { path: ['inputs'], limit: 128 },
  { path: ['covers'], limit: 128 },
  { path: ['parts'], limit: 512 },
  { path: ['errors'], limit: 2000 },
  { path: ['sensors'], limit: 512 },
  { path: ['storage'], limit: 8 },
  { path: ['status', 'alerts'], limit: 512 },
  { path: ['status', 'clearedAlerts'], limit: 512 },
  { path: ['status', 'stateReasons'], limit: 128 },
  { path: ['status', 'detectedErrors'], limit: 512 },
  { path: ['counters', 'markers'], limit: 64 },
  { path: ['counters', 'byFunction'], limit: 128 },
  { path: ['network', 'interfaces'], limit: 16 },
  { path: ['codes', 'code05'], limit: 5000 },
  { path: ['codes', 'code08'], limit: 5000 },
  { path: ['codes', 'code13'], limit: 5000 },
];

/** From this number of faults on, parts are no longer left out one by one. */
const manyEntries = 200;

/** Removes the wrong parts of a report and records the reason for each. The input is not changed. */
export class ReportRepair {
  readonly #copy;
  readonly #removed = new Set<string>();
  readonly warnings: ReportIssue[] = [];

  constructor(report: unknown) {
    this.#copy = openCopy(report);
  }

  /** Cuts lists that are too long to their first entries. */
  bound(): void {
    for (const { path, limit } of listLimits)
      if (this.#copy.truncate(path, limit))
        this.warnings.push({ path: toPath(path), message: `more than ${limit} entries; those after are left out` });
  }

  /**
   * Leaves out the smallest whole around each fault: evidence and the time of a replacement, which a value
   * can do without, else the entry of a list, the field of a section, else the section. Returns the faults at
   * places where nothing can be left out: what the report is and whose it is.
   */
  leaveOut(faults: readonly Fault[]): Fault[] {
    return this.#leaveOutMany(faults).filter((fault) => {
      for (const unit of toUnits(fault)) {
        const place = toPath(unit);
        // One entry may be wrong in several places; it is named with the first.
        if (this.#removed.has(place)) return false;
        if (!this.#copy.remove(unit)) continue;
        this.#removed.add(place);
        const path = toPath(fault.path);
        this.warnings.push({ path, message: `${fault.message}; left out${path === place ? '' : `: ${place}`}` });
        return false;
      }
      return true;
    });
  }

  /** Of a list with many wrong entries these go at once, in one warning. Returns the other faults. */
  #leaveOutMany(faults: readonly Fault[]): readonly Fault[] {
    if (faults.length <= manyEntries) return faults;
    const lists = new Map<string, { path: readonly PropertyKey[]; entries: Map<number, Fault> }>();
    const rest = faults.filter((fault) => {
      const { path } = fault;
      const at = path.findIndex((step) => typeof step === 'number');
      const entry = path[at];
      if (typeof entry !== 'number' || path[0] === 'identity') return true;
      const list = path.slice(0, at);
      const key = list.join('.');
      const found = lists.get(key);
      if (found === undefined) lists.set(key, { path: list, entries: new Map([[entry, fault]]) });
      else if (!found.entries.has(entry)) found.entries.set(entry, fault);
      return false;
    });
    for (const { path, entries } of lists.values()) {
      const [first] = entries.values();
      if (!this.#copy.removeEntries(path, entries)) continue;
      this.warnings.push({
        path: toPath(path),
        message: `${entries.size} entries left out; the first: ${first?.message}`,
      });
    }
    return rest;
  }

  /**
   * The report without the removed parts. Indexes of lists have moved: paths of earlier faults are invalid.
   */
  value(): unknown {
    this.#removed.clear();
    return this.#copy.value();
  }
}

/** Fields of the identity that distinguish devices: a report that garbles one is refused. */
const identityKeys = new Set<PropertyKey>(['serial', 'macAddresses', 'manufacturer', 'enterprise']);

/** What to remove for a fault, the smallest first; nothing where the report cannot do without. */
function toUnits({ path, unknown = false, isDispensable = false }: Fault): (readonly PropertyKey[])[] {
  if (unknown) return [path];
  const [top, field] = path;
  if (top === 'identity')
    return field === undefined || (identityKeys.has(field) && !isDispensable) ? [] : [path.slice(0, 2)];
  if (top === 'source') return field === 'address' ? [path.slice(0, 2)] : [];
  if (top === 'site') return [path.slice(0, 2), ['site']];
  if (typeof top !== 'string' || !Object.hasOwn(reportSections, top)) return [];
  const detail = path.findIndex((step) => step === 'evidence' || step === 'replacedAt');
  const entry = path.findIndex((step) => typeof step === 'number');
  const depth = field === 'paperSources' ? 3 : 2;
  return [
    ...(detail === -1 ? [] : [path.slice(0, detail + 1)]),
    path.slice(0, entry === -1 ? depth : entry + 1),
    [top],
  ];
}
