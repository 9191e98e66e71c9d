import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import { setClause, settingProblem } from './function-settings.ts'
import { type ChangeStatement, type Clause, plainStatement, statementOf } from './statement.ts'

export interface RoleMembership {
  readonly role: string
  readonly admin: boolean
  readonly inherit: boolean
  readonly set: boolean
}

/** A role as a form has it. */
export interface RoleDraft {
  readonly name: string
  readonly comment: string | null
  readonly can_login: boolean
  readonly inherits: boolean
  readonly creates_roles: boolean
  readonly creates_databases: boolean
  readonly bypasses_rls: boolean
  readonly replicates: boolean
  /** -1 for none. */
  readonly connection_limit: number
  /** A time in UTC, or `infinity`; null for no limit. */
  readonly valid_until: string | null
  /** A new password or its verifier, or `remove`; null leaves it as it is. */
  readonly password: 'remove' | { readonly new: string } | null
  readonly memberships: readonly RoleMembership[]
  readonly settings: readonly { readonly name: string; readonly value: string }[]
}

const A_TIME = /^(?:infinity|\d{4,6}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?)$/

/** What is wrong with a draft before PostgreSQL sees it. `isReserved` says of names that the platform keeps for itself. */
export function roleProblems(draft: RoleDraft, isReserved: (name: string) => boolean): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message })
  }
  const { name } = draft
  say('name', nameProblem(name, 'Name the role'))
  if (['public', 'none'].includes(name)) say('name', `PostgreSQL reserves the name ${name}.`)
  else if (isReserved(name)) say('name', `The platform keeps the name ${name} for itself.`)
  if (draft.valid_until !== null && !A_TIME.test(draft.valid_until))
    say('valid_until', 'Enter a time in UTC such as 2031-12-31T23:59:59Z, or infinity.')
  const roles = new Set<string>()
  draft.memberships.forEach(({ role }, index) => {
    if (role === '') say(`memberships.${index}`, 'Choose a role')
    else if (role === name) say(`memberships.${index}`, 'A role cannot be a member of itself.')
    else if (roles.has(role)) say(`memberships.${index}`, 'It is a member of this role already')
    roles.add(role)
  })
  const settings = new Set<string>()
  draft.settings.forEach((setting, index) => {
    say(`settings.${index}`, settingProblem(setting.name, setting.value))
    const key = setting.name.toLowerCase()
    if (settings.has(key)) say(`settings.${index}`, 'Another line has this setting')
    settings.add(key)
  })
  return problems
}

const attributes = [
  ['can_login', 'login'],
  ['inherits', 'inherit'],
  ['creates_roles', 'createrole'],
  ['creates_databases', 'createdb'],
  ['bypasses_rls', 'bypassrls'],
  ['replicates', 'replication'],
] as const

/** Clauses of what differs from `current`. */
const attributeClauses = (draft: RoleDraft, current: RoleDraft | undefined): Clause[] => [
  ...attributes.flatMap(([key, word]) =>
    current?.[key] === draft[key] ? [] : [{ sql: draft[key] ? word : `no${word}`, path: key }],
  ),
  ...((current?.connection_limit ?? -1) === draft.connection_limit
    ? []
    : [{ sql: `connection limit ${draft.connection_limit}`, path: 'connection_limit' }]),
  ...((current?.valid_until ?? null) === draft.valid_until
    ? []
    : [{ sql: `valid until ${quoteLiteral(draft.valid_until ?? 'infinity')}`, path: 'valid_until' }]),
]

const roleSql = ({ name }: Pick<RoleDraft, 'name'>) => quoteIdentifier(name)

function passwordStatements({ name, password }: RoleDraft): ChangeStatement[] {
  if (password === null) return []
  const statement = `alter role ${quoteIdentifier(name)} password`
  if (password === 'remove') return [plainStatement(`${statement} null`, 'password')]
  return [
    {
      ...plainStatement(`-- ${statement} (not shown)`, 'password'),
      runs: `${statement} ${quoteLiteral(password.new)}`,
    },
  ]
}

const commentOn = (draft: RoleDraft) =>
  plainStatement(
    `comment on role ${roleSql(draft)} is ${draft.comment === null ? 'null' : quoteLiteral(draft.comment)}`,
    'comment',
  )

const grant = (draft: RoleDraft, { role, admin, inherit, set }: RoleMembership, index: number) =>
  plainStatement(
    `grant ${quoteIdentifier(role)} to ${roleSql(draft)} with admin ${admin}, inherit ${inherit}, set ${set}`,
    `memberships.${index}`,
  )

export function createRole(draft: RoleDraft): ChangeStatement[] {
  const role = roleSql(draft)
  return [
    statementOf([{ sql: `create role ${role} with`, path: 'name' }, ...attributeClauses(draft, undefined)], {
      before: '',
      between: ' ',
    }),
    ...passwordStatements(draft),
    ...draft.memberships.map((membership, index) => grant(draft, membership, index)),
    ...draft.settings.map((setting, index) =>
      plainStatement(`alter role ${role} ${setClause(setting)}`, `settings.${index}`),
    ),
    ...(draft.comment === null ? [] : [commentOn(draft)]),
  ]
}

/** The statements that make the role that exists equal to the draft. It is renamed first. */
export function alterRole(current: RoleDraft, draft: RoleDraft): ChangeStatement[] {
  const role = roleSql(draft)
  const clauses = attributeClauses(draft, current)
  const before = new Map(current.memberships.map((membership) => [membership.role, membership]))
  const kept = new Set(draft.memberships.map((membership) => membership.role))
  const settings = new Map(current.settings.map(({ name, value }) => [name.toLowerCase(), value]))
  const keptSettings = new Set(draft.settings.map(({ name }) => name.toLowerCase()))
  return [
    ...(current.name === draft.name
      ? []
      : [plainStatement(`alter role ${roleSql(current)} rename to ${role}`, 'name')]),
    ...(clauses.length === 0
      ? []
      : [statementOf(clauses, { before: `alter role ${role} with `, between: ' ' })]),
    ...passwordStatements(draft),
    ...current.memberships
      .filter((membership) => !kept.has(membership.role))
      .map((membership) =>
        plainStatement(`revoke ${quoteIdentifier(membership.role)} from ${role}`, 'memberships'),
      ),
    ...draft.memberships.flatMap((membership, index) => {
      const was = before.get(membership.role)
      const isSame =
        was?.admin === membership.admin && was.inherit === membership.inherit && was.set === membership.set
      return isSame ? [] : [grant(draft, membership, index)]
    }),
    ...current.settings
      .filter(({ name }) => !keptSettings.has(name.toLowerCase()))
      .map(({ name }) =>
        plainStatement(
          `alter role ${role} reset ${name.split('.').map(quoteIdentifier).join('.')}`,
          'settings',
        ),
      ),
    ...draft.settings.flatMap((setting, index) =>
      settings.get(setting.name.toLowerCase()) === setting.value
        ? []
        : [plainStatement(`alter role ${role} ${setClause(setting)}`, `settings.${index}`)],
    ),
    ...(current.comment === draft.comment ? [] : [commentOn(draft)]),
  ]
}

/** What happens to what a dropped role owns. */
export interface RoleDrop {
  /** Who gets it; null for nobody. */
  readonly reassignTo: string | null
  /** Drops what is not reassigned, and takes privileges away. */
  readonly isCascade: boolean
}

/**
 * A role can only be dropped once nothing depends on it. What it owns in other databases, or what belongs to the whole
 * server, makes PostgreSQL refuse.
 */
export function dropRole(
  current: Pick<RoleDraft, 'name'>,
  { reassignTo, isCascade }: RoleDrop,
): ChangeStatement[] {
  const role = roleSql(current)
  const clearing =
    reassignTo !== null || isCascade
      ? [
          // Only with its rights can what it owns be given away or dropped. The grant goes with the role.
          plainStatement(`grant ${role} to current_user with inherit true, set true`),
          ...(reassignTo === null
            ? []
            : [plainStatement(`reassign owned by ${role} to ${quoteIdentifier(reassignTo)}`, 'reassign_to')]),
          plainStatement(`drop owned by ${role}`),
        ]
      : []
  return [...clearing, plainStatement(`drop role ${role}`)]
}
