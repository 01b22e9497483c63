/** A node of the parser's tree: `{ SelectStmt: { … } }`, a list, or a value. */
export type Node = unknown;
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (node: Node): node is Fields =>
  typeof node === 'object' && node !== null && !Array.isArray(node);
export const textOf = (node: Node): string =>
  isFields(node) && isFields(node['String']) ? String(node['String']['sval']) : '';
export const listOf = (node: Node): readonly Node[] => (Array.isArray(node) ? node : []);

/** Nodes that are a query or change with a `from` of their own. */
export const statements: ReadonlySet<string> = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt']);

/** Calls `visit` with each node and its name; what it returns false for is not entered. */
export function walk(node: Node, visit: (name: string, fields: Fields) => boolean): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  else if (isFields(node))
    for (const [name, value] of Object.entries(node))
      if (!(isFields(value) && /^[A-Z]/.test(name)) || visit(name, value)) walk(value, visit);
}

/** `a.b` as ['a', 'b'], `a.*` as ['a', '*']; of other nodes nothing. */
export function toColumn(node: Node): [alias: string, column: string] | undefined {
  if (!isFields(node) || !isFields(node['ColumnRef'])) return undefined;
  const names = listOf(node['ColumnRef']['fields']).map((name) =>
    isFields(name) && 'A_Star' in name ? '*' : textOf(name),
  );
  return names.length === 1 ? ['', names[0] ?? ''] : [names.at(-2) ?? '', names.at(-1) ?? ''];
}

/** Columns of this node, without those of queries inside of it. */
export function columnsOf(node: Node): [alias: string, column: string][] {
  const found: [string, string][] = [];
  walk(node, (name, fields) => {
    if (name === 'ColumnRef') found.push(...[toColumn({ ColumnRef: fields })].filter((one) => one !== undefined));
    return !statements.has(name);
  });
  return found;
}

/** A value that does not depend on a row, with its casts left out; undefined: none. */
export function toConstant(node: Node): string | undefined {
  if (!isFields(node)) return undefined;
  if (isFields(node['TypeCast'])) return toConstant(node['TypeCast']['arg']);
  if ('ParamRef' in node) return `$${JSON.stringify((node['ParamRef'] as Fields)['number'])}`;
  if (!isFields(node['A_Const'])) return undefined;
  const { location: _, ...value } = node['A_Const'];
  return JSON.stringify(value);
}

/** Pairs that `=` joins, from conditions that must all hold. */
export function equalities(node: Node): [Node, Node][] {
  if (!isFields(node)) return [];
  const and = node['BoolExpr'];
  if (isFields(and) && and['boolop'] === 'AND_EXPR') return listOf(and['args']).flatMap(equalities);
  const op = node['A_Expr'];
  if (!isFields(op) || op['kind'] !== 'AEXPR_OP' || textOf(listOf(op['name'])[0]) !== '=') return [];
  return [[op['lexpr'], op['rexpr']]];
}
