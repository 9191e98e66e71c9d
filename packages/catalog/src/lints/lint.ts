/** A thing to look for. Its SQL answers one row for each place where it is: `schema`, `name` and `detail`, a sentence. */
export interface Lint {
  readonly name: string
  readonly title: string
  readonly level: 'ERROR' | 'WARN' | 'INFO'
  /** Why it matters. */
  readonly description: string
  /** What to do. */
  readonly remediation: string
  /** `exposed` are the schemas that the project's API shows, as literals in a list. */
  sql(exposed: string): string
}
