/** Past visits of another system, as a file. */
export const visitImport = {
  title: 'Import past visits',
  about:
    'A CSV file with the columns {columns}; at most {most, number} lines. Days like 2026-11-03. Parts are those that were replaced, by their code or your own number, with blanks between them.',
  file: 'File',
  try: 'Try',
  trying: 'A try changes nothing.',
  import: 'Import {count, plural, one {# visit} other {# visits}}',
  tried: 'What the import would do',
  imported: 'What the import did',
  lines: 'Lines',
  visits: 'Visits',
  known: 'Known already',
  refused: 'Not taken',
  refusedTable: 'Lines that cannot be taken',
  firstOnly: 'The first {shown, number} of {count, number}.',
  line: 'Line',
  field: 'Column',
  reason: 'Reason',
  failed: 'The import ended: {message}',
  nothing: 'No line can be imported.',
} as const;
