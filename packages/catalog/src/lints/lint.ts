/** A check of a database. */
export interface Lint {
  readonly name: string
  readonly title: string
  readonly level: 'ERROR' | 'WARN' | 'INFO'
  /** Why it matters. */
  readonly description: string
  /** What to do. */
  readonly remediation: string
  /**
   * A query with one row per finding and the columns of `found`. `exposed`: the schemas that the project's API exposes, as
   * a comma-separated list of literals.
   */
  sql(exposed: string): string
}

/** SQL expressions of a finding; whatever is left out is null. */
interface FoundColumns {
  /** The catalog of the object, such as `pg_class`, and its oid: what is compared to see whether the object has changed. */
  readonly catalog: string
  readonly oid: string
  readonly schema: string
  readonly name: string
  /** The word for the object, such as `table`; a literal when it is one word. */
  readonly type: string
  /** The part of the object, such as an index, if there can be several findings for one object. */
  readonly entity?: string
  /** A sentence about this object. */
  readonly detail: string
  /** SQL that corrects it, without a semicolon at its end. Null when someone has to decide how. */
  readonly fix?: string
  /** Further facts as jsonb. */
  readonly facts?: string
}

/** The select list of a lint's query. */
export const found = ({ catalog, oid, schema, name, type, entity, detail, fix, facts }: FoundColumns) => `
  'pg_catalog.${catalog}'::pg_catalog.regclass::oid as catalog, ${oid}::oid as object, ${schema}::text as schema, ${name}::text as name,
  ${/^\w+( \w+)?$/.test(type) ? `'${type}'` : type}::text as type, ${entity ?? 'null'}::text as entity, (${detail})::text as detail,
  (${fix ?? 'null'})::text as fix, (${facts ?? 'null'})::jsonb as facts`

/** A row of `lintQuery`. */
export interface FoundRow {
  readonly lint: string
  readonly catalog: number
  readonly object: number
  readonly schema: string | null
  readonly name: string
  readonly type: string
  readonly entity: string | null
  readonly detail: string
  readonly fix: string | null
  readonly facts: Record<string, unknown> | null
  /** Findings of the lint, of which only the first are returned. */
  readonly count: number
  /** The lint and the object, readable and the same in every run. */
  readonly key: string
}
