import type { MatrixOutcome } from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import type {
  MatrixActor,
  MatrixCell,
  MatrixRefusal,
} from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import { claimsOf } from '@basalt/contract/query/claims.rules.ts'
import type { SqlRole } from '../../sql/role/sql-role.port.ts'

const verbs = { select: 'reads', insert: 'inserts', update: 'updates', delete: 'deletes' } as const

const outcomeWords: Record<MatrixOutcome, string> = {
  all: 'all rows',
  some: 'some rows',
  none: 'no rows',
  refused: 'refused',
  unknown: 'not known',
}

/** What a cell says, in words, such as `anon reads 3 of 8 rows of notes`. */
export function cellText({ actor, action, table, outcome, rows, of }: MatrixCell): string {
  const verb = verbs[action]
  if (outcome === 'refused') return `${actor} ${verb} rows of ${table}: refused`
  if (outcome === 'unknown') return `${actor} ${verb} rows of ${table}: not known`
  return `${actor} ${verb} ${rows} of ${of} ${of === 1 ? 'row' : 'rows'} of ${table}`
}

/** As `cellText`, with what was expected of a cell that differs. */
export const cellTextExpecting = (cell: MatrixCell, expected: MatrixOutcome | undefined) =>
  expected === undefined ? cellText(cell) : `${cellText(cell)}; expected: ${outcomeWords[expected]}`

/** The actor that a chosen role stands for, with the claims of a token that is issued now. */
export function actorOf({ role, user }: SqlRole, now: Date): MatrixActor {
  return user ? { name: user.name ?? user.sub, role, claims: claimsOf(user, now) } : { name: role, role }
}

const names = new Intl.ListFormat('en', { type: 'conjunction' })

/** What kept rows away, in words. */
function refusalText({ kind, command, policies }: MatrixRefusal): string {
  const list = names.format(policies.map((name) => `“${name}”`))
  const isOne = policies.length === 1
  if (kind === 'restrictive')
    return `The restrictive ${isOne ? 'policy' : 'policies'} ${list} ${isOne ? 'refuses' : 'refuse'} rows.`
  if (policies.length === 0) return `No policy lets this role ${command} rows.`
  return isOne
    ? `The policy ${list} does not let all rows through (${command}).`
    : `None of the policies ${list} lets the other rows through (${command}).`
}

/** Which policies decide about the rows of a cell; undefined where row level security does not apply. */
export function policiesText({
  action,
  policies,
  refused_by,
}: Pick<MatrixCell, 'action' | 'policies' | 'refused_by'>): string | undefined {
  if (refused_by !== null) return refused_by.map(refusalText).join(' ')
  if (policies === null) return undefined
  if (policies.length > 0)
    return `Decided by the ${policies.length === 1 ? 'policy' : 'policies'} ${policies.join(', ')}.`
  return action === 'insert'
    ? 'No policy applies, so row level security refuses every row.'
    : 'No policy applies, so row level security hides every row.'
}

/** How many of the compared cells differ from what is expected, in words. */
export const differencesText = (count: number, compared: number) =>
  compared === 0
    ? 'Nothing was compared: no run of this schema was saved as expected.'
    : count === 0
      ? 'Everything is as expected.'
      : `${count} ${count === 1 ? 'cell differs' : 'cells differ'} from what is expected.`
