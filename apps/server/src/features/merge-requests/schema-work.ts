import type { DecidedObject } from '@basalt/merge/schema/merge-facts.ts'
import type { KnownRename, ReadSchema, SchemaMerge } from '@basalt/merge/schema/schema-merge.ts'
import { PLATFORM_OBJECTS } from '../../platform/platform-objects.ts'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { singleConnectionPool } from '../../platform/project-databases/single-connection-pool.ts'
import { COMPARISON_TIMEOUT_MS } from './merge-runs.rules.ts'

/** How to log in to both sides of a merge. */
export interface SideLogins {
  branch: ConnectionTarget
  target: ConnectionTarget
}

export interface SchemasToMerge {
  readonly kind: 'merge'
  readonly logins: SideLogins
  /** The schema that both sides have in common, as it is stored. */
  readonly base: string
  readonly decisions: Readonly<Record<string, DecidedObject>>
  readonly renames: readonly KnownRename[]
}

export interface BaseToAdvance {
  readonly kind: 'advance'
  readonly logins: SideLogins
  readonly base: string
}

async function readSchema(login: ConnectionTarget): Promise<ReadSchema> {
  const { extract } = await import('@supabase/pg-delta/extract')
  const pool = singleConnectionPool({ ...login, application_name: 'basalt merge' })
  try {
    return await extract(pool, { statementTimeoutMs: COMPARISON_TIMEOUT_MS })
  } finally {
    await pool.end()
  }
}

/** Reads both schemas, and merges them or advances what they have in common. What goes in and comes out can be sent to a thread. */
export async function workOnSchemas(work: SchemasToMerge): Promise<SchemaMerge>
export async function workOnSchemas(work: BaseToAdvance): Promise<string>
export async function workOnSchemas(work: SchemasToMerge | BaseToAdvance): Promise<SchemaMerge | string>
export async function workOnSchemas(work: SchemasToMerge | BaseToAdvance): Promise<SchemaMerge | string> {
  const { logins, base } = work
  const [branch, target] = await Promise.all([readSchema(logins.branch), readSchema(logins.target)])
  if (work.kind === 'advance') {
    const { advanceBase } = await import('@basalt/merge/schema/advance-base.ts')
    return advanceBase(base, branch, target)
  }
  const { mergeSchemas } = await import('@basalt/merge/schema/schema-merge.ts')
  return mergeSchemas({
    base,
    branch,
    target,
    leftOut: PLATFORM_OBJECTS,
    decisions: new Map(Object.entries(work.decisions)),
    renames: work.renames,
  })
}
