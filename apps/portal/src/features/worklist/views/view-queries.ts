import type { BodyOf } from '@platen/contract/endpoint';
import { addView, changeView, listViews, removeView, type SavedView, view as viewSchema } from '@platen/contract/views';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { toConflict } from '../../../editing/conflict.ts';

export const viewsQuery = queryOptions({
  queryKey: ['worklistViews'] as const,
  queryFn: async ({ signal }) => (await call(listViews, { query: { area: 'worklist' }, signal })).data.views,
});

/** The views are read again, whatever came of the change. */
function useViewChange<Variables, Answer>(change: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  });
}

export const useAddView = () =>
  useViewChange(
    async (body: Omit<BodyOf<typeof addView>, 'area'>) =>
      (await call(addView, { body: { area: 'worklist', ...body } })).data.view,
  );

export interface ViewChange {
  readonly view: SavedView;
  readonly change: Partial<Omit<BodyOf<typeof changeView>, 'version'>>;
}

/** Changes a view of the user from the version that the user saw (GE-06). */
export const useChangeView = () =>
  useViewChange(async ({ view, change }: ViewChange) => {
    const { name, shared, isDefault, definition, version } = view;
    const body = { name, shared, isDefault, definition, ...change, version };
    return (await call(changeView, { params: { id: view.viewId }, body })).data.view;
  });

export const useRemoveView = () =>
  useViewChange(async (id: string) => {
    await call(removeView, { params: { id } });
  });

/** The view as another session has left it, where a change was refused for that (GE-06). */
export const toChangedView = (thrown: unknown) => toConflict(thrown, viewSchema);
