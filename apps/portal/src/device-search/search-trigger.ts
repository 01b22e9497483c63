import { createArea } from '../platform/state.ts';

/**
 * Counts searches for the criteria already in force (AS-43): pressed once more, Search is a wish for fresh
 * rows.
 */
export const searchTriggerArea = createArea('searchTrigger', 0);

export function triggerSearch(): void {
  searchTriggerArea.set(searchTriggerArea.get() + 1);
}
