import { quoteLiteral } from '@basalt/sql/quote.ts'
import { type DraftProblem, NAME_BYTES_MAX, nameProblem } from './draft-problems.ts'
import { renameOrder } from './rename-order.ts'
import { type ChangeStatement, plainStatement, statementOf } from './statement.ts'
import { commentOnType, identityChanges, type TypeDraft, typeName } from './type-statements.ts'

export interface EnumeratedValue {
  /** The value that exists; null for a new one. */
  readonly was: string | null
  readonly value: string
}

/** An enumerated type as a form has it. */
export interface EnumeratedTypeDraft extends TypeDraft {
  /** In order. */
  readonly values: readonly EnumeratedValue[]
}

/** What is wrong with a draft before PostgreSQL sees it. `current` are the values of the type that is edited. */
export function enumeratedTypeProblems(
  { name, values }: EnumeratedTypeDraft,
  current?: readonly string[],
): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message })
  }
  say('name', nameProblem(name, 'Name the type'))
  if (values.length === 0 && !current) say('values', 'Add at least one value')
  const seen = new Set<string>()
  values.forEach(({ was, value }, index) => {
    say(`values.${index}`, valueProblem(value, was))
    if (seen.has(value)) say(`values.${index}`, 'The type has this value already')
    seen.add(value)
  })
  const kept = values.flatMap(({ was }) => was ?? [])
  const missing = (current ?? []).find((value) => !kept.includes(value))
  if (missing !== undefined) say('values', `PostgreSQL cannot remove a value: ${missing} has to stay.`)
  else if (kept.join('\0') !== (current ?? []).join('\0'))
    say('values', 'PostgreSQL cannot reorder values that exist.')
  return problems
}

function valueProblem(value: string, was: string | null) {
  if (value === was) return undefined
  if (value.trim() === '') return 'Enter a value'
  if (value.includes('\0')) return 'A value cannot have a NUL character.'
  const bytes = new TextEncoder().encode(value).length
  return bytes > NAME_BYTES_MAX ? `The value has ${bytes} bytes; it can have ${NAME_BYTES_MAX}.` : undefined
}

export function createEnumeratedType(draft: EnumeratedTypeDraft): ChangeStatement[] {
  const type = typeName(draft)
  const clauses = draft.values.map(({ value }, index) => ({
    sql: quoteLiteral(value),
    path: `values.${index}`,
  }))
  const create = statementOf(clauses, { before: `create type ${type} as enum (\n  `, after: '\n)' })
  return [create, ...(draft.comment === null ? [] : [commentOnType('type', type, draft.comment)])]
}

/** The statements that make the type that exists equal to the draft. Values are renamed first, so that their old names are free. */
export function alterEnumeratedType(
  current: EnumeratedTypeDraft,
  draft: EnumeratedTypeDraft,
): ChangeStatement[] {
  const type = typeName(current)
  const pathOf = (value: string) => `values.${draft.values.findIndex((each) => each.value === value)}`
  const renames = renameOrder(
    draft.values.flatMap(({ was, value }) => (was === null ? [] : [{ from: was, to: value }])),
    current.values.map(({ value }) => value),
  ).map(({ from, to }) =>
    plainStatement(
      `alter type ${type} rename value ${quoteLiteral(from)} to ${quoteLiteral(to)}`,
      pathOf(to),
    ),
  )
  const added = draft.values.flatMap(({ was, value }, index) =>
    was === null
      ? [
          plainStatement(
            `alter type ${type} add value ${quoteLiteral(value)}${placeOf(draft.values, index)}`,
            `values.${index}`,
          ),
        ]
      : [],
  )
  return [...renames, ...added, ...identityChanges('type', current, draft)]
}

/** Values are added from the first to the last, so that the one before is there; a first one goes before one that was. */
function placeOf(values: readonly EnumeratedValue[], index: number) {
  const before = values[index - 1]
  if (before) return ` after ${quoteLiteral(before.value)}`
  const next = values.find(({ was }) => was !== null)
  return next ? ` before ${quoteLiteral(next.value)}` : ''
}

export const dropEnumeratedType = (
  type: Pick<EnumeratedTypeDraft, 'schema' | 'name'>,
  isCascade: boolean,
): ChangeStatement => plainStatement(`drop type ${typeName(type)}${isCascade ? ' cascade' : ''}`)
