import { type FactRow, factColumns } from '@platen/contract/device-facts';
import { toCsvFile } from '../../../downloads/csv-file.ts';

/** The facts as the upload takes them. */
export function toFactFile(rows: readonly FactRow[]): Blob {
  const lines = rows.flatMap(({ serial, facts }) => {
    const { assetNumber, place, contact, contract, notes, weight, retiredOn } = facts;
    return serial === null ? [] : [[serial, assetNumber, place, contact, contract, notes, weight, retiredOn]];
  });
  return toCsvFile(factColumns, lines);
}

/** The numbers of dealer and customer that reports name. */
export const toNumbers = ({
  dealerNumber,
  customerNumber,
}: Pick<FactRow['reported'], 'dealerNumber' | 'customerNumber'>) =>
  [dealerNumber, customerNumber].filter((one) => one !== null).join(' / ') || '-';

/** What reports say of a device's customer, where a person placed it elsewhere. */
export const toReported = ({ reported }: FactRow): string => toNumbers(reported);
