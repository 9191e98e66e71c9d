import type { ChangeStatement } from '@basalt/schema-changes/statement.ts'
import type { TableDraft } from '@basalt/schema-changes/table-draft.ts'
import { Lexer } from '@basalt/sql/lexer.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import { AppError } from '../../http/app-error.ts'

/** What follows the table that is made: its row security, constraints and comments. */
const FOLLOWING = /^(?:alter table|comment on)\b/

/** The statements of a pasted table. Throws `validation_failed` for anything that does more than describe one table. */
export function createTableStatements(sql: string): string[] {
  const statements = splitStatements(sql).map(({ text }) => text)
  const [first, ...rest] = statements.map(beginning)
  if (!first || !/^create (?:unlogged )?table\b/.test(first))
    throw new AppError('validation_failed', 'Paste a CREATE TABLE statement.')
  if (/\bas\b/.test(first.replace(/\(.*/, '')))
    throw new AppError('validation_failed', 'Paste a CREATE TABLE statement with columns, not a query.')
  const other = rest.find((text) => !FOLLOWING.test(text))
  if (other !== undefined)
    throw new AppError(
      'validation_failed',
      'Paste one CREATE TABLE statement, with ALTER TABLE and COMMENT statements for it. Run other SQL in the SQL editor.',
    )
  return statements
}

/** The first words of a statement, without comments. */
function beginning(statement: string): string {
  const words: string[] = []
  const lexer = new Lexer(statement)
  while (words.length < 8 && lexer.next())
    if (lexer.kind !== 'space' && lexer.kind !== 'comment')
      words.push(statement.slice(lexer.start, lexer.end).toLowerCase())
  return words.join(' ')
}

/** The oid of the table that the running transaction has made. */
export const TABLE_OF_THIS_TRANSACTION = `
  select c.oid from pg_catalog.pg_class c
  where c.relkind in ('r', 'p') and c.relpersistence <> 't'
    and c.xmin = pg_catalog.pg_current_xact_id()::pg_catalog.xid
  order by c.oid desc limit 1`

/** A table as the form of a new one begins with it. */
export const asNew = (table: TableDraft): TableDraft => ({
  ...table,
  columns: table.columns.map((column) => ({ ...column, ...numbering(column), was: null })),
  uniques: table.uniques.map((unique) => ({ ...unique, was: null })),
  checks: table.checks.map((check) => ({ ...check, was: null })),
  foreign_keys: table.foreign_keys.map((key) => ({ ...key, was: null })),
})

/** The sequence of a serial column is taken back with its table; an identity column makes its own. */
const numbering = ({ default: value, nullable }: TableDraft['columns'][number]) =>
  !nullable && value && 'expression' in value && value.expression.startsWith('nextval(')
    ? ({ default: null, identity: 'by default' } as const)
    : {}

export const NO_CONSEQUENCES: Omit<ChangeStatement, 'sql'> = { rewrites: [], scans: [], locks: [], parts: [] }

/** Takes back a transaction whose result was only to be looked at. */
export class TakenBack extends Error {
  readonly table: TableDraft

  constructor(table: TableDraft) {
    super('Taken back')
    this.table = table
  }
}
