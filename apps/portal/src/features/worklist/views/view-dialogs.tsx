import type { SavedView } from '@platen/contract/views';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Conflict } from '../../../editing/conflict.ts';
import { ConflictDialog } from '../../../editing/conflict-dialog.tsx';
import styles from '../../../editing/dialogs.module.css';
import { FormDialog } from '../../../editing/form-dialog.tsx';
import { toMessage } from '../../../platform/application-message.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { TextField } from '../../../ui/text-field.tsx';
import type { ViewDefinition } from '../address.ts';
import { RowTexts } from '../row-texts.tsx';
import { toChangedView, useAddView, useChangeView, useRemoveView, type ViewChange } from './view-queries.ts';

export type ViewDialogState =
  | { readonly kind: 'add'; readonly definition: ViewDefinition }
  | { readonly kind: 'edit'; readonly view: SavedView }
  | { readonly kind: 'remove'; readonly view: SavedView }
  | ({ readonly kind: 'conflict'; readonly conflict: Conflict<SavedView> } & ViewChange);

interface ViewDialogsProps {
  readonly dialog: ViewDialogState;
  readonly mayShare: boolean;
  readonly onDialog: (dialog: ViewDialogState | undefined) => void;
  readonly onSaved: (view: SavedView) => void;
  readonly onRemoved: () => void;
}

/** The open dialog about a saved view (FV-01). */
export function ViewDialogs(props: ViewDialogsProps) {
  return (
    <RowTexts>
      <OpenDialog {...props} />
    </RowTexts>
  );
}

function OpenDialog({ dialog, mayShare, onDialog, onSaved, onRemoved }: ViewDialogsProps) {
  const close = () => onDialog(undefined);
  const done = (view: SavedView) => {
    close();
    onSaved(view);
  };
  switch (dialog.kind) {
    case 'add':
    case 'edit':
      return (
        <ViewForm
          dialog={dialog}
          mayShare={mayShare}
          onDialog={onDialog}
          onDone={dialog.kind === 'add' ? done : close}
        />
      );
    case 'remove':
      return (
        <RemoveForm
          view={dialog.view}
          onClose={close}
          onDone={() => {
            close();
            onRemoved();
          }}
        />
      );
    case 'conflict':
      return <ViewConflict dialog={dialog} onDialog={onDialog} onDone={done} />;
    default:
      return dialog satisfies never;
  }
}

/** Why a change of a view was refused. */
const toProblem = (error: Error | null) => (error === null ? undefined : toMessage(toStateOf(error).errorCode));

interface FormProps {
  readonly dialog: Exclude<ViewDialogState, { kind: 'remove' | 'conflict' }>;
  readonly mayShare: boolean;
  readonly onDialog: ViewDialogsProps['onDialog'];
  readonly onDone: (view: SavedView) => void;
}

/** Name of a view, whether the list opens with it, and who sees it. */
function ViewForm({ dialog, mayShare, onDialog, onDone }: FormProps) {
  const t = useTranslations('dialogs.view');
  const before = dialog.kind === 'edit' ? dialog.view : undefined;
  const [name, setName] = useState(before?.name ?? '');
  const [isDefault, setDefault] = useState(before?.isDefault ?? false);
  const [shared, setShared] = useState(before?.shared ?? false);
  const [problem, setProblem] = useState<string>();
  const adding = useAddView();
  const changing = useChangeView();
  const send = () => {
    if (name.trim() === '') return setProblem(t('nameNeeded'));
    setProblem(undefined);
    const change = { name: name.trim(), isDefault, shared };
    if (dialog.kind === 'add')
      return adding.mutate({ ...change, definition: definitionOf(dialog.definition) }, { onSuccess: onDone });
    changing.mutate(
      { view: dialog.view, change },
      {
        onSuccess: onDone,
        onError: (thrown) => {
          const conflict = toChangedView(thrown);
          if (conflict !== undefined) onDialog({ kind: 'conflict', view: dialog.view, change, conflict });
        },
      },
    );
  };
  return (
    <FormDialog
      title={t(dialog.kind === 'add' ? 'add' : 'edit')}
      submit={t('save')}
      busy={adding.isPending || changing.isPending}
      problem={problem ?? toProblem(adding.error ?? changing.error)}
      onSubmit={send}
      onClose={() => onDialog(undefined)}
    >
      <TextField
        label={t('name')}
        maxLength={80}
        data-autofocus=""
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <label className={styles.option}>
        <input type="checkbox" checked={isDefault} onChange={() => setDefault(!isDefault)} />
        <span className={styles.optionName}>{t('isDefault')}</span>
      </label>
      {mayShare ? (
        <label className={styles.option}>
          <input type="checkbox" checked={shared} onChange={() => setShared(!shared)} />
          <span className={styles.optionName}>{t('shared')}</span>
        </label>
      ) : null}
    </FormDialog>
  );
}

const definitionOf = (definition: ViewDefinition): Record<string, string> =>
  Object.fromEntries(Object.entries(definition).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

function RemoveForm({ view, onClose, onDone }: { view: SavedView; onClose: () => void; onDone: () => void }) {
  const t = useTranslations('dialogs.view');
  const removing = useRemoveView();
  return (
    <FormDialog
      title={t('remove')}
      submit={t('removeSubmit')}
      busy={removing.isPending}
      problem={toProblem(removing.error)}
      onSubmit={() => removing.mutate(view.viewId, { onSuccess: onDone })}
      onClose={onClose}
    >
      <p>{t(view.shared ? 'removeShared' : 'removeOwn', { name: view.name })}</p>
    </FormDialog>
  );
}

interface ViewConflictProps {
  readonly dialog: Extract<ViewDialogState, { kind: 'conflict' }>;
  readonly onDialog: ViewDialogsProps['onDialog'];
  readonly onDone: (view: SavedView) => void;
}

/** The view was changed in another window meanwhile: both values, and which holds (GE-06). */
function ViewConflict({ dialog: { view, change, conflict }, onDialog, onDone }: ViewConflictProps) {
  const t = useTranslations('dialogs.view');
  const changing = useChangeView();
  const { current, by } = conflict;
  const mine = { ...view, ...change };
  const yes = (value: boolean) => t(value ? 'yes' : 'no');
  const filters = (definition: Record<string, string>) =>
    JSON.stringify(definition) === JSON.stringify(view.definition);
  const rows = [
    { label: t('name'), before: view.name, mine: mine.name, theirs: current.name },
    { label: t('isDefault'), before: yes(view.isDefault), mine: yes(mine.isDefault), theirs: yes(current.isDefault) },
    { label: t('shared'), before: yes(view.shared), mine: yes(mine.shared), theirs: yes(current.shared) },
    {
      label: t('filters'),
      before: t('filtersSame'),
      mine: t(filters(mine.definition) ? 'filtersSame' : 'filtersChanged'),
      theirs: t(filters(current.definition) ? 'filtersSame' : 'filtersChanged'),
    },
  ];
  return (
    <ConflictDialog
      tables={[{ id: view.viewId, caption: view.name, by, rows }]}
      busy={changing.isPending}
      onKeepMine={() =>
        changing.mutate(
          { view: current, change },
          {
            onSuccess: onDone,
            onError: (thrown) => {
              const next = toChangedView(thrown);
              if (next !== undefined) onDialog({ kind: 'conflict', view, change, conflict: next });
            },
          },
        )
      }
      onTakeTheirs={() => onDone(current)}
      problem={toProblem(changing.error)}
    />
  );
}
