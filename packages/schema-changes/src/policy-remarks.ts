import { Lexer } from '@basalt/sql/lexer.ts'
import type { PolicyDraft } from './policy.ts'

/** What warnings about a policy depend on. */
export interface PolicyFacts {
  /** Null when the table does not exist. */
  readonly table: {
    readonly is_rls_enabled: boolean
    /** Estimated; -1 when nobody has counted. */
    readonly rows: number
    readonly columns: readonly string[]
    /** Columns that an index begins with. */
    readonly indexed: readonly string[]
  } | null
  /** The roles of the policy that exist. */
  readonly roles: readonly { readonly name: string; readonly bypasses: boolean }[]
}

export interface Remark {
  readonly severity: 'error' | 'warning'
  /** A path in the draft. */
  readonly path: string
  readonly message: string
  /** The UTF-16 index in the expression; null when it is about the whole. */
  readonly at: number | null
}

/** Below so many rows, PostgreSQL reads a table as a whole whether it has an index or not. */
export const INDEX_MATTERS_ROWS = 1000

/** Roles that everyone with the project's publishable key has. */
const ANYONE = ['public', 'anon']

const PER_ROW = ['uid', 'jwt', 'role', 'email']

interface Token {
  readonly text: string
  /** As PostgreSQL folds it, for words; without quotes, for quoted identifiers. */
  readonly name: string | undefined
  readonly at: number
}

/** What the author of a policy should know about it, beside what PostgreSQL says of its expressions. */
export function policyRemarks(draft: PolicyDraft, facts: PolicyFacts): Remark[] {
  const remarks: Remark[] = []
  const warn = (path: string, message: string, at: number | null = null) =>
    remarks.push({ severity: 'warning', path, message, at })
  const { command, is_permissive, roles, using, with_check } = draft
  const known = new Map(facts.roles.map(({ name, bypasses }) => [name, bypasses]))
  for (const role of roles) {
    if (role === 'public') continue
    if (!known.has(role))
      remarks.push({ severity: 'error', path: 'roles', message: `There is no role ${role}.`, at: null })
    else if (known.get(role))
      warn('roles', `${role} bypasses row level security, so no policy applies to it.`)
  }
  if (draft.table !== '' && facts.table === null)
    remarks.push({
      severity: 'error',
      path: 'table',
      message: `There is no table ${draft.table} in the schema ${draft.schema}.`,
      at: null,
    })
  if (facts.table?.is_rls_enabled === false)
    warn('table', 'Row level security is off for this table. The policy applies once it is enabled.')
  const written = command === 'DELETE' ? using : (with_check ?? using)
  if (
    is_permissive &&
    command !== 'SELECT' &&
    written !== null &&
    isTrue(written) &&
    roles.some((role) => ANYONE.includes(role))
  )
    warn(
      command === 'DELETE' || with_check === null ? 'using' : 'with_check',
      `Anyone with the project’s publishable key can ${verbs[command]} every row.`,
    )
  if (is_permissive && using === null && (command === 'UPDATE' || command === 'ALL'))
    warn('using', 'Without USING, this policy reaches no row that exists.')
  for (const path of ['using', 'with_check'] as const) {
    const expression = draft[path]
    if (expression === null) continue
    const tokens = tokensOf(expression)
    const perRow = callPerRow(tokens)
    if (perRow)
      warn(
        path,
        `auth.${perRow.name}() is called for each row. Write (select auth.${perRow.name}()) to call it once.`,
        perRow.at,
      )
    const trusted = tokens.find(({ text, name }) => name === 'user_metadata' || text === "'user_metadata'")
    if (trusted) warn(path, 'Users can change their own user_metadata. Decide by app_metadata.', trusted.at)
  }
  const { table } = facts
  if (using !== null && table !== null && (table.rows === -1 || table.rows >= INDEX_MATTERS_ROWS))
    for (const { name, at } of comparedColumns(tokensOf(using), table.columns))
      if (!table.indexed.includes(name!))
        warn('using', `No index begins with ${name}, so every query reads the whole table.`, at)
  return remarks
}

const verbs = {
  ALL: 'read, write and delete',
  SELECT: 'read',
  INSERT: 'insert',
  UPDATE: 'change',
  DELETE: 'delete',
} as const

const isTrue = (expression: string) => {
  const words = tokensOf(expression).filter(({ text }) => text !== '(' && text !== ')')
  return words.length === 1 && words[0]!.name === 'true'
}

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  const lexer = new Lexer(expression)
  while (lexer.next()) {
    if (lexer.kind === 'space' || lexer.kind === 'comment') continue
    const text = expression.slice(lexer.start, lexer.end)
    const name =
      lexer.kind === 'word'
        ? text.toLowerCase()
        : lexer.kind === 'quoted' && text.startsWith('"')
          ? text.slice(1, -1).replaceAll('""', '"')
          : undefined
    tokens.push({ text, name, at: lexer.start })
  }
  return tokens
}

/** A call of a function of `auth` that is not what a subquery selects. */
function callPerRow(tokens: readonly Token[]): Token | undefined {
  const at = tokens.findIndex(
    ({ name }, index) =>
      name === 'auth' &&
      tokens[index + 1]?.text === '.' &&
      PER_ROW.includes(tokens[index + 2]?.name ?? '') &&
      tokens[index + 3]?.text === '(' &&
      tokens[index - 1]?.name !== 'select',
  )
  return at === -1 ? undefined : { ...tokens[at + 2]!, at: tokens[at]!.at }
}

/** Columns beside an equals sign outside of subqueries, each once. */
function comparedColumns(tokens: readonly Token[], columns: readonly string[]): Token[] {
  const found = new Map<string, Token>()
  const isColumn = (index: number) => {
    const token = tokens[index]
    return token?.name !== undefined && columns.includes(token.name) && tokens[index + 1]?.text !== '('
  }
  let depth = 0
  // Depths at which a subquery began.
  const subqueries: number[] = []
  tokens.forEach(({ text, name }, index) => {
    if (text === '(') {
      depth += 1
      if (tokens[index + 1]?.name === 'select') subqueries.push(depth)
    } else if (text === ')') {
      if (subqueries.at(-1) === depth) subqueries.pop()
      depth -= 1
    } else if (text === '=' && subqueries.length === 0) {
      for (const beside of [index - 1, index + 1])
        if (isColumn(beside)) found.set(tokens[beside]!.name!, tokens[beside]!)
    } else if (name === 'in' && subqueries.length === 0 && isColumn(index - 1))
      found.set(tokens[index - 1]!.name!, tokens[index - 1]!)
  })
  return [...found.values()]
}
