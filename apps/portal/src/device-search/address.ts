import {
  type SearchCriteria,
  type SortColumn,
  type SortOrder,
  searchCriteria,
  sortColumns,
  sortOrders,
} from '@platen/contract/devices';

export interface Sort {
  column: SortColumn;
  order: SortOrder;
}

/** What the user asked the device list for. Free text and criteria exclude each other (OQ-36). */
export interface DeviceSearch {
  /** As typed; only sent when it keeps the rules of free text. */
  text: string;
  /** 0: no group filter (GR-04). */
  groupId: number;
  criteria: SearchCriteria | undefined;
  /** Undefined until the user picks a column (OQ-31). */
  sort: Sort | undefined;
}

export const emptySearch: DeviceSearch = { text: '', groupId: 0, criteria: undefined, sort: undefined };

/** The query values of the device list's address; all of them optional. */
export interface ListAddress {
  q?: string;
  /** Carried through sign-in; stays until the user changes the search (OQ-12). */
  searchkey?: string;
  group?: number;
  sort?: SortColumn;
  order?: SortOrder;
}

/** Reads the query values of an address anybody may have typed: what is not understood is left out. */
export function readListAddress(raw: Readonly<Record<string, unknown>>): ListAddress {
  const q = readText(raw.q);
  const searchkey = readText(raw.searchkey);
  const group = readGroup(raw.group);
  const sort = sortColumns.find((column) => column === raw.sort);
  const order = sortOrders.find((order) => order === raw.order);
  return {
    ...(q === undefined ? {} : { q }),
    ...(searchkey === undefined ? {} : { searchkey }),
    ...(group === undefined ? {} : { group }),
    ...(sort === undefined ? {} : { sort }),
    ...(sort === undefined || order === undefined ? {} : { order }),
  };
}

/** The search an address stands for. Where it holds criteria and free text at once, the criteria count. */
export function toDeviceSearch(address: ListAddress, hash: string): DeviceSearch {
  const criteria = readCriteriaHash(hash);
  return {
    text: criteria === undefined ? (address.q ?? address.searchkey ?? '') : '',
    groupId: address.group ?? 0,
    criteria,
    sort: address.sort === undefined ? undefined : { column: address.sort, order: address.order ?? 'asc' },
  };
}

/** The address of a search. Criteria go into the fragment: it is never sent, so no server's limit on addresses meets it. */
export function toAddress(search: DeviceSearch): { search: ListAddress; hash: string } {
  const { text, groupId, criteria, sort } = search;
  return {
    search: {
      ...(text === '' || criteria !== undefined ? {} : { q: text }),
      ...(groupId === 0 ? {} : { group: groupId }),
      ...(sort === undefined ? {} : { sort: sort.column, order: sort.order }),
    },
    hash: criteria === undefined ? '' : toCriteriaHash(criteria),
  };
}

const hashKey = 'adv=';

export function toCriteriaHash(criteria: SearchCriteria): string {
  const bytes = new TextEncoder().encode(JSON.stringify(criteria));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return hashKey + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Undefined where the fragment holds no criteria, or none that keep the contract. */
export function readCriteriaHash(hash: string): SearchCriteria | undefined {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (!text.startsWith(hashKey)) return undefined;
  try {
    const binary = atob(text.slice(hashKey.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const parsed = searchCriteria.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return parsed.success && Object.keys(parsed.data).length > 0 ? parsed.data : undefined;
  } catch {
    return undefined; // a damaged link: the list without criteria
  }
}

/** A router may have read digits as a number. */
function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const text = String(value);
  return text.trim() === '' ? undefined : text;
}

function readGroup(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= 2_147_483_647
    ? number
    : undefined;
}
