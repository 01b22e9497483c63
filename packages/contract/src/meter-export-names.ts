// Names of the export of meters without schemas: a client that needs only these loads no zod. Rows:
// specification of the next capabilities, section 11 (MX).

/** `long`: a line a meter; `wide`: a line a device, a column a meter (MX-01). */
export const exportShapes = ['long', 'wide'] as const;
export type ExportShape = (typeof exportShapes)[number];

/** Between the cells of a CSV file (MX-01). */
export const cellSeparators = ['comma', 'semicolon'] as const;
export type CellSeparator = (typeof cellSeparators)[number];

/** In figures of a CSV file that are not whole (MX-01). */
export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** Fields of a line that are the same for all meters of a device (MX-02). */
export const deviceExportFields = [
  'customerNumber',
  'customerName',
  'dealerNumber',
  'assetNumber',
  'serial',
  'model',
  'description',
  'zone',
  'closeName',
] as const;

/** Fields that each meter has of its own; in the wide shape each makes a column for each meter (MX-02). */
export const meterExportFields = [
  'meter',
  'meterCode',
  'unit',
  'readingDate',
  'readingTime',
  'reading',
  'readingBefore',
  'dateBefore',
  'use',
  'source',
  'state',
  'estimated',
  'correction',
  'remark',
  'proofAddress',
] as const;

/** MX-02. */
export const exportFields = [...deviceExportFields, ...meterExportFields] as const;
export type ExportField = (typeof exportFields)[number];

const ofDevice: ReadonlySet<ExportField> = new Set(deviceExportFields);
/** Whether a field is the same for all meters of a device. */
export const isDeviceField = (field: ExportField): field is (typeof deviceExportFields)[number] => ofDevice.has(field);

/** Templates that every organisation has (MX-04); they cannot be changed. */
export const shippedTemplateIds = ['all', 'blackColor', 'equipment'] as const;
export type ShippedTemplateId = (typeof shippedTemplateIds)[number];

/** How a file leaves (MX-07). */
export const exportWays = ['download', 'mail', 'event'] as const;
/** Those that hand over a file. */
export const fileWays = ['download', 'mail'] as const;
export type ExportWay = (typeof exportWays)[number];

/**
 * Why a line is not in a file (MX-03, MX-05): its device has no asset number; no code, or not all meters that
 * are summed under one; it was excluded from the close; its meter is not of the template; a correction
 * of an earlier period, which has no reading, where the template has no field for it.
 */
export const leftOutReasons = [
  'noAssetNumber',
  'noCode',
  'partMissing',
  'excluded',
  'otherMeter',
  'correction',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Lines on which a template is tried before it is saved (MX-04). */
export const triedLines = 5;
export const mostTemplates = 50;
export const mostMeterCodes = 2000;
/** Bytes that a mail carries as attachment; a larger file is a link (MX-07). */
export const largestAttachment = 10 * 1024 * 1024;
/** Days for which such a link is valid (MX-07). */
export const exportLinkDays = 7;
