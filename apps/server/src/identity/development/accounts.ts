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

/** Who signs in. `mail`: the address by which the person does, which then counts as confirmed. */
interface SignInAccount {
  readonly subject: string;
  readonly name: string;
  readonly mail?: string;
}

/** Subjects of people known by a mail address; another authority has none like them. */
const byMail = /^mail:([^\s@:]+@[^\s@]+)$/;

/**
 * The account of a subject: one of the list, or anyone by a mail address, so that a person who is invited can
 * accept (OA-11): messages to all addresses lie in the mailbox that is open to all (0123).
 */
export function toAccount(subject: string): SignInAccount | undefined {
  const mail = byMail.exec(subject)?.[1];
  if (mail !== undefined) return { subject, name: mail, mail };
  return developmentAccounts.find((account) => account.subject === subject);
}

/** The account of a name and password typed on the sign-in page, if both are right. */
export function findAccount(name: string, password: string): SignInAccount | undefined {
  const given = Buffer.from(password, 'utf8');
  const right = Buffer.from(developmentPassword, 'utf8');
  const matches = given.length === right.length && timingSafeEqual(given, right);
  const typed = name.trim().toLowerCase();
  return matches ? toAccount(typed.includes('@') ? `mail:${typed}` : typed) : undefined;
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
