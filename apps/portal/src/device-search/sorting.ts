import { createArea } from '../platform/state.ts';
import type { Sort } from './address.ts';

/** The picked order (DL-09), apart from the list's state: resetting the list leaves it (DL-22), a logout does not (AU-35). */
export const deviceSortingArea = createArea<Sort | null>('deviceSorting', null);
