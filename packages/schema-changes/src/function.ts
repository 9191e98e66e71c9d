import { dollarQuoteFor, quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { type FunctionArgument, type FunctionDraft, isOutput } from './function-draft.ts'
import { setClause } from './function-settings.ts'
import { type ChangeStatement, type Clause, plainStatement, statementOf } from './statement.ts'
import { printedType } from './type-words.ts'

/** A role that may call a function; null for PUBLIC. */
export interface FunctionGrant {
  readonly role: string | null
  readonly is_grantable: boolean
}

/** A function that exists, with what a new one in its place has to get again. */
export interface ExistingFunction {
  readonly draft: FunctionDraft
  /** Its arguments as `pg_get_function_identity_arguments` prints them. */
  readonly identity: string
  /** Its owner; null when that is the role that changes it. */
  readonly otherOwner: string | null
  /** Who may call it, besides its owner. */
  readonly grants: readonly FunctionGrant[]
  /** Who may call a function that was just created there. */
  readonly firstGrants: readonly FunctionGrant[]
}

type Named = Pick<FunctionDraft, 'schema' | 'name'>

/** As SQL names the kind in all statements but those that create it. */
const wordOf = ({ kind }: Pick<FunctionDraft, 'kind'>) => (kind === 'window' ? 'function' : kind)

const nameOf = ({ schema, name }: Named) => quoteQualified(schema, name)

/** Text of a user inside a statement: what follows must not end up in a comment at its end. */
const inside = (text: string) => (text.includes('--') ? `${text}\n` : text)

export function createFunction(draft: FunctionDraft): ChangeStatement[] {
  if (draft.kind === 'aggregate' || draft.kind === 'window') return []
  return [
    definitionOf(draft, 'create'),
    ...(draft.comment === null ? [] : [commentOn(draft, identityOf(draft), draft.comment)]),
  ]
}

/** The arguments of a draft as statements that name its function write them. */
const identityOf = (draft: FunctionDraft) =>
  draft.arguments.map(({ mode, type }) => `${mode === 'in' ? '' : `${mode} `}${inside(type)}`).join(', ')

const commentOn = (draft: FunctionDraft, identity: string, comment: string | null) =>
  plainStatement(
    `comment on ${wordOf(draft)} ${nameOf(draft)}(${identity}) is ${comment === null ? 'null' : quoteLiteral(comment)}`,
    'comment',
  )

function definitionOf(draft: FunctionDraft, verb: 'create' | 'create or replace'): ChangeStatement {
  const clauses: Clause[] = [
    { sql: `${verb} ${draft.kind} ` },
    { sql: nameOf(draft), path: 'name' },
    { sql: draft.arguments.length === 0 ? '()' : '(' },
    ...draft.arguments.flatMap((argument, index) => [
      { sql: index === 0 ? '\n  ' : ',\n  ' },
      ...argumentClauses(argument, index),
    ]),
    ...(draft.arguments.length === 0 ? [] : [{ sql: '\n)' }]),
    ...resultClauses(draft),
    { sql: '\nlanguage ' },
    { sql: quoteIdentifier(draft.language), path: 'language' },
    ...optionsOf(draft).map(({ sql, path }) => ({ sql: `\n${sql}`, path })),
    ...bodyClauses(draft),
  ]
  return statementOf(clauses, { before: '', between: '' })
}

function bodyClauses({ body_form, body }: FunctionDraft): Clause[] {
  if (body_form === 'standard') return [{ sql: '\n' }, { sql: body, path: 'body' }]
  const quote = dollarQuoteFor(body)
  return [{ sql: `\nas ${quote}` }, { sql: body, path: 'body' }, { sql: quote }]
}

function argumentClauses(argument: FunctionArgument, index: number): Clause[] {
  const { mode, name, type } = argument
  const at = (field: string) => `arguments.${index}.${field}`
  return [
    ...(mode === 'in' ? [] : [{ sql: `${mode} `, path: at('mode') }]),
    ...(name === '' ? [] : [{ sql: `${quoteIdentifier(name)} `, path: at('name') }]),
    { sql: inside(type.trim()), path: at('type') },
    ...(argument.default === null
      ? []
      : [{ sql: ' default ' }, { sql: inside(argument.default.trim()), path: at('default') }]),
  ]
}

function resultClauses({ returns }: FunctionDraft): Clause[] {
  if (returns === null) return []
  if (returns.as === 'type')
    return [
      { sql: `\nreturns ${returns.is_set ? 'setof ' : ''}` },
      { sql: inside(returns.type.trim()), path: 'returns.type' },
    ]
  return [
    { sql: '\nreturns table (' },
    ...returns.columns.flatMap(({ name, type }, index) => [
      { sql: index === 0 ? '\n  ' : ',\n  ' },
      { sql: `${quoteIdentifier(name)} `, path: `returns.columns.${index}.name` },
      { sql: inside(type.trim()), path: `returns.columns.${index}.type` },
    ]),
    { sql: '\n)' },
  ]
}

/** What differs from the default, one option in each clause. A procedure has no planner options. */
function optionsOf(draft: FunctionDraft): { sql: string; path: string }[] {
  const { kind, volatility, security, strict, leakproof, parallel, cost, rows, settings } = draft
  const ofPlanner = [
    volatility === 'volatile' ? [] : [{ sql: volatility, path: 'volatility' }],
    strict ? [{ sql: 'strict', path: 'strict' }] : [],
    leakproof ? [{ sql: 'leakproof', path: 'leakproof' }] : [],
    parallel === 'unsafe' ? [] : [{ sql: `parallel ${parallel}`, path: 'parallel' }],
    cost === null ? [] : [{ sql: `cost ${cost}`, path: 'cost' }],
    rows === null ? [] : [{ sql: `rows ${rows}`, path: 'rows' }],
  ].flat()
  return [
    ...(kind === 'procedure' ? [] : ofPlanner),
    ...(security === 'definer' ? [{ sql: 'security definer', path: 'security' }] : []),
    ...settings.map((setting, index) => ({ sql: setClause(setting), path: `settings.${index}.value` })),
  ]
}

/**
 * What of a draft PostgreSQL cannot change in a function that exists, in words; empty when `create or replace` does it. Such
 * an edit drops the function and creates it again.
 */
export function recreationReasons(current: FunctionDraft, draft: FunctionDraft): string[] {
  if (current.kind !== draft.kind) return ['its kind']
  const inputs = (of: FunctionDraft) => of.arguments.filter(({ mode }) => mode !== 'out')
  const [before, after] = [inputs(current), inputs(draft)]
  if (
    before.length !== after.length ||
    before.some(({ type }, index) => printedType(type) !== printedType(after[index]!.type))
  )
    return ['the types of its arguments']
  const reasons: string[] = []
  const has = (differs: (was: FunctionArgument, is: FunctionArgument) => boolean) =>
    before.some((was, index) => differs(was, after[index]!))
  if (has((was, is) => was.name !== '' && was.name !== is.name)) reasons.push('the names of its arguments')
  if (has((was, is) => was.mode !== is.mode)) reasons.push('the modes of its arguments')
  if (has((was, is) => was.default !== null && is.default === null)) reasons.push('a default that is removed')
  if (resultOf(current) !== resultOf(draft)) reasons.push('what it returns')
  return reasons
}

/** What a function returns with its output arguments, as text that is equal for equal results. */
function resultOf({ arguments: given, returns }: FunctionDraft) {
  const columns = returns?.as === 'table' ? returns.columns : given.filter(isOutput)
  const isSet = returns?.as === 'table' || returns?.is_set === true
  const types = columns.map(({ type }) => printedType(type))
  // One column is returned as its value, so its name is free.
  if (columns.length > 1) return JSON.stringify([isSet, types, columns.map(({ name }) => name)])
  const only = types[0] ?? (returns?.as === 'type' ? printedType(returns.type) : undefined)
  return JSON.stringify([isSet, only])
}

/** The statements that make the function that exists equal to the draft. `isCascade` matters when it is created again. */
export function alterFunction(
  existing: ExistingFunction,
  draft: FunctionDraft,
  isCascade: boolean,
): ChangeStatement[] {
  const { draft: current, identity } = existing
  if (recreationReasons(current, draft).length > 0)
    return [dropFunction(existing, isCascade), ...createFunction(draft), ...ownershipOf(existing, draft)]
  const word = wordOf(current)
  const renamed = { ...current, name: draft.name }
  const moved = { ...renamed, schema: draft.schema }
  const definition = definitionOf(draft, 'create or replace')
  return [
    ...(current.name === draft.name
      ? []
      : [
          plainStatement(
            `alter ${word} ${nameOf(current)}(${identity}) rename to ${quoteIdentifier(draft.name)}`,
            'name',
          ),
        ]),
    ...(current.schema === draft.schema
      ? []
      : [
          plainStatement(
            `alter ${word} ${nameOf(renamed)}(${identity}) set schema ${quoteIdentifier(draft.schema)}`,
            'schema',
          ),
        ]),
    ...(definitionOf(moved, 'create or replace').sql === definition.sql ? [] : [definition]),
    ...(current.comment === draft.comment ? [] : [commentOn(draft, identity, draft.comment)]),
  ]
}

/** The owner and the privileges that the function had before it was dropped. */
function ownershipOf({ otherOwner, grants, firstGrants }: ExistingFunction, draft: FunctionDraft) {
  const target = `${wordOf(draft)} ${nameOf(draft)}(${identityOf(draft)})`
  const roleOf = (role: string | null) => (role === null ? 'public' : quoteIdentifier(role))
  const missing = firstGrants.filter(({ role }) => !grants.some((grant) => grant.role === role))
  const added = grants.filter(
    (grant) =>
      !firstGrants.some(
        ({ role, is_grantable }) => role === grant.role && is_grantable === grant.is_grantable,
      ),
  )
  return [
    ...missing.map(({ role }) => plainStatement(`revoke all on ${target} from ${roleOf(role)}`)),
    ...added.map(({ role, is_grantable }) =>
      plainStatement(
        `grant execute on ${target} to ${roleOf(role)}${is_grantable ? ' with grant option' : ''}`,
      ),
    ),
    ...(otherOwner === null
      ? []
      : [plainStatement(`alter ${target} owner to ${quoteIdentifier(otherOwner)}`)]),
  ]
}

export const dropFunction = (
  { draft, identity }: Pick<ExistingFunction, 'draft' | 'identity'>,
  isCascade: boolean,
): ChangeStatement =>
  plainStatement(`drop ${wordOf(draft)} ${nameOf(draft)}(${identity})${isCascade ? ' cascade' : ''}`)
