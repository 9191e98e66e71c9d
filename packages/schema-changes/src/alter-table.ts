import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { addedColumnRewrites, columnSql, defaultSql, identitySql } from './column-sql.ts'
import { columnComment, isSameRelation, tableComment } from './create-table.ts'
import type { ChangeFacts } from './facts.ts'
import { added, checkSql, foreignKeySql, primaryKeySql, targetLock, uniqueSql } from './key-sql.ts'
import { realtime } from './realtime.ts'
import { type Rename, renameOrder } from './rename-order.ts'
import { rowSecuritySql } from './row-security.ts'
import { parenthesized } from './sql-fragments.ts'
import {
  type ChangeStatement,
  type Clause,
  plainStatement,
  statementOf,
  type TableLock,
} from './statement.ts'
import type { ColumnDefault, ColumnDraft, ForeignKeyDraft, TableDraft } from './table-draft.ts'
import { conversion, typeRewrites } from './type-change.ts'

/** A table that exists, as a draft whose parts all have the name `was`. */
export interface CurrentTable {
  readonly table: TableDraft
  /** Name of the constraint. */
  readonly primary_key_name: string | null
}

/**
 * What turns a table into its draft, columns and constraints matched by `was`. One `ALTER TABLE` has everything that
 * PostgreSQL can do in one pass, so that the table is written again at most once.
 */
export function alterTable(
  { table: current, primary_key_name }: CurrentTable,
  draft: TableDraft,
  facts: ChangeFacts,
): ChangeStatement[] {
  const table = quoteQualified(current.schema, current.name)
  const newName = new Map(draft.columns.flatMap(({ was, name }) => (was === null ? [] : [[was, name]])))
  const after = (columns: readonly string[]) => columns.map((name) => newName.get(name))
  const isSameList = (columns: readonly string[], others: readonly string[]) =>
    JSON.stringify(after(columns)) === JSON.stringify(others)

  const drops: Clause[] = []
  const adds: Clause[] = []
  const dropConstraint = (name: string, locks: readonly TableLock[] = []) =>
    drops.push({ sql: `drop constraint ${quoteIdentifier(name)}`, locks })

  const hasNewKey = !isSameList(current.primary_key, draft.primary_key)
  if (hasNewKey && primary_key_name !== null) dropConstraint(primary_key_name)
  if (hasNewKey && draft.primary_key.length > 0)
    adds.push({
      sql: primaryKeySql(draft.primary_key),
      path: 'primary_key',
      scans: 'The index of the primary key is built from all rows.',
    })
  const changed = <Part extends { was: string | null }>(
    parts: { readonly before: readonly Part[]; readonly now: readonly Part[] },
    isSame: (before: Part, now: Part) => boolean,
    path: string,
    add: (part: Part, path: string) => Clause,
    locksOfDrop: (part: Part) => readonly TableLock[] = () => [],
  ) => {
    for (const before of parts.before) {
      const now = parts.now.find(({ was }) => was === before.was)
      if (!now || !isSame(before, now)) dropConstraint(before.was!, locksOfDrop(before))
    }
    parts.now.forEach((now, index) => {
      const before = now.was === null ? undefined : parts.before.find(({ was }) => was === now.was)
      if (!before || !isSame(before, now)) adds.push(add(now, `${path}.${index}`))
    })
  }
  changed(
    { before: current.uniques, now: draft.uniques },
    (before, now) => isSameList(before.columns, now.columns),
    'uniques',
    ({ columns }, path) => ({
      sql: uniqueSql(columns),
      path,
      scans: 'The index of the unique constraint is built from all rows.',
    }),
  )
  changed(
    { before: current.checks, now: draft.checks },
    (before, now) => before.expression === now.expression,
    'checks',
    ({ expression }, path) => ({
      sql: checkSql(expression),
      path,
      scans: 'The check is made on all rows.',
    }),
  )
  changed<ForeignKeyDraft>(
    { before: current.foreign_keys, now: draft.foreign_keys },
    (before, now) =>
      isSameList(before.columns, now.columns) &&
      isSameRelation(before.target, now.target) &&
      JSON.stringify(before.target.columns) === JSON.stringify(now.target.columns) &&
      before.on_update === now.on_update &&
      before.on_delete === now.on_delete,
    'foreign_keys',
    (key, path) => ({
      sql: foreignKeySql(key),
      path,
      scans: 'The foreign key is checked for all rows.',
      locks: [targetLock(key)],
    }),
    (key) => [{ ...targetLock(key), mode: 'ACCESS EXCLUSIVE' }],
  )
  for (const { name } of current.columns)
    if (!newName.has(name)) drops.push({ sql: `drop column ${quoteIdentifier(name)}`, path: 'columns' })

  const changes = draft.columns.flatMap((column, index): Clause[] => {
    const path = `columns.${index}`
    const before = current.columns.find(({ name }) => name === column.was)
    return before
      ? columnChanges(before, column, path, facts)
      : [
          {
            sql: `add column ${columnSql(column)}`,
            path,
            rewrites: addedColumnRewrites(column, facts),
          },
        ]
  })
  const renames: Rename[] = renameOrder(
    [...newName].map(([from, to]) => ({ from, to })),
    [...newName.keys()],
  )
  const main: Clause[] = [
    ...changes,
    ...adds.map(added),
    ...(current.rls === draft.rls ? [] : [{ sql: rowSecuritySql(draft.rls), path: 'rls' }]),
  ]
  return [
    ...(renames.length === 0
      ? alterStatement(current, [...drops, ...main])
      : [
          ...alterStatement(current, drops),
          ...renames.map(({ from, to }) =>
            plainStatement(
              `alter table ${table} rename column ${quoteIdentifier(from)} to ${quoteIdentifier(to)}`,
              `columns.${draft.columns.findIndex(({ name }) => name === to)}.name`,
              [{ relation: current, mode: 'ACCESS EXCLUSIVE' }],
            ),
          ),
          ...alterStatement(current, main),
        ]),
    ...identityStarts(current, draft),
    ...(sameText(current.comment, draft.comment) ? [] : [tableComment(table, draft.comment)]),
    ...draft.columns.flatMap(({ was, name, comment }, index) => {
      const before = current.columns.find((column) => column.name === was)
      return sameText(before?.comment ?? null, comment)
        ? []
        : [columnComment(table, name, comment, `columns.${index}.comment`)]
    }),
    ...(current.realtime === draft.realtime ? [] : [realtime(current, draft.realtime, facts)]),
    ...(current.name === draft.name
      ? []
      : [
          plainStatement(`alter table ${table} rename to ${quoteIdentifier(draft.name)}`, 'name', [
            { relation: current, mode: 'ACCESS EXCLUSIVE' },
          ]),
        ]),
  ]
}

/** An empty comment is none. */
const sameText = (one: string | null, other: string | null) => (one ?? '') === (other ?? '')

function alterStatement({ schema, name }: TableDraft, clauses: readonly Clause[]): ChangeStatement[] {
  if (clauses.length === 0) return []
  const isOnlyForeignKeys = clauses.every(({ sql }) => sql.startsWith('add foreign key '))
  return [
    statementOf(clauses, {
      before: `alter table ${quoteQualified(schema, name)}\n  `,
      locks: [
        {
          relation: { schema, name },
          mode: isOnlyForeignKeys ? 'SHARE ROW EXCLUSIVE' : 'ACCESS EXCLUSIVE',
        },
      ],
    }),
  ]
}

const isSameDefault = (one: ColumnDefault | null, other: ColumnDefault | null) =>
  JSON.stringify(one) === JSON.stringify(other)

/** A stored column cannot become a generated one: PostgreSQL offers the way back only. */
function columnChanges(before: ColumnDraft, column: ColumnDraft, path: string, facts: ChangeFacts): Clause[] {
  const alter = (sql: string, more: Omit<Clause, 'sql'> = {}): Clause => ({
    sql: `alter column ${quoteIdentifier(column.name)} ${sql}`,
    path,
    ...more,
  })
  const clauses: Clause[] = []
  const [from, to] = [facts.types[before.type], facts.types[column.type]]
  // Two ways to write one type, such as int8 and bigint, are no change.
  const isNewType = from && to ? from.name !== to.name : before.type !== column.type
  const isNewDefault = !isSameDefault(before.default, column.default)
  // PostgreSQL does not convert every default along with the type, so it is taken off and put back.
  const mustReset = isNewType && before.default !== null
  if (before.identity && !column.identity) clauses.push(alter('drop identity'))
  if (before.generated !== null && column.generated === null) clauses.push(alter('drop expression'))
  if (mustReset || (isNewDefault && before.default && !column.default)) clauses.push(alter('drop default'))
  if (isNewType) {
    const using = from && to ? conversion(column.name, from, to, facts) : undefined
    const rewrites = !from || !to || using !== undefined || typeRewrites(from, to, facts)
    clauses.push(
      alter(`type ${column.type.trim()}${using === undefined ? '' : ` using ${using}`}`, {
        path: `${path}.type`,
        rewrites: rewrites ? `Values of ${column.name} are converted.` : undefined,
      }),
    )
  }
  if (before.generated !== null && column.generated !== null && before.generated !== column.generated)
    clauses.push(
      alter(`set expression as ${parenthesized(column.generated)}`, {
        path: `${path}.generated`,
        rewrites: `${column.name} is computed for each row.`,
      }),
    )
  if (column.default && (mustReset || isNewDefault))
    clauses.push(alter(`set default ${defaultSql(column.default)}`, { path: `${path}.default` }))
  if (before.nullable && !column.nullable)
    clauses.push(
      alter('set not null', {
        path: `${path}.nullable`,
        scans: `All rows are checked for NULL in ${column.name}.`,
      }),
    )
  if (!before.nullable && column.nullable) clauses.push(alter('drop not null', { path: `${path}.nullable` }))
  if (column.identity && !before.identity)
    clauses.push(alter(`add ${identitySql(column.identity)}`, { path: `${path}.identity` }))
  if (column.identity && before.identity && column.identity !== before.identity)
    clauses.push(alter(`set generated ${column.identity}`, { path: `${path}.identity` }))
  return clauses
}

/** Numbers of a column that becomes an identity continue after those that exist. */
function identityStarts(current: TableDraft, draft: TableDraft): ChangeStatement[] {
  return draft.columns.flatMap(({ was, name, identity }, index) => {
    const before = current.columns.find((column) => column.name === was)
    return before && identity && !before.identity
      ? [sequenceStart(current, name, `columns.${index}.identity`)]
      : []
  })
}

export function sequenceStart(
  { schema, name }: Pick<TableDraft, 'schema' | 'name'>,
  column: string,
  path: string,
) {
  const table = quoteQualified(schema, name)
  const sequence = `pg_catalog.pg_get_serial_sequence(${quoteLiteral(table)}, ${quoteLiteral(column)})`
  return statementOf(
    [
      {
        sql: `select pg_catalog.setval(${sequence}, coalesce(max(${quoteIdentifier(column)}), 0) + 1, false) from ${table}`,
        path,
        scans: `The largest number in ${column} is looked up.`,
      },
    ],
    { before: '' },
  )
}
