import { splitStatements } from '@basalt/sql/split-statements.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import { settingProblem } from './function-settings.ts'
import { fragmentProblem } from './sql-fragments.ts'

export interface FunctionArgument {
  readonly mode: 'in' | 'out' | 'inout' | 'variadic'
  /** Empty for none. */
  readonly name: string
  /** As SQL writes it. */
  readonly type: string
  /** An expression; null for none. */
  readonly default: string | null
}

/** What a function returns: one value or a set of them, or rows of named columns. */
export type FunctionResult =
  | { readonly as: 'type'; readonly type: string; readonly is_set: boolean }
  | { readonly as: 'table'; readonly columns: readonly { readonly name: string; readonly type: string }[] }

/** A function or procedure as a form has it. Aggregates and window functions are only read. */
export interface FunctionDraft {
  readonly schema: string
  readonly name: string
  readonly comment: string | null
  readonly kind: 'function' | 'procedure' | 'aggregate' | 'window'
  readonly arguments: readonly FunctionArgument[]
  /** Null for a procedure, and for a function whose output arguments tell. */
  readonly returns: FunctionResult | null
  readonly language: string
  /** `string`: text that the language reads. `standard`: `RETURN …` or `BEGIN ATOMIC … END`, which PostgreSQL parses. */
  readonly body_form: 'string' | 'standard'
  readonly body: string
  readonly volatility: 'volatile' | 'stable' | 'immutable'
  /** Whose rights it has: those of the caller, or of its owner. */
  readonly security: 'invoker' | 'definer'
  /** Does it return null for a null argument without being called? */
  readonly strict: boolean
  readonly leakproof: boolean
  readonly parallel: 'unsafe' | 'restricted' | 'safe'
  /** In units of cpu_operator_cost; null for the default. */
  readonly cost: number | null
  /** Rows that the planner expects of a set; null for the default. */
  readonly rows: number | null
  /** In effect while it runs. */
  readonly settings: readonly { readonly name: string; readonly value: string }[]
}

/** Languages whose functions only superusers create. */
const UNTRUSTED = ['c', 'internal']

export const isOutput = ({ mode }: FunctionArgument) => mode === 'out' || mode === 'inout'

/** What is wrong with a draft before PostgreSQL sees it. */
export function functionProblems(draft: FunctionDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message })
  }
  const { kind } = draft
  if (kind === 'aggregate' || kind === 'window')
    return [
      {
        path: 'kind',
        message: `${kind === 'aggregate' ? 'Aggregates' : 'Window functions'} can only be read here. Use SQL to change them.`,
      },
    ]
  say('name', nameProblem(draft.name, `Name the ${kind}`))
  if (UNTRUSTED.includes(draft.language))
    say('language', `PostgreSQL lets only superusers create functions in ${draft.language}.`)
  say('language', draft.language === '' ? 'Choose a language' : undefined)
  for (const problem of argumentProblems(draft)) problems.push(problem)
  for (const problem of resultProblems(draft)) problems.push(problem)
  if (draft.body.trim() === '') say('body', 'Write the body')
  else if (draft.body_form === 'standard' && splitStatements(`create function f() ${draft.body}`).length > 1)
    say('body', 'Nothing can follow the body.')
  draft.settings.forEach(({ name, value }, index) => {
    say(`settings.${index}.name`, settingProblem(name, value))
  })
  return problems
}

function argumentProblems({ kind, arguments: given }: FunctionDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (index: number, field: keyof FunctionArgument, message: string | undefined) => {
    if (message !== undefined) problems.push({ path: `arguments.${index}.${field}`, message })
  }
  const inputs = new Set<string>()
  const outputs = new Set<string>()
  let hasDefault = false
  let isVariadic = false
  given.forEach((argument, index) => {
    const { mode, name, type } = argument
    const isInput = mode !== 'out'
    if (name !== '') {
      say(index, 'name', nameProblem(name, 'Name the argument'))
      const isTaken = (isInput && inputs.has(name)) || (isOutput(argument) && outputs.has(name))
      if (isTaken) say(index, 'name', 'Another argument has this name')
      if (isInput) inputs.add(name)
      if (isOutput(argument)) outputs.add(name)
    }
    say(index, 'type', type.trim() === '' ? 'Choose a type' : fragmentProblem(type))
    if (argument.default !== null) {
      say(index, 'default', fragmentProblem(argument.default))
      if (!isInput) say(index, 'default', 'Only input arguments have defaults')
    } else if (isInput && hasDefault)
      say(index, 'default', 'An input argument after one with a default needs one too')
    if (isVariadic && isInput) say(index, 'mode', 'A variadic argument is the last input')
    isVariadic ||= mode === 'variadic'
    hasDefault ||= isInput && argument.default !== null
    if (kind === 'procedure' && mode === 'out' && hasDefault)
      say(index, 'mode', 'An output argument cannot follow one with a default')
  })
  return problems
}

function resultProblems({ kind, returns, arguments: given }: FunctionDraft): DraftProblem[] {
  if (returns === null)
    return kind === 'function' && !given.some(isOutput)
      ? [{ path: 'returns.type', message: 'Choose what the function returns' }]
      : []
  if (kind === 'procedure') return [{ path: 'returns', message: 'A procedure returns nothing.' }]
  if (returns.as === 'type') {
    const problem =
      returns.type.trim() === '' ? 'Choose what the function returns' : fragmentProblem(returns.type)
    return problem === undefined ? [] : [{ path: 'returns.type', message: problem }]
  }
  if (given.some(isOutput))
    return [{ path: 'returns', message: 'A function with output arguments cannot return a table.' }]
  if (returns.columns.length === 0) return [{ path: 'returns', message: 'Add at least one column' }]
  const seen = new Set<string>()
  return returns.columns.flatMap(({ name, type }, index) => {
    const isTaken = seen.has(name)
    seen.add(name)
    const ofName =
      nameProblem(name, 'Name the column') ?? (isTaken ? 'Another column has this name' : undefined)
    const ofType = type.trim() === '' ? 'Choose a type' : fragmentProblem(type)
    return [
      ...(ofName === undefined ? [] : [{ path: `returns.columns.${index}.name`, message: ofName }]),
      ...(ofType === undefined ? [] : [{ path: `returns.columns.${index}.type`, message: ofType }]),
    ]
  })
}
