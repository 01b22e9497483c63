import { timingSafeEqual } from 'node:crypto';
import type { Connection } from '../../store/database.ts';

/** The accounts of the development sign-in. All have the same published password. */
export const developmentAccounts = [
  { subject: 'dealer', name: 'Dealer', role: 'dealer', seesAll: false, userId: '01900000-0000-7000-8000-000000000001' },
  {
    subject: 'service',
    name: 'Service',
    role: 'service',
    seesAll: true,
    userId: '01900000-0000-7000-8000-000000000002',
  },
  {
    subject: 'admin',
    name: 'Administrator',
    role: 'admin',
    seesAll: true,
    userId: '01900000-0000-7000-8000-000000000003',
  },
  {
    subject: 'technician',
    name: 'Technician',
    role: 'technician',
    seesAll: false,
    userId: '01900000-0000-7000-8000-000000000004',
  },
  {
    subject: 'dealer-admin',
    name: 'Dealer administrator',
    role: 'dealerAdmin',
    seesAll: false,
    userId: '01900000-0000-7000-8000-000000000005',
  },
  {
    subject: 'billing',
    name: 'Billing',
    role: 'billing',
    seesAll: false,
    userId: '01900000-0000-7000-8000-000000000006',
  },
  {
    subject: 'customer',
    name: 'Customer',
    role: 'customer',
    seesAll: false,
    userId: '01900000-0000-7000-8000-000000000007',
  },
] as const;
export const developmentPassword = 'platen';

export type DevelopmentAccount = (typeof developmentAccounts)[number];

/** The account of a name and password typed on the sign-in page, if both are right. */
export function findAccount(name: string, password: string): DevelopmentAccount | undefined {
  const given = Buffer.from(password, 'utf8');
  const right = Buffer.from(developmentPassword, 'utf8');
  const matches = given.length === right.length && timingSafeEqual(given, right);
  const account = developmentAccounts.find(({ subject }) => subject === name.trim().toLowerCase());
  return matches ? account : undefined;
}

/** Creates the users that are missing; starts leave what an administrator changed. */
export async function ensureDevelopmentUsers({ db }: Pick<Connection, 'db'>): Promise<void> {
  await db
    .insertInto('app_user')
    .values(
      developmentAccounts.map(({ userId, subject, name, role, seesAll }) => ({
        user_id: userId,
        subject,
        name,
        role,
        sees_all: seesAll,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Closes the development users where another authority signs people in: its subject `admin` must not be ours.
 * Gives the number of users closed.
 */
export async function closeDevelopmentUsers({ db }: Pick<Connection, 'db'>): Promise<number> {
  const done = await db
    .updateTable('app_user')
    .set({ disabled_at: new Date() })
    .where(
      'user_id',
      'in',
      developmentAccounts.map(({ userId }) => userId),
    )
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}
