/** A check of a database. Its SQL returns one row per finding: `schema`, `name` and `detail`, a sentence. */
export interface Lint {
  readonly name: string
  readonly title: string
  readonly level: 'ERROR' | 'WARN' | 'INFO'
  /** Why it matters. */
  readonly description: string
  /** What to do. */
  readonly remediation: string
  /** `exposed`: the schemas that the project's API exposes, as a comma-separated list of literals. */
  sql(exposed: string): string
}
