import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pick } from '../../platform/address-search.ts';
import { logError } from '../../platform/log.ts';
import type { CodeSearch } from '../../device/code-place.ts';
import { type CodeSort, firstSort, toSort } from './code-rows.ts';

/** Search and order of the table stand in the address, so that a reload and a sent link keep them. */
export function useCodeSearch() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const order = useMemo(() => toSort(search.sort, search.order), [search.sort, search.order]);
  const address: CodeSearch = pick(search, ['codes', 'sort', 'order']);
  const change = (next: { [Key in keyof CodeSearch]: string | undefined }) => {
    navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: true }).catch((thrown: unknown) =>
      logError('keeping the search in the address failed', thrown),
    );
  };
  return {
    text: address.codes ?? '',
    sort: order,
    address,
    setText: (text: string) => change({ codes: text === '' ? undefined : text }),
    setSort: ({ column, order: way }: CodeSort) => {
      const isFirst = column === firstSort.column && way === firstSort.order;
      change(isFirst ? { sort: undefined, order: undefined } : { sort: column, order: way });
    },
  };
}
