import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import { renameOrder } from './rename-order.ts'
import { fragmentProblem, parenthesized } from './sql-fragments.ts'
import { type ChangeStatement, type Clause, plainStatement, statementOf } from './statement.ts'
import { commentOnType, identityChanges, type TypeDraft, typeName } from './type-statements.ts'

export interface DomainCheck {
  /** The check that exists; null for a new one. */
  readonly was: string | null
  /** Empty for a name that PostgreSQL chooses. */
  readonly name: string
  readonly expression: string
  readonly valid: boolean
}

/** A domain as a form has it. */
export interface DomainDraft extends TypeDraft {
  readonly type: string
  readonly collation: string | null
  readonly nullable: boolean
  /** An SQL expression. */
  readonly default: string | null
  readonly checks: readonly DomainCheck[]
}

/** What is wrong with a draft before PostgreSQL sees it. */
export function domainProblems(draft: DomainDraft, current?: DomainDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message })
  }
  say('name', nameProblem(draft.name, 'Name the domain'))
  if (draft.type.trim() === '') say('type', 'Choose a type')
  else say('type', fragmentProblem(draft.type))
  if (draft.collation !== null) say('collation', fragmentProblem(draft.collation))
  if (current && (current.type !== draft.type || current.collation !== draft.collation))
    say('type', 'PostgreSQL cannot change the type or the collation of a domain.')
  if (draft.default !== null) say('default', fragmentProblem(draft.default))
  const seen = new Set<string>()
  draft.checks.forEach(({ was, name, expression, valid }, index) => {
    if (name !== '') say(`checks.${index}.name`, nameProblem(name, ''))
    else if (was !== null) say(`checks.${index}.name`, 'Name the check')
    if (name !== '' && seen.has(name))
      say(`checks.${index}.name`, 'The domain has a check of this name already')
    seen.add(name)
    say(`checks.${index}.expression`, fragmentProblem(expression))
    const before = current?.checks.find((check) => check.name === was)
    if (was !== null && !before) say(`checks.${index}.name`, `The domain has no check ${was}.`)
    if (before?.valid && !valid && before.expression === expression)
      say(`checks.${index}.valid`, 'A check that was validated stays valid')
  })
  return problems
}

const checkClause = ({ name, expression }: DomainCheck) =>
  `${name === '' ? '' : `constraint ${quoteIdentifier(name)} `}check ${parenthesized(expression)}`

export function createDomain(draft: DomainDraft): ChangeStatement[] {
  const domain = typeName(draft)
  const clauses: Clause[] = [
    { sql: draft.type.trim(), path: 'type' },
    ...(draft.collation === null ? [] : [{ sql: `collate ${draft.collation}`, path: 'collation' }]),
    ...(draft.default === null ? [] : [{ sql: `default ${parenthesized(draft.default)}`, path: 'default' }]),
    ...(draft.nullable ? [] : [{ sql: 'not null', path: 'nullable' }]),
    ...draft.checks.flatMap((check, index) =>
      check.valid ? [{ sql: checkClause(check), path: `checks.${index}.expression` }] : [],
    ),
  ]
  return [
    statementOf(clauses, { before: `create domain ${domain} as `, between: '\n  ' }),
    // CREATE DOMAIN cannot leave a check unvalidated.
    ...draft.checks.flatMap((check, index) => (check.valid ? [] : [addCheck(domain, check, index)])),
    ...(draft.comment === null ? [] : [commentOnType('domain', domain, draft.comment)]),
  ]
}

const addCheck = (domain: string, check: DomainCheck, index: number): ChangeStatement =>
  statementOf([{ sql: checkClause(check), path: `checks.${index}.expression` }], {
    before: `alter domain ${domain} add `,
    after: check.valid ? '' : ' not valid',
  })

/** The statements that make the domain that exists equal to the draft. */
export function alterDomain(current: DomainDraft, draft: DomainDraft): ChangeStatement[] {
  const domain = typeName(current)
  const alter = (change: string, path: string) => plainStatement(`alter domain ${domain} ${change}`, path)
  const before = new Map(current.checks.map((check) => [check.name, check]))
  const isReplaced = ({ was, expression }: DomainCheck) =>
    was !== null && before.get(was)?.expression !== expression
  const kept = draft.checks.filter((check) => check.was !== null && !isReplaced(check))
  const dropped = current.checks.filter(({ name }) => !kept.some(({ was }) => was === name))
  const pathOf = (name: string) => `checks.${draft.checks.findIndex((check) => check.name === name)}.name`
  const renames = renameOrder(
    kept.map(({ was, name }) => ({ from: was!, to: name })),
    kept.map(({ was }) => was!),
  )
  return [
    ...(current.default === draft.default
      ? []
      : [
          alter(
            draft.default === null ? 'drop default' : `set default ${parenthesized(draft.default)}`,
            'default',
          ),
        ]),
    ...(current.nullable === draft.nullable
      ? []
      : [alter(draft.nullable ? 'drop not null' : 'set not null', 'nullable')]),
    ...dropped.map(({ name }) => alter(`drop constraint ${quoteIdentifier(name)}`, 'checks')),
    ...renames.map(({ from, to }) =>
      alter(`rename constraint ${quoteIdentifier(from)} to ${quoteIdentifier(to)}`, pathOf(to)),
    ),
    ...draft.checks.flatMap((check, index) => {
      if (!kept.includes(check)) return [addCheck(domain, check, index)]
      return check.valid && !before.get(check.was!)!.valid
        ? [alter(`validate constraint ${quoteIdentifier(check.name)}`, `checks.${index}.valid`)]
        : []
    }),
    ...identityChanges('domain', current, draft),
  ]
}

export const dropDomain = (
  domain: Pick<DomainDraft, 'schema' | 'name'>,
  isCascade: boolean,
): ChangeStatement => plainStatement(`drop domain ${typeName(domain)}${isCascade ? ' cascade' : ''}`)
