import type { MatrixAction } from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import type { MatrixRefusal } from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { ofDatabase } from '../../platform/project-databases/sql/sql-failed.ts'

/** A policy that applies to the role of an actor. */
export interface AppliedPolicy {
  readonly name: string
  readonly isPermissive: boolean
  /** The actions whose rows it decides about. */
  readonly actions: readonly MatrixAction[]
  /** Of what the policy is; undefined for all commands. */
  readonly command: MatrixAction | undefined
}

/** What an action needs the permissive policies of: writing rows of a table reads them first. */
const COMMANDS: Record<MatrixAction, readonly MatrixAction[]> = {
  select: ['select'],
  insert: ['insert'],
  update: ['select', 'update'],
  delete: ['select', 'delete'],
}

/** Of a policy that lets everything through. */
const PASSING = 'basalt passes everything'

/**
 * Which policies kept rows away in an attempt: it is tried again with some of them alone, in a transaction whose user owns the
 * table. Null when it was none, and when the policies cannot be taken away. `undone` runs work whose changes are undone.
 */
export async function refusalsOf(
  client: pg.Client,
  {
    table,
    action,
    policies,
    attempt,
    undone,
  }: {
    table: { readonly id: number; readonly schema: string; readonly name: string }
    action: MatrixAction
    policies: readonly AppliedPolicy[]
    attempt(): Promise<{ rows: number; of: number }>
    undone<T>(work: () => Promise<T>): Promise<T>
  },
): Promise<MatrixRefusal[] | null> {
  const on = quoteQualified(table.schema, table.name)
  const { rows } = await client.query<{ name: string }>(
    'select polname as name from pg_catalog.pg_policy where polrelid = $1',
    [table.id],
  )
  /** Whether all rows pass with some of the policies, and one that passes all rows of some commands. */
  const passes = (kept: readonly string[], open: readonly (MatrixAction | 'all')[]) =>
    undone(async () => {
      const statements = [
        ...rows.flatMap(({ name }) =>
          kept.includes(name) ? [] : [`drop policy ${quoteIdentifier(name)} on ${on}`],
        ),
        ...open.map((command) => passing(on, command)),
      ]
      if (statements.length > 0) await client.query(statements.join('; '))
      const { rows: passed, of } = await attempt()
      return of > 0 && passed >= of
    })
  try {
    if (!(await passes([], ['all']))) return null
    const refusals: MatrixRefusal[] = []
    for (const command of COMMANDS[action]) {
      const names = policies
        .filter((policy) => policy.isPermissive && (policy.command ?? command) === command)
        .map(({ name }) => name)
      const others = COMMANDS[action].filter((other) => other !== command)
      if (!(await passes(names, others))) refusals.push({ kind: 'permissive', command, policies: names })
    }
    const refusing: string[] = []
    for (const { name, isPermissive, actions } of policies)
      if (!isPermissive && actions.includes(action) && !(await passes([name], ['all']))) refusing.push(name)
    if (refusing.length > 0) refusals.push({ kind: 'restrictive', command: action, policies: refusing })
    return refusals.length === 0 ? null : refusals
  } catch (error) {
    // Somebody else owns the table, or something of the project's own runs when policies change.
    if (!ofDatabase(error)) throw error
    return null
  }
}

function passing(on: string, command: MatrixAction | 'all') {
  const name = quoteIdentifier(`${PASSING} ${command}`)
  const condition =
    command === 'insert'
      ? 'with check (true)'
      : command === 'update' || command === 'all'
        ? 'using (true) with check (true)'
        : 'using (true)'
  return `create policy ${name} on ${on} for ${command} ${condition}`
}
