import type { Locale } from '@platen/catalogue/locale';
import { texts as english } from '@platen/catalogue/texts/administration-en-us';
import { texts as japanese } from '@platen/catalogue/texts/administration-ja-jp';
import type { AdministrationTexts } from '@platen/catalogue/texts/types';
import { type AuditEntry, exportAudit, listAudit } from '@platen/contract/audit';
import type { FastifyInstance } from 'fastify';
import type { FileColumn, FileForm } from '../../files/cells.ts';
import { sendTable } from '../../files/download.ts';
import { serve } from '../../kit/serve.ts';
import { readAll, readPage } from './store.ts';

const texts: Readonly<Record<Locale, AdministrationTexts>> = { 'en-us': english, 'ja-jp': japanese };
const textsOf = (locale: Locale) => texts[locale];

interface Source {
  readonly entry: AuditEntry;
  readonly form: FileForm;
}

/** The columns of the file, in the order of the screen. */
const columns: readonly FileColumn<Source, AdministrationTexts>[] = [
  {
    toHead: ({ audit }, { zone }) => `${audit.at} (${zone})`,
    toCell: ({ entry, form }) => form.toMoment(new Date(entry.at)),
    width: 20,
  },
  {
    toHead: ({ audit }) => audit.kind,
    toCell: ({ entry, form }) => textsOf(form.locale).audit.kinds[entry.actor.kind],
    width: 14,
  },
  { toHead: ({ audit }) => audit.actor, toCell: ({ entry }) => entry.actor.name, width: 24 },
  { toHead: ({ audit }) => audit.action, toCell: ({ entry }) => entry.action, width: 22 },
  { toHead: ({ audit }) => audit.subject, toCell: ({ entry: { subject } }) => toSubject(subject), width: 44 },
  { toHead: ({ audit }) => audit.what, toCell: ({ entry }) => JSON.stringify(entry.detail), width: 60 },
  { toHead: ({ audit }) => audit.request, toCell: ({ entry }) => entry.requestId, width: 38 },
];

const toSubject = ({ kind, id, name }: AuditEntry['subject']): string =>
  [kind, name === null || name === id ? id : `${name} (${id})`].filter((part) => part !== '').join(' ');

/** The audit (OA-50 to OA-52): reading it is not entered, its export is. */
export function registerAudit(app: FastifyInstance): void {
  const { platform } = app;
  serve(app, listAudit, ({ user, query: { before, ...selection } }) =>
    readPage(platform.store.db, user, selection, before),
  );
  serve(
    app,
    exportAudit,
    ({ user, request, query: { format, timeZone, ...selection } }) =>
      sendTable(
        platform,
        { request, user },
        { format, timeZone },
        {
          fileName: 'audit',
          textsOf,
          toSheetName: ({ administration }) => administration.audit,
          columns,
          open: () => readAll(platform.store, user, selection),
          toSource: (form) => (entry: AuditEntry) => ({ entry, form }),
          toChange: (entries) => ({ action: 'export audit', subject: 'audit', detail: { entries, ...selection } }),
        },
      ),
    { isFile: true },
  );
}
