import { fragmentProblem } from './sql-fragments.ts'
import type { TableDraft } from './table-draft.ts'

/** What is wrong with a draft before PostgreSQL sees it. */
export interface DraftProblem {
  /** A path in the draft, such as `columns.2.name`. */
  readonly path: string
  readonly message: string
}

/** PostgreSQL cuts longer names off without an error. */
export const NAME_BYTES_MAX = 63
export const COLUMNS_MAX = 1600

export function nameProblem(name: string, missing: string): string | undefined {
  if (name.trim() === '') return missing
  if (name.includes('\0')) return 'A name cannot have a NUL character.'
  const bytes = new TextEncoder().encode(name).length
  if (bytes > NAME_BYTES_MAX)
    return `The name has ${bytes} bytes. PostgreSQL keeps ${NAME_BYTES_MAX} of a name.`
  return undefined
}

export function draftProblems(draft: TableDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message })
  }
  say('name', nameProblem(draft.name, 'Please assign a name for your table'))
  if (draft.columns.length > COLUMNS_MAX) say('columns', `A table has at most ${COLUMNS_MAX} columns.`)
  const seen = new Set<string>()
  draft.columns.forEach((column, index) => {
    const at = (field: string) => `columns.${index}.${field}`
    say(at('name'), nameProblem(column.name, 'Please assign a name for your column'))
    if (column.name !== '' && seen.has(column.name)) say(at('name'), 'Another column has this name')
    seen.add(column.name)
    if (column.type.trim() === '') say(at('type'), 'Please assign a type for your column')
    else say(at('type'), fragmentProblem(column.type))
    if (column.default && 'expression' in column.default)
      say(at('default'), fragmentProblem(column.default.expression))
    if (column.generated !== null) {
      say(at('generated'), fragmentProblem(column.generated))
      if (column.default) say(at('default'), 'A generated column has no default')
      if (column.identity) say(at('identity'), 'A generated column cannot be an identity')
    }
    if (column.identity && column.default) say(at('default'), 'An identity column has no default')
    if (column.identity && column.nullable) say(at('nullable'), 'An identity column cannot be NULL')
  })
  const mustExist = (path: string, columns: readonly string[]) => {
    const missing = columns.find((name) => !seen.has(name))
    if (columns.length === 0) say(path, 'Choose at least one column')
    else if (missing !== undefined) say(path, `There is no column ${missing}.`)
    else if (new Set(columns).size < columns.length) say(path, 'A column can be chosen once')
  }
  if (draft.primary_key.length > 0) mustExist('primary_key', draft.primary_key)
  for (const [index, { columns }] of draft.uniques.entries()) mustExist(`uniques.${index}`, columns)
  for (const [index, { expression }] of draft.checks.entries())
    say(`checks.${index}`, fragmentProblem(expression))
  for (const [index, { columns, target }] of draft.foreign_keys.entries()) {
    mustExist(`foreign_keys.${index}`, columns)
    if (target.name === '') say(`foreign_keys.${index}`, 'Choose the table that the key points to')
    else if (columns.length !== target.columns.length || target.columns.includes(''))
      say(`foreign_keys.${index}`, 'Choose a column of the other table for each column')
  }
  return problems
}
