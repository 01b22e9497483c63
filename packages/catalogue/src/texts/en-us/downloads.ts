/**
 * Copying and saving of tables, and the export of the device list. `format` is a file format's name, the
 * same in every language.
 */
export const downloads = {
  cancel: 'Cancel',
  cancelled: 'Export cancelled.',
  close: 'Close',
  /** Heads of the exported device list that the list itself does not have. */
  columns: {
    reason: 'Reason',
    code: 'Device code',
    customerNumber: 'Customer number',
    customerName: 'Customer name',
    dealerNumber: 'Dealer number',
    dealerName: 'Dealer name',
    firmware: 'Firmware version',
    lastReport: 'Last report ({zone})',
    /** Parts of one verdict, named by its words. */
    parts: 'Parts: {verdict}',
  },
  copied: '{name} copied',
  copy: 'Copy',
  copyFailed: 'The browser did not allow copying.',
  copyTable: 'Copy {name}',
  export: 'Export',
  exportAs: 'Export as {format}',
  exported: '{count, plural, one {# device} other {# devices}} exported to {file}.',
  failed: 'The export could not be finished.',
  fileName: 'devices',
  menu: 'Export devices',
  progress: '{done, number} of {total, number} devices',
  received: '{size} received',
  running: 'Exporting devices as {format}',
  saved: '{name} saved as {format}',
  saveTable: 'Save {name} as {format}',
  starting: 'Preparing',
} as const;
