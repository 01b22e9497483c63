import { toPath } from './issues.ts';
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
  { path: ['counters', 'labelled'], limit: 64 },
  { path: ['network', 'interfaces'], limit: 16 },
  { path: ['network', 'links'], limit: 16 },
  { path: ['paperPath', 'outputs'], limit: 128 },
  { path: ['paperPath', 'mediaReady'], limit: 128 },
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

/**
 * A copy of a JSON value from which parts can be removed while the original stays as it is.
 * Only the path to a removed part is copied, once: other branches may be of any depth or size.
 */
export function openCopy(input: unknown): {
  /**
   * Removes the property at the path; false when there is none. Entries of a list keep their places until
   * `value` is asked for.
   */
  remove: (path: readonly PropertyKey[]) => boolean;
  /** Removes many entries of the list at the path; false when it is no list. */
  removeEntries: (path: readonly PropertyKey[], entries: { has: (entry: number) => boolean }) => boolean;
  /** Cuts the list at the path to its first entries; false when there is none or it is no longer. */
  truncate: (path: readonly PropertyKey[], length: number) => boolean;
  value: () => unknown;
} {
  const owned = new Set<object>();
  const withHoles = new Set<unknown[]>();
  // Not deleted one by one: a list that is mostly holes is slow.
  const unwanted = new Map<unknown[], { has: (entry: number) => boolean }>();
  const toOwned = (node: object): object => {
    if (owned.has(node)) return node;
    const copy = Array.isArray(node) ? Array.from<unknown>(node) : { ...node };
    owned.add(copy);
    return copy;
  };
  let root: unknown = input;

  /** The node at the path as our own, with all on the way to it. */
  const own = (path: readonly PropertyKey[]): object | undefined => {
    if (typeof root !== 'object' || root === null) return undefined;
    let node = toOwned(root);
    root = node;
    for (const step of path) {
      const child: unknown = Reflect.get(node, step);
      if (typeof child !== 'object' || child === null) return undefined;
      const copy = toOwned(child);
      // Defined, not set: a step may be called `__proto__`.
      Reflect.defineProperty(node, step, { value: copy, enumerable: true, writable: true, configurable: true });
      node = copy;
    }
    return node;
  };

  const remove = (path: readonly PropertyKey[]): boolean => {
    const last = path.at(-1);
    if (last === undefined || find(root, path) === undefined) return false;
    const node = own(path.slice(0, -1));
    if (node === undefined || !Reflect.deleteProperty(node, last)) return false;
    if (Array.isArray(node)) withHoles.add(node);
    return true;
  };
  const truncate = (path: readonly PropertyKey[], length: number): boolean => {
    const found = find(root, path)?.value;
    if (!Array.isArray(found) || found.length <= length) return false;
    const node = own(path);
    if (!Array.isArray(node)) return false;
    node.length = length;
    return true;
  };
  const removeEntries = (path: readonly PropertyKey[], entries: { has: (entry: number) => boolean }): boolean => {
    const list = own(path);
    if (!Array.isArray(list)) return false;
    unwanted.set(list, entries);
    return true;
  };
  const value = (): unknown => {
    for (const list of [...withHoles, ...unwanted.keys()]) close(list, unwanted.get(list));
    withHoles.clear();
    unwanted.clear();
    return root;
  };
  return { remove, removeEntries, truncate, value };
}

function find(root: unknown, path: readonly PropertyKey[]): { value: unknown } | undefined {
  let node: unknown = root;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = Reflect.get(node, step);
  }
  return { value: node };
}

function close(list: unknown[], unwanted: { has: (entry: number) => boolean } | undefined): void {
  let length = 0;
  // Skips what was removed.
  list.forEach((entry, place) => {
    if (unwanted?.has(place) !== true) list[length++] = entry;
  });
  list.length = length;
}
