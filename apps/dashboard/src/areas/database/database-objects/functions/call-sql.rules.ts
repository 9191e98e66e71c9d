import type { FunctionDraft } from '@basalt/contract/database-objects/functions/functions.schema.ts'
import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { inputKindOf, simplestOf } from './argument-inputs.rules.ts'

/** What is passed for an argument. */
export interface GivenArgument {
  /** `default` leaves it out. */
  as: 'value' | 'null' | 'default'
  text: string
  /** The type of an argument that takes any. */
  type: string
}

type Argument = FunctionDraft['arguments'][number]

/** Types of which the caller says what they are. */
const POLYMORPHIC = /^any|^"any"$/

export const isPolymorphic = ({ type }: Pick<Argument, 'type'>) => POLYMORPHIC.test(type)

/** Types of functions that only PostgreSQL itself calls. */
const NOT_CALLED: Readonly<Record<string, string>> = {
  trigger: 'Triggers call this function. It cannot be called by itself.',
  event_trigger: 'Event triggers call this function. It cannot be called by itself.',
}

/** Why a function cannot be called from here; undefined when it can. */
export function callRefusal({ kind, returns, arguments: given }: FunctionDraft): string | undefined {
  if (kind === 'aggregate') return 'Queries call an aggregate over their rows.'
  if (kind === 'window') return 'Queries call a window function over their rows.'
  const result = returns?.as === 'type' ? returns.type : ''
  if (NOT_CALLED[result] !== undefined) return NOT_CALLED[result]
  return [result, ...given.map(({ type }) => type)].some((type) => type === 'internal' || type === 'cstring')
    ? 'Only PostgreSQL itself calls this function.'
    : undefined
}

/** The arguments that a call passes: outputs of a function are left out, those of a procedure have to be there. */
export const inputsOf = ({ arguments: all }: FunctionDraft) => all.filter(({ mode }) => mode !== 'out')

/** What a form begins with for an argument: its default, else the simplest value of its type, else NULL. */
export function beginningOf(argument: Argument): GivenArgument {
  const simplest = isPolymorphic(argument) ? '' : simplestOf[inputKindOf(argument.type)]
  return {
    as: argument.default !== null ? 'default' : simplest === undefined ? 'null' : 'value',
    text: argument.default === null ? (simplest ?? '') : '',
    type: argument.type.endsWith('array') ? 'text[]' : 'text',
  }
}

export type CallSql = { sql: string } | { problem: string }

/** SQL that calls a function, with a given argument for each of `inputsOf`. */
export function callSql(draft: FunctionDraft, given: readonly GivenArgument[]): CallSql {
  const inputs = inputsOf(draft)
  const passed: string[] = []
  // After an argument without a name is left out, the others have to be named.
  let isOpen = true
  let index = 0
  for (const argument of draft.kind === 'procedure' ? draft.arguments : inputs) {
    const isOutput = argument.mode === 'out'
    const value = isOutput ? OUTPUT : (given[index] ?? beginningOf(argument))
    if (!isOutput) index += 1
    if (value.as === 'default') {
      isOpen = false
      continue
    }
    if (argument.name === '' && !isOpen)
      return { problem: 'Pass the arguments before this one: it has no name.' }
    if (isPolymorphic(argument) && value.as === 'value' && value.type.trim() === '')
      return { problem: 'Choose a type for each argument that takes any.' }
    if (value.as === 'value' && value.text.trim() === '' && !takesEmptyText(argument, value))
      return { problem: `Enter ${argument.name === '' ? 'every value' : argument.name}, or pass NULL.` }
    const expression = expressionOf(argument, value)
    const variadic = argument.mode === 'variadic' ? 'variadic ' : ''
    // Once a name is used, every argument after it needs one.
    const isNamed = argument.name !== '' && draft.arguments.every(({ name }) => name !== '')
    passed.push(
      isNamed || !isOpen
        ? `${variadic}${quoteIdentifier(argument.name)} => ${expression}`
        : `${variadic}${expression}`,
    )
  }
  const call = `${quoteQualified(draft.schema, draft.name)}(${passed.join(', ')})`
  if (draft.kind === 'procedure') return { sql: `call ${call};` }
  const isRecord = draft.returns?.as === 'type' && draft.returns.type === 'record'
  const hasColumns = draft.arguments.some(({ mode }) => mode === 'out' || mode === 'inout')
  return { sql: isRecord && !hasColumns ? `select ${call};` : `select * from ${call};` }
}

/** Is the empty text a value of the argument's type, as far as that is known? */
const takesEmptyText = (argument: Argument, { type }: GivenArgument) =>
  inputKindOf(isPolymorphic(argument) ? type.trim() : argument.type) === 'text'

const OUTPUT: GivenArgument = { as: 'null', text: '', type: '' }

function expressionOf(argument: Argument, { as, text, type }: GivenArgument) {
  const cast = isPolymorphic(argument) ? type.trim() : argument.type
  return `${as === 'null' ? 'null' : quoteLiteral(text)}${cast === '' ? '' : `::${cast}`}`
}
