import type { AdvisorKind, LintLevel } from '@basalt/contract/advisors/advisors.rules.ts'
import type pg from 'pg'

/** What a rule finds in a database. */
export interface CopyFinding {
  /** The rule and the object, the same in every run. */
  readonly cache_key: string
  readonly kind: AdvisorKind
  readonly level: LintLevel
  readonly title: string
  readonly detail: string
}

export interface AdvisorChecks {
  /**
   * What the rules find, on a connection of the role `postgres` to a copy of a project's database. Rules about how a
   * database is used are left out, because nobody uses a copy.
   */
  findOnCopy(ref: string, client: pg.Client): Promise<CopyFinding[]>
}
