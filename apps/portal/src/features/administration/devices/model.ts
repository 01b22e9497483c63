import { byteOrderMark, toCsvRow } from '@platen/contract/csv';
import { type FactRow, factColumns } from '@platen/contract/device-facts';

/** The facts as the upload takes them. */
export function toFactFile(rows: readonly FactRow[]): Blob {
  const lines = rows.flatMap(({ serial, facts }) => {
    const { assetNumber, place, contact, contract, notes, weight, retiredOn } = facts;
    return serial === null ? [] : [[serial, assetNumber, place, contact, contract, notes, weight, retiredOn]];
  });
  return new Blob([byteOrderMark, ...[[...factColumns], ...lines].map(toCsvRow)], { type: 'text/csv;charset=utf-8' });
}

/** The numbers of dealer and customer that reports name. */
export const toNumbers = ({
  dealerNumber,
  customerNumber,
}: Pick<FactRow['reported'], 'dealerNumber' | 'customerNumber'>) =>
  [dealerNumber, customerNumber].filter((one) => one !== null).join(' / ') || '-';

/** What reports say of a device's customer, where a person placed it elsewhere. */
export const toReported = ({ reported }: FactRow): string => toNumbers(reported);
