// What in a migration a server of the version before would not survive (docs/decisions/0722).

/** Statements by form; the text is without comments, texts and bodies of functions, in lower case. */
const forms = [
  ['drop table, view, type, schema or sequence', /^drop (table|view|materialized view|type|schema|sequence)\b/],
  ['drop function or index', /^drop (function|procedure|index|trigger)\b/],
  ['truncate', /^truncate\b/],
  ['revoke', /^revoke\b/],
  ['rename', /^alter (table|index|view|function|type)\b.* rename\b/],
  ['drop column', /^alter table\b.*?[ ,]drop (?!constraint\b|not null\b|default\b|expression\b|identity\b)/],
  ['change of type', /^alter table\b.* alter (column )?\S+ (set data )?type\b/],
  ['set not null', /^alter table\b.* set not null\b/],
  ['drop default', /^alter table\b.* drop default\b/],
];

/**
 * Returns one sentence for each statement that breaks servers of the version before; none if the file says in
 * its header since when no server needs what it takes away, and shuts older servers out.
 * `known`: names of all migrations.
 */
export function findBreaks(file, text, known) {
  const statements = split(text);
  const found = statements.flatMap((statement) => judge(statement, statements));
  if (found.length === 0) return [];
  const since = /^-- Contracts: servers that know (\d{4}-[a-z-]+) /m.exec(text)?.[1];
  if (since === undefined)
    return found.map((what) => `${what}: expand first, contract in a later version (docs/decisions/0722)`);
  if (!known.includes(since) || since >= file.replace('.sql', '')) return [`${since} is no earlier migration`];
  const guard = `update oldest_server set knows = '${since}'`;
  return text.includes(guard) ? [] : [`${found.join(', ')}: without '${guard}' older servers would go on`];
}

function judge(statement, all) {
  const short = statement.slice(0, 80);
  const found = forms.filter(([, form]) => form.test(statement)).map(([what]) => `${what} (${short})`);
  const table = /^alter table (?:if exists )?(?:only )?(\S+)/.exec(statement)?.[1];
  if (table !== undefined && !isMade(table, all)) {
    for (const part of clauses(statement)) {
      const adds = /^(?:alter table .*? )?add (?:column )?(?!constraint\b|unique\b|check\b|primary\b|foreign\b)/.test(
        part,
      );
      if (adds && /\bnot null\b/.test(part) && !/\b(default|generated)\b/.test(part))
        found.push(`not null without default (${short})`);
      const [, named] = /\badd constraint (\S+)/.exec(part) ?? [];
      const isWider =
        named !== undefined &&
        all.some(
          (one) => one.includes(`drop constraint ${named}`) || one.includes(`drop constraint if exists ${named}`),
        );
      if (/\badd (constraint|unique|check|primary|foreign)\b/.test(part) && !isWider)
        found.push(`new constraint (${short})`);
    }
  }
  const indexed = /^create unique index .*?\bon (?:only )?([^\s(]+)/.exec(statement)?.[1];
  if (indexed !== undefined && !isMade(indexed, all)) found.push(`unique index (${short})`);
  return found;
}

/** Whether the same file makes the table: no older server uses it. */
const isMade = (table, all) => all.some((one) => new RegExp(`^create table (if not exists )?${table}\\b`).test(one));

/** Parts of a statement between the commas outside of brackets. */
function clauses(statement) {
  const parts = [''];
  let depth = 0;
  for (const sign of statement) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

/** Bodies of functions, texts and comments. */
const skipped = /(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|--.*$|\/\*[\s\S]*?\*\//gm;

function split(text) {
  return text
    .replaceAll(skipped, (found) => (found.startsWith('-') || found.startsWith('/') ? '' : "''"))
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}
