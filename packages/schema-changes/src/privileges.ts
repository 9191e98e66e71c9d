import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import { type ChangeStatement, plainStatement } from './statement.ts'

interface Change {
  readonly schema: string
  readonly privilege: string
  readonly is_granted: boolean
}

/** A privilege that is granted or revoked, on a table, a column of one, or a schema. */
export type PrivilegeChange =
  | (Change & { readonly on: 'table'; readonly table: string })
  | (Change & { readonly on: 'column'; readonly table: string; readonly column: string })
  | (Change & { readonly on: 'schema' })

/** Every role, in the words of GRANT. */
const EVERY_ROLE = 'PUBLIC'

/** One GRANT and one REVOKE for each object, of all privileges that change on it. Revokes come first. */
export function privilegeStatements(role: string, changes: readonly PrivilegeChange[]): ChangeStatement[] {
  const grantee = role === EVERY_ROLE ? EVERY_ROLE : quoteIdentifier(role)
  const write = (isGranted: boolean) =>
    [...byObject(changes.filter(({ is_granted }) => is_granted === isGranted))].map(([object, on]) =>
      plainStatement(
        `${isGranted ? 'grant' : 'revoke'} ${privilegesOf(on)} on ${object} ${isGranted ? 'to' : 'from'} ${grantee}`,
      ),
    )
  return [...write(false), ...write(true)]
}

const objectOf = (change: PrivilegeChange) =>
  change.on === 'schema'
    ? `schema ${quoteIdentifier(change.schema)}`
    : `table ${quoteQualified(change.schema, change.table)}`

function byObject(changes: readonly PrivilegeChange[]): Map<string, PrivilegeChange[]> {
  const found = new Map<string, PrivilegeChange[]>()
  for (const change of changes) {
    const object = objectOf(change)
    found.set(object, [...(found.get(object) ?? []), change])
  }
  return found
}

/** `select, update ("a", "b")`. */
function privilegesOf(changes: readonly PrivilegeChange[]): string {
  const columns = new Map<string, string[]>()
  const whole: string[] = []
  for (const change of changes) {
    const privilege = change.privilege.toLowerCase()
    if (change.on === 'column')
      columns.set(privilege, [...(columns.get(privilege) ?? []), quoteIdentifier(change.column)])
    else whole.push(privilege)
  }
  return [...whole, ...[...columns].map(([privilege, names]) => `${privilege} (${names.join(', ')})`)].join(
    ', ',
  )
}
