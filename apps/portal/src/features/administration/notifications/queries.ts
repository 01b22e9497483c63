import type { BodyOf } from '@platen/contract/endpoint';
import {
  addNotification,
  changeNotification,
  listWrittenNotifications,
  removeNotification,
  type WrittenNotification,
} from '@platen/contract/notifications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationsQuery } from '../../../api/account-queries.ts';
import { call } from '../../../api/client.ts';

export const writtenQuery = queryOptions({
  queryKey: ['writtenNotifications'] as const,
  queryFn: async ({ signal }) => (await call(listWrittenNotifications, { signal })).data.notifications,
});

/** What is sent: of a stored notification with its version (GE-06), of a new one with a key (GE-07). */
type Change =
  | { readonly kind: 'add'; readonly form: BodyOf<typeof addNotification>; readonly key: string }
  | { readonly kind: 'change'; readonly id: string; readonly form: BodyOf<typeof changeNotification> }
  | ({ readonly kind: 'remove' } & Pick<WrittenNotification, 'notificationId' | 'version'>);

async function send(change: Change): Promise<void> {
  if (change.kind === 'add') await call(addNotification, { body: change.form, idempotencyKey: change.key });
  else if (change.kind === 'change') await call(changeNotification, { params: { id: change.id }, body: change.form });
  else
    await call(removeNotification, {
      params: { id: change.notificationId },
      query: { version: change.version },
    });
}

export function useChangeNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () =>
      Promise.all([writtenQuery, notificationsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  });
}
