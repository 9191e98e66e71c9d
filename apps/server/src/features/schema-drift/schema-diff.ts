import type { Diagnostic } from '@supabase/pg-delta'
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
  /** Schemas whose objects are left out. */
  readonly leftOut: readonly string[]
  /** Functions of this schema are called by triggers that are left out. */
  readonly triggerFunctionsOf: string
  /** Privileges of these roles are left out; `*` stands for any characters. */
  readonly ourRoles: string
  /** Their objects need no statement about the owner. */
  readonly owner: string
}

/**
 * The SQL that makes the schema of one database equal to another's, in an order that works. Roles, subscriptions and the
 * passwords of user mappings are left out. The only file that knows the library: its versions change their API.
 */
export async function schemaDiff({
  from,
  to,
  timeoutMs,
  leftOut,
  triggerFunctionsOf,
  ourRoles,
  owner,
}: Compared): Promise<SchemaDiff> {
  const [{ extract }, { plan }] = await Promise.all([
    import('@supabase/pg-delta/extract'),
    import('@supabase/pg-delta/plan'),
  ])
  const options = { statementTimeoutMs: timeoutMs }
  const [source, desired] = await Promise.all([extract(from, options), extract(to, options)])
  const schemas = [...leftOut]
  // Privileges name roles, which exist or not without being compared.
  const roles = [source, desired].flatMap(({ factBase }) =>
    factBase.facts().flatMap(({ id }) => (id.kind === 'role' ? [id.name] : [])),
  )
  const found = plan(source.factBase, desired.factBase, {
    policy: {
      id: 'basalt',
      defaultOwner: owner,
      assumedSchemas: schemas,
      assumedRoles: [...new Set(roles)],
      filter: [
        {
          match: {
            any: [
              { kind: ['role', 'membership', 'subscription', 'userMapping'] },
              { schema: schemas },
              { all: [{ kind: 'schema' }, { name: schemas }] },
              { target: { schema: schemas } },
              { target: { kind: 'schema', name: schemas } },
              { target: { kind: 'role' } },
              // An owner has its rights without being granted them.
              { all: [{ kind: 'acl' }, { idField: { field: 'grantee', glob: [owner, ourRoles] } }] },
              { all: [{ kind: 'trigger' }, { edgeTo: { kind: 'function', schema: triggerFunctionsOf } }] },
            ],
          },
          action: 'exclude',
        },
      ],
    },
  })
  return {
    statements: found.actions.map(({ sql, verb, dataLoss }) => ({
      sql: sql.trim().replace(/[;\s]+$/, ''),
      isDestructive: verb === 'drop' || dataLoss === 'destructive',
    })),
    notCompared: unmodeled(source.diagnostics, desired.diagnostics),
  }
}

/** Kinds that the library counts but does not read, such as `cast`, where the numbers differ. */
function unmodeled(...databases: readonly (readonly Diagnostic[])[]): string[] {
  const [before, after] = databases.map(
    (diagnostics) =>
      new Map(
        diagnostics.flatMap(({ code, context }) =>
          code === 'unmodeled_kind' ? [[String(context?.kind), Number(context?.count)] as const] : [],
        ),
      ),
  ) as [Map<string, number>, Map<string, number>]
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (kind) => before.get(kind) !== after.get(kind),
  )
}
