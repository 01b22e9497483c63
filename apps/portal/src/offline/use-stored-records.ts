import { useEffect, useState } from 'react';
import { logError } from '../platform/log.ts';
import { useArea } from '../platform/state.ts';
import type { StoredRecord } from './open-stores.ts';
import { followRecords, listRecords, recordsArea } from './records.ts';

/** The user's records on this device, the oldest first, as all tabs change them; undefined while read. */
export function useStoredRecords(): readonly StoredRecord[] | undefined {
  const change = useArea(recordsArea);
  const [records, setRecords] = useState<readonly StoredRecord[]>();
  useEffect(() => {
    let isOver = false;
    listRecords()
      .then((found) => isOver || setRecords(found))
      // `change`: they are read again with each change.
      .catch((thrown: unknown) => logError(`the records on this device could not be read (${change})`, thrown));
    return () => {
      isOver = true;
    };
  }, [change]);
  useEffect(followRecords, []);
  return records;
}
