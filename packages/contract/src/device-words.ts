// The words of the device calls without their schemas: a client that needs only these loads no zod.

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

/** Columns of the device list that sort it. */
export const sortColumns = ['status', 'serial', 'model', 'customer', 'description'] as const;
export type SortColumn = (typeof sortColumns)[number];
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
