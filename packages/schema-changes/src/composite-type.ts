import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import { renameOrder } from './rename-order.ts'
import { fragmentProblem } from './sql-fragments.ts'
import { type ChangeStatement, plainStatement, statementOf } from './statement.ts'
import { commentOnType, identityChanges, type TypeDraft, typeName } from './type-statements.ts'

export interface Attribute {
  /** The attribute that exists; null for a new one. */
  readonly was: string | null
  readonly name: string
  readonly type: string
  readonly collation: string | null
}

/** A composite type as a form has it. */
export interface CompositeTypeDraft extends TypeDraft {
  readonly attributes: readonly Attribute[]
}

/** What is wrong with a draft before PostgreSQL sees it. */
export function compositeTypeProblems(
  { name, attributes }: CompositeTypeDraft,
  current?: CompositeTypeDraft,
): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message })
  }
  say('name', nameProblem(name, 'Name the type'))
  const seen = new Set<string>()
  attributes.forEach((attribute, index) => {
    const at = (field: string) => `attributes.${index}.${field}`
    say(at('name'), nameProblem(attribute.name, 'Name the attribute'))
    if (attribute.name !== '' && seen.has(attribute.name)) say(at('name'), 'Another attribute has this name')
    seen.add(attribute.name)
    if (attribute.type.trim() === '') say(at('type'), 'Choose a type')
    else say(at('type'), fragmentProblem(attribute.type))
    if (attribute.collation !== null) say(at('collation'), fragmentProblem(attribute.collation))
  })
  const kept = attributes.flatMap(({ was }) => was ?? [])
  const order =
    current?.attributes.map((attribute) => attribute.name).filter((was) => kept.includes(was)) ?? []
  const firstNew = attributes.findIndex(({ was }) => was === null)
  const isLast = firstNew === -1 || attributes.slice(firstNew).every(({ was }) => was === null)
  if (current && (kept.join('\0') !== order.join('\0') || !isLast))
    say('attributes', 'PostgreSQL adds attributes at the end, and cannot reorder them.')
  return problems
}

const attributeSql = ({ name, type, collation }: Attribute) =>
  `${quoteIdentifier(name)} ${type.trim()}${collation === null ? '' : ` collate ${collation}`}`

export function createCompositeType(draft: CompositeTypeDraft): ChangeStatement[] {
  const type = typeName(draft)
  const clauses = draft.attributes.map((attribute, index) => ({
    sql: attributeSql(attribute),
    path: `attributes.${index}.type`,
  }))
  const create =
    clauses.length === 0
      ? plainStatement(`create type ${type} as ()`)
      : statementOf(clauses, { before: `create type ${type} as (\n  `, after: '\n)' })
  return [create, ...(draft.comment === null ? [] : [commentOnType('type', type, draft.comment)])]
}

/** The statements that make the type that exists equal to the draft. Attributes are renamed first, so that names are free. */
export function alterCompositeType(
  current: CompositeTypeDraft,
  draft: CompositeTypeDraft,
): ChangeStatement[] {
  const type = typeName(current)
  const alter = (change: string, path: string) => plainStatement(`alter type ${type} ${change}`, path)
  const kept = draft.attributes.flatMap(({ was }) => was ?? [])
  const dropped = current.attributes.filter(({ name }) => !kept.includes(name))
  const indexOf = (name: string) => draft.attributes.findIndex((attribute) => attribute.name === name)
  const renames = renameOrder(
    draft.attributes.flatMap(({ was, name }) => (was === null ? [] : [{ from: was, to: name }])),
    kept,
  )
  return [
    ...dropped.map(({ name }) => alter(`drop attribute ${quoteIdentifier(name)}`, 'attributes')),
    ...renames.map(({ from, to }) =>
      alter(
        `rename attribute ${quoteIdentifier(from)} to ${quoteIdentifier(to)}`,
        `attributes.${indexOf(to)}.name`,
      ),
    ),
    ...draft.attributes.flatMap((attribute, index) => {
      const path = `attributes.${index}.type`
      if (attribute.was === null) return [alter(`add attribute ${attributeSql(attribute)}`, path)]
      const before = current.attributes.find(({ name }) => name === attribute.was)!
      if (before.type === attribute.type && before.collation === attribute.collation) return []
      const collation = attribute.collation === null ? '' : ` collate ${attribute.collation}`
      return [
        alter(
          `alter attribute ${quoteIdentifier(attribute.name)} type ${attribute.type.trim()}${collation}`,
          path,
        ),
      ]
    }),
    ...identityChanges('type', current, draft),
  ]
}

export const dropCompositeType = (
  type: Pick<CompositeTypeDraft, 'schema' | 'name'>,
  isCascade: boolean,
): ChangeStatement => plainStatement(`drop type ${typeName(type)}${isCascade ? ' cascade' : ''}`)
