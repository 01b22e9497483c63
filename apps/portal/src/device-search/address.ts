import {
  isSortColumn,
  type SearchCriteria,
  type SortColumn,
  type SortOrder,
  searchCriteria,
  sortOrders,
} from '@platen/contract/devices';

export interface Sort {
  sortColumn: SortColumn;
  sortOrder: SortOrder;
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

/** The query values of the device list's address. */
export interface ListAddress {
  search?: string;
  group?: string;
  sort?: SortColumn;
  order?: SortOrder;
}

/**
 * The search that an address describes. Addresses are untrusted: values that cannot be parsed are left out.
 * A searchkey carried through sign-in is the free text until the user changes the search (OQ-12).
 * Where an address holds criteria and free text at once, the criteria count.
 */
export function readDeviceSearch(query: Readonly<Record<string, unknown>>, hash: string): DeviceSearch {
  const criteria = readCriteriaHash(hash);
  const column = typeof query.sort === 'string' && isSortColumn(query.sort) ? query.sort : undefined;
  const order = sortOrders.find((order) => order === query.order) ?? 'asc';
  return {
    text: criteria === undefined ? (readText(query.search) ?? readText(query.searchkey) ?? '') : '',
    groupId: readGroup(query.group),
    criteria,
    sort: column === undefined ? undefined : { sortColumn: column, sortOrder: order },
  };
}

/**
 * The address of a search. Criteria go into the fragment: it is never sent, so no server's limit on addresses
 * meets it.
 */
export function toAddress(search: DeviceSearch): { search: ListAddress; hash: string } {
  const { text, groupId, criteria, sort } = search;
  return {
    search: {
      ...(text.trim() === '' || criteria !== undefined ? {} : { search: text }),
      ...(groupId === 0 ? {} : { group: String(groupId) }),
      ...(sort === undefined ? {} : { sort: sort.sortColumn, order: sort.sortOrder }),
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

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function readGroup(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : 0;
  return number <= 2_147_483_647 ? number : 0;
}
