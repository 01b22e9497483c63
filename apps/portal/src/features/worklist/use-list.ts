import type { WorklistRow } from '@platen/contract/worklist-item';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { groupOf, sortOf, type WorklistSearch } from './address.ts';
import { type Arrangement, applyArrangement, arrange, toLines } from './lines.ts';
import { joinRows, listQuery } from './queries.ts';

const noRows: readonly WorklistRow[] = [];

/**
 * The list of an address. Asked for again every minute; while `isHeld`, a row that has moved meanwhile stays
 * where it is until `sortAgain`.
 */
export function useList(search: WorklistSearch, isHeld: boolean) {
  const query = useInfiniteQuery(listQuery(search));
  const { data, isPlaceholderData, dataUpdatedAt } = query;
  const pages = data?.pages;
  const newest = useMemo(() => (pages === undefined ? noRows : joinRows(pages)), [pages]);
  const [arrangement, setArrangement] = useState<Arrangement>();
  /** The rows that the order was last taken from. */
  const [arranged, setArranged] = useState(noRows);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  // Rows that the user changed, and no other person.
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const key = JSON.stringify(listQuery(search).queryKey);
  const [shownKey, setShownKey] = useState(key);
  // Another list begins in the server's order; so does each refresh while no row is current or selected.
  const isOther = shownKey !== key;
  if (isOther && !isPlaceholderData) {
    setShownKey(key);
    setArrangement(arrange(newest));
    setFolded(new Set());
    setOwn(new Set());
  }
  if (!isHeld && arranged !== newest) {
    setArranged(newest);
    setArrangement(arrange(newest));
  }
  const first = pages?.[0];
  const sort = sortOf(search);
  const groupBy = groupOf(search);
  const hasSince = sort === 'cost' && first !== undefined && first.page.seen !== null;
  const { lines, isMoved } = useMemo(() => {
    const { shown, isMoved: moved } = applyArrangement(arrangement ?? arrange(newest), newest);
    const groups = (pages ?? []).flatMap(({ page }) => page.groups ?? []);
    const marked = shown.map((one) => (own.has(one.row.rowId) ? { ...one, isChanged: false } : one));
    return { lines: toLines(marked, { groupBy, groups, folded, hasSince }), isMoved: moved };
  }, [arrangement, newest, pages, groupBy, folded, hasSince, own]);
  return {
    query,
    /** Head, filters and standing: of the first page. */
    first: first?.page,
    total: first?.total ?? 0,
    loaded: newest.length,
    lines,
    isMoved,
    updatedAt: dataUpdatedAt,
    sortAgain: () => {
      setArrangement(arrange(newest));
      setOwn(new Set());
    },
    /** These rows were changed by the user: they are not marked as changed. */
    accept: (rowIds: readonly string[]) => setOwn((before) => new Set([...before, ...rowIds])),
    fold: (value: string, isFolded: boolean) =>
      setFolded((before) => {
        const next = new Set(before);
        if (isFolded) next.add(value);
        else next.delete(value);
        return next;
      }),
  };
}
