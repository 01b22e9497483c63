import type { SavedView } from '@platen/contract/views';
import { type BuiltInView, builtInViews, viewDefinitions } from '@platen/contract/worklist-names';
import { isSameView, type ViewDefinition, type WorklistSearch, worklistSearch } from '../address.ts';

/** A view of the list: one that is there for everybody, or a saved one (FV-01). */
export type View =
  | { readonly kind: 'builtIn'; readonly id: BuiltInView; readonly definition: ViewDefinition }
  | { readonly kind: 'saved'; readonly id: string; readonly definition: ViewDefinition; readonly saved: SavedView };

const builtIn = (id: BuiltInView): View => ({ kind: 'builtIn', id, definition: viewDefinitions[id] });
const toDo = builtIn('todo');

/** The filters, order and grouping of an address: what a view is made of. */
export function toDefinition(search: Readonly<Record<string, string | undefined>>): ViewDefinition {
  const names = worklistSearch.filter((name) => name !== 'row' && name !== 'view');
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}

/** All views in the order of their tabs and keys. */
export const toViews = (saved: readonly SavedView[]): readonly View[] => [
  ...builtInViews.map(builtIn),
  ...saved.map(
    (view): View => ({
      kind: 'saved',
      id: view.viewId,
      definition: toDefinition(view.definition),
      saved: view,
    }),
  ),
];

/**
 * The view that an address shows or was changed from: the one that it names, else a view of everybody with
 * just these filters, else 'To do'.
 */
export function findView(search: WorklistSearch, views: readonly View[]): View {
  return (
    views.find(({ id }) => id === search.view) ??
    views.find(({ kind, definition }) => kind === 'builtIn' && isSameView(search, definition)) ??
    toDo
  );
}

/** The address of a view; a view of everybody goes without its name. */
export const addressOf = ({ kind, id, definition }: View): WorklistSearch =>
  kind === 'saved' ? { ...definition, view: id } : { ...definition };

export const isChanged = (search: WorklistSearch, view: View): boolean => !isSameView(search, view.definition);

/** A changed address with the name of the view that it was changed from. */
export function changedFrom(view: View, search: WorklistSearch): WorklistSearch {
  const definition = toDefinition(search);
  if (!isChanged(definition, view)) return addressOf(view);
  return view.id === toDo.id ? definition : { ...definition, view: view.id };
}
