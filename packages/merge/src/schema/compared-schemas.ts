import type { Diagnostic, FactBase, Policy, StableId } from '@supabase/pg-delta'

/** What is left out of a comparison. */
export interface LeftOut {
  readonly schemas: readonly string[]
  /** Functions of this schema are called by triggers that are left out. */
  readonly triggerFunctionsOf: string
  /** Privileges of these roles are left out; `*` stands for any characters. */
  readonly ourRoles: string
  /** Their objects need no statement about the owner. */
  readonly owner: string
}

/** Roles are the server's, and the passwords of the others are not read. */
export const NEVER_COMPARED: readonly StableId['kind'][] = [
  'role',
  'membership',
  'subscription',
  'userMapping',
]

/** The policy of the library for a plan between two schemas, whose roles exist or not without being compared. */
export function comparisonPolicy(
  { schemas: leftOut, triggerFunctionsOf, ourRoles, owner }: LeftOut,
  sides: readonly FactBase[],
): Policy {
  const schemas = [...leftOut]
  const roles = sides.flatMap((side) =>
    side.facts().flatMap(({ id }) => (id.kind === 'role' ? [id.name] : [])),
  )
  return {
    id: 'basalt',
    defaultOwner: owner,
    assumedSchemas: schemas,
    assumedRoles: [...new Set(roles)],
    filter: [
      {
        match: {
          any: [
            { kind: [...NEVER_COMPARED] },
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
  }
}

/** An action of a plan without the semicolon, and whether it loses rows or objects. */
export const plainStatement = ({ sql, verb, dataLoss }: { sql: string; verb: string; dataLoss: string }) => ({
  sql: sql.trim().replace(/[;\s]+$/, ''),
  isDestructive: verb === 'drop' || dataLoss === 'destructive',
})

/** Kinds that the library counts but does not read, such as `cast`, where the numbers differ. */
export function notCompared(one: readonly Diagnostic[], other: readonly Diagnostic[]): string[] {
  const [before, after] = [countsOf(one), countsOf(other)]
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (kind) => before.get(kind) !== after.get(kind),
  )
}

const countsOf = (diagnostics: readonly Diagnostic[]) =>
  new Map(
    diagnostics.flatMap(({ code, context }) =>
      code === 'unmodeled_kind' ? [[String(context?.kind), Number(context?.count)] as const] : [],
    ),
  )
