// Names of the device calls without their schemas: a client that needs only these loads no zod.

/** Status of a device (OQ-30), worst first. `unknown`: it reports, but not how it is. */
export const deviceStatuses = ['error', 'warning', 'unknown', 'offline', 'normal'] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

/** Where a reason of a status was read. */
export const reasonSources = [
  'deviceCode',
  'detectedError',
  'alert',
  'hrDevice',
  'supply',
  'noReport',
  'notReported',
  'sign',
  'code',
  'serviceCalls',
  'maintenance',
  'counterBreak',
] as const;

/** Fields of a device that can order the list; `status` orders by rank, in the order of `deviceStatuses`. */
export type SortField = 'status' | 'serial' | 'model' | 'customerName' | 'customerNumber' | 'description';
/** Alternatives: the first field that is not null counts. */
export type SortKey = readonly SortField[];

/**
 * Columns of the device list from left to right, with the keys each is sorted by. The server's SQL, the
 * comparison in the browser and the table's head derive from this; each column needs an index in the store
 * (decision 0270).
 */
export const deviceColumns = {
  status: { sortedBy: [['status'], ['serial']] },
  serial: { sortedBy: [['serial']] },
  model: { sortedBy: [['model']] },
  /** OQ-38: the customer's name, else the number. */
  customer: { sortedBy: [['customerName', 'customerNumber']] },
  description: { sortedBy: [['description']] },
} as const satisfies Readonly<Record<string, { readonly sortedBy: readonly SortKey[] }>>;
export type SortColumn = keyof typeof deviceColumns;
export const isSortColumn = (name: string): name is SortColumn => Object.hasOwn(deviceColumns, name);
export const sortColumns: readonly SortColumn[] = Object.keys(deviceColumns).filter(isSortColumn);
export const sortKeysOf = (column: SortColumn): readonly SortKey[] => deviceColumns[column].sortedBy;
export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** Text free of markup openings (`<` before a letter, `?`, `!` or `/`) and of `&#` (behaviour section 5). */
export const bracketPattern = /^(?!.*<[A-Za-z?!/])(?!.*&#)/s;
/** Comparisons of a firmware version in the advanced search, in the order of the form. */
export const firmwareMatchers = [
  'equal',
  'notEqual',
  'lessThan',
  'greaterThan',
  'greaterThanEqual',
  'lessThanEqual',
] as const;
export type FirmwareMatcher = (typeof firmwareMatchers)[number];
