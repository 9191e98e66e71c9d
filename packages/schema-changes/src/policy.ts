import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import { fragmentProblem, parenthesized } from './sql-fragments.ts'
import {
  type ChangeStatement,
  type Clause,
  plainStatement,
  statementOf,
  type TableLock,
} from './statement.ts'

export type PolicyCommand = 'ALL' | 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

/** A row level security policy as a form has it. */
export interface PolicyDraft {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly comment: string | null
  readonly command: PolicyCommand
  readonly is_permissive: boolean
  /** Names; `public` alone is everyone. */
  readonly roles: readonly string[]
  /** Decides about rows that exist. */
  readonly using: string | null
  /** Decides about new rows. */
  readonly with_check: string | null
}

const PUBLIC = 'public'

/** What is wrong with a draft before PostgreSQL sees it. `current` is the policy that is edited. */
export function policyProblems(draft: PolicyDraft, current?: PolicyDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message })
  }
  const { name, table, schema, command, roles, using, with_check } = draft
  say('name', nameProblem(name, 'Name the policy'))
  if (table === '') say('table', 'Choose a table')
  else if (current && (current.table !== table || current.schema !== schema))
    say('table', 'A policy stays on its table. Duplicate it for another one.')
  if (roles.length === 0) say('roles', 'Choose at least one role')
  else if (roles.length > 1 && roles.includes(PUBLIC))
    say('roles', 'public is every role. Choose it alone, or the others.')
  else if (new Set(roles).size < roles.length) say('roles', 'Choose a role once')
  if (using !== null)
    say('using', command === 'INSERT' ? 'A policy for INSERT has no USING.' : fragmentProblem(using))
  if (with_check !== null)
    say(
      'with_check',
      command === 'SELECT' || command === 'DELETE'
        ? `A policy for ${command} has no WITH CHECK.`
        : fragmentProblem(with_check),
    )
  if (command === 'INSERT' && with_check === null) say('with_check', 'Enter an expression.')
  if (command !== 'INSERT' && using === null && with_check === null) say('using', 'Enter an expression.')
  return problems
}

const tableOf = ({ schema, table }: Pick<PolicyDraft, 'schema' | 'table'>) => quoteQualified(schema, table)

const lockOf = ({ schema, table }: PolicyDraft): TableLock => ({
  relation: { schema, name: table },
  mode: 'ACCESS EXCLUSIVE',
})

const rolesSql = (roles: readonly string[]) =>
  roles.map((role) => (role === PUBLIC ? PUBLIC : quoteIdentifier(role))).join(', ')

const commentOn = (draft: PolicyDraft, comment: string | null) =>
  plainStatement(
    `comment on policy ${quoteIdentifier(draft.name)} on ${tableOf(draft)} is ${comment === null ? 'null' : quoteLiteral(comment)}`,
    'comment',
  )

const expressionClauses = ({ using, with_check }: Pick<PolicyDraft, 'using' | 'with_check'>): Clause[] => [
  ...(using === null ? [] : [{ sql: `using ${parenthesized(using)}`, path: 'using' }]),
  ...(with_check === null ? [] : [{ sql: `with check ${parenthesized(with_check)}`, path: 'with_check' }]),
]

export function createPolicy(draft: PolicyDraft): ChangeStatement[] {
  const { name, command, is_permissive, roles, comment } = draft
  const create = statementOf(
    [
      { sql: `create policy ${quoteIdentifier(name)}`, path: 'name' },
      { sql: `on ${tableOf(draft)}`, path: 'table' },
      ...(is_permissive ? [] : [{ sql: 'as restrictive' }]),
      { sql: `for ${command.toLowerCase()}` },
      { sql: `to ${rolesSql(roles)}`, path: 'roles' },
      ...expressionClauses(draft),
    ],
    { before: '', between: '\n  ', locks: [lockOf(draft)] },
  )
  return [create, ...(comment === null ? [] : [commentOn(draft, comment)])]
}

/**
 * The statements that make the policy that exists equal to the draft. What ALTER POLICY cannot change, such as the command,
 * takes a drop and a new policy, which others see at once.
 */
export function alterPolicy(current: PolicyDraft, draft: PolicyDraft): ChangeStatement[] {
  const isReplaced =
    current.command !== draft.command ||
    current.is_permissive !== draft.is_permissive ||
    (current.using !== null && draft.using === null) ||
    (current.with_check !== null && draft.with_check === null)
  if (isReplaced) return [dropPolicy(current), ...createPolicy(draft)]
  const locks = [lockOf(current)]
  const statements: ChangeStatement[] = []
  const clauses = [
    ...(current.roles.join('\0') === draft.roles.join('\0')
      ? []
      : [{ sql: `to ${rolesSql(draft.roles)}`, path: 'roles' }]),
    ...expressionClauses({
      using: draft.using === current.using ? null : draft.using,
      with_check: draft.with_check === current.with_check ? null : draft.with_check,
    }),
  ]
  const policy = `alter policy ${quoteIdentifier(current.name)} on ${tableOf(current)}`
  if (clauses.length > 0)
    statements.push(statementOf(clauses, { before: `${policy}\n  `, between: '\n  ', locks }))
  if (current.name !== draft.name)
    statements.push(plainStatement(`${policy} rename to ${quoteIdentifier(draft.name)}`, 'name', locks))
  if (current.comment !== draft.comment) statements.push(commentOn(draft, draft.comment))
  return statements
}

/** Nothing depends on a policy, so there is no CASCADE. */
export const dropPolicy = (policy: PolicyDraft): ChangeStatement =>
  plainStatement(`drop policy ${quoteIdentifier(policy.name)} on ${tableOf(policy)}`, undefined, [
    lockOf(policy),
  ])

const CHECK_NAME = 'basalt_policy_check'

/** A statement that makes PostgreSQL read an expression without running it, and where the expression begins in it. */
export function expressionCheck(
  { schema, table }: Pick<PolicyDraft, 'schema' | 'table'>,
  expression: string,
) {
  const before = `prepare ${CHECK_NAME} as select from only ${quoteQualified(schema, table)} where (`
  return { sql: `${before}${expression}\n)`, start: before.length, after: `deallocate ${CHECK_NAME}` }
}
