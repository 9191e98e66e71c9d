import { isAmong, restriction, type Selection } from '../selection.ts'

/** Which objects of a kind to read, as clients of the postgres-meta API say it. */
export interface MetaSelection {
  /** Names of schemas. Without them, all but the excluded ones and PostgreSQL's own ones. */
  readonly included?: readonly string[] | undefined
  readonly excluded?: readonly string[] | undefined
  readonly withSystem?: boolean | undefined
  /** Only this object, in whichever schema it is. */
  readonly id?: number | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** A row of every statement in this folder: the object as JSON. PostgreSQL writes it, so that no one parses it again. */
export interface JsonRow {
  json: string
}

/** A statement whose rows are the rows of `rows` as JSON, in their order. */
export const asJson = (rows: string) => `select row_to_json(found)::text as json from (${rows}) found`

/** The conditions of a selection, to append to a `where`; see `restriction`. */
export const metaRestriction = (selection: MetaSelection, expressions: Parameters<typeof restriction>[1]) =>
  restriction(toSelection(selection), expressions)

const toSelection = ({ id, included, excluded, withSystem }: MetaSelection): Selection =>
  id === undefined
    ? { schemas: (name) => schemaCondition(name, { included, excluded, withSystem }) }
    : { ids: [id] }

function schemaCondition(name: string, { included, excluded = [], withSystem }: MetaSelection) {
  // The temporary tables of other sessions belong to no one who reads this.
  const isLasting = `${name} !~ '^pg_(toast_)?temp_'`
  if (included && included.length > 0) return `${isLasting} and ${isAmong(name, included)}`
  const system = withSystem ? '' : ` and ${name} not in ('information_schema', 'pg_catalog', 'pg_toast')`
  return `${isLasting}${system} and not (${isAmong(name, excluded)})`
}
