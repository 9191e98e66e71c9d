import {
  comparisonPolicy,
  type LeftOut,
  notCompared,
  plainStatement,
} from '@basalt/merge/schema/compared-schemas.ts'
import type pg from 'pg'

/** One statement of a difference. */
export interface DiffStatement {
  readonly sql: string
  /** Whether it loses rows or objects. */
  readonly isDestructive: boolean
}

export interface SchemaDiff {
  readonly statements: readonly DiffStatement[]
  /** Kinds of objects that are not compared, and of which the databases do not have the same number. */
  readonly notCompared: readonly string[]
}

interface Compared {
  readonly from: pg.Pool
  readonly to: pg.Pool
  readonly timeoutMs: number
  readonly leftOut: LeftOut
}

/**
 * The SQL that makes the schema of one database equal to another's, in an order that works. Roles, subscriptions and the
 * passwords of user mappings are left out. Only this file and `packages/merge` know the library: its versions change their API.
 */
export async function schemaDiff({ from, to, timeoutMs, leftOut }: Compared): Promise<SchemaDiff> {
  const [{ extract }, { plan }] = await Promise.all([
    import('@supabase/pg-delta/extract'),
    import('@supabase/pg-delta/plan'),
  ])
  const options = { statementTimeoutMs: timeoutMs }
  const [source, desired] = await Promise.all([extract(from, options), extract(to, options)])
  const found = plan(source.factBase, desired.factBase, {
    policy: comparisonPolicy(leftOut, [source.factBase, desired.factBase]),
  })
  return {
    statements: found.actions.map(plainStatement),
    notCompared: notCompared(source.diagnostics, desired.diagnostics),
  }
}
