import { Lexer } from '@basalt/sql/lexer.ts'
import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { type ChangeStatement, plainStatement, type RelationName } from './statement.ts'

/** What of a table is copied besides its columns, constraints and indexes. */
export interface CopiedKinds {
  readonly with_policies: boolean
  readonly with_triggers: boolean
  readonly with_grants: boolean
}

/** The policies, triggers and grants of a table. */
export interface TableObjects {
  /** Does row level security also hold for the owner? */
  readonly is_forced: boolean
  readonly policies: readonly {
    readonly name: string
    readonly command: 'select' | 'insert' | 'update' | 'delete' | 'all'
    readonly is_permissive: boolean
    readonly roles: readonly Grantee[]
    readonly using: string | null
    readonly check: string | null
    readonly comment: string | null
  }[]
  readonly triggers: readonly {
    readonly name: string
    /** As PostgreSQL prints it. */
    readonly definition: string
    /** As in pg_trigger. */
    readonly state: 'O' | 'D' | 'R' | 'A'
    readonly comment: string | null
  }[]
  /** Those of others than the owner. */
  readonly grants: readonly {
    readonly grantee: Grantee
    readonly privileges: readonly string[]
    readonly is_grantable: boolean
    readonly column: string | null
  }[]
  /** The roles that get privileges on each new table of the current role in the schema of the copy. */
  readonly default_grantees: readonly Grantee[]
}

/** A role; null for PUBLIC. */
type Grantee = string | null

/** One row with one column, JSON text of `TableObjects`. `schema` is that of the copy. By index only. */
export const tableObjects = (oid: number, schema: string) => `
  with granted as (
    select null::pg_catalog.name as column_name, 0 as place, c.relowner, g.*
    from pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) g where c.oid = ${String(oid)}::pg_catalog.oid
    union all
    select a.attname, a.attnum, c.relowner, g.*
    from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
      pg_catalog.aclexplode(a.attacl) g where c.oid = ${String(oid)}::pg_catalog.oid),
  grants as (
    select g.column_name, g.place, r.rolname as grantee, g.is_grantable,
      pg_catalog.jsonb_agg(distinct pg_catalog.lower(g.privilege_type)) as privileges
    from granted g left join pg_catalog.pg_roles r on r.oid = g.grantee
    where g.grantee <> g.relowner group by g.column_name, g.place, r.rolname, g.is_grantable)
  select pg_catalog.jsonb_build_object(
    'is_forced', c.relforcerowsecurity,
    'policies', coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'name', p.polname,
        'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        'is_permissive', p.polpermissive,
        'roles', (
          select pg_catalog.jsonb_agg(r.rolname order by part.place)
          from pg_catalog.unnest(p.polroles) with ordinality as part(role, place)
          left join pg_catalog.pg_roles r on r.oid = part.role),
        'using', pg_catalog.pg_get_expr(p.polqual, p.polrelid),
        'check', pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid),
        'comment', pg_catalog.obj_description(p.oid, 'pg_policy')) order by p.polname)
      from pg_catalog.pg_policy p where p.polrelid = c.oid), '[]'),
    'triggers', coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'name', t.tgname,
        'definition', pg_catalog.pg_get_triggerdef(t.oid),
        'state', t.tgenabled,
        'comment', pg_catalog.obj_description(t.oid, 'pg_trigger')) order by t.tgname)
      from pg_catalog.pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '[]'),
    'grants', coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'grantee', grantee, 'privileges', privileges, 'is_grantable', is_grantable, 'column', column_name)
        order by place, grantee, is_grantable) from grants), '[]'),
    'default_grantees', coalesce((
      select pg_catalog.jsonb_agg(distinct r.rolname)
      from pg_catalog.pg_default_acl d join pg_catalog.pg_roles own on own.oid = d.defaclrole and own.rolname = current_user
      left join pg_catalog.pg_namespace n on n.oid = d.defaclnamespace,
        pg_catalog.aclexplode(d.defaclacl) g left join pg_catalog.pg_roles r on r.oid = g.grantee
      where d.defaclobjtype = 'r' and g.grantee <> own.oid and (d.defaclnamespace = 0 or n.nspname = ${quoteLiteral(schema)})), '[]')
    )::text
  from pg_catalog.pg_class c where c.oid = ${String(oid)}::pg_catalog.oid`

export const readTableObjects = (rows: readonly (readonly (string | null)[])[]): TableObjects =>
  JSON.parse(rows[0]![0]!)

/** The statements that give a copy the policies, triggers and grants of the original. The current role owns the copy. */
export function copyObjects(
  original: RelationName & { readonly columns: readonly { readonly name: string }[] },
  copy: RelationName & CopiedKinds,
  objects: TableObjects,
): ChangeStatement[] {
  return [
    ...(copy.with_policies ? policies(original, copy, objects) : []),
    ...(copy.with_triggers ? objects.triggers.flatMap((trigger) => triggerStatements(copy, trigger)) : []),
    ...(copy.with_grants ? grants(copy, objects) : []),
  ]
}

const roleText = (role: Grantee) => (role === null ? 'public' : quoteIdentifier(role))
const rolesText = (roles: readonly Grantee[]) => roles.map(roleText).join(', ')

function policies(
  original: Parameters<typeof copyObjects>[0],
  copy: RelationName,
  { policies: found, is_forced }: TableObjects,
): ChangeStatement[] {
  const table = quoteQualified(copy.schema, copy.name)
  const step = (sql: string) => plainStatement(sql, 'with_policies')
  return [
    ...(is_forced ? [step(`alter table ${table} force row level security`)] : []),
    ...found.flatMap(({ name, command, is_permissive, roles, using, check, comment }) => {
      const policy = `${quoteIdentifier(name)} on ${table}`
      const own = (expression: string) => `(${ofCopy(expression, original, copy.name)})`
      return [
        step(
          [
            `create policy ${policy}\n  as ${is_permissive ? 'permissive' : 'restrictive'} for ${command} to ${rolesText(roles)}`,
            ...(using === null ? [] : [`using ${own(using)}`]),
            ...(check === null ? [] : [`with check ${own(check)}`]),
          ].join('\n  '),
        ),
        ...(comment === null ? [] : [step(`comment on policy ${policy} is ${quoteLiteral(comment)}`)]),
      ]
    }),
  ]
}

const STATES = { O: undefined, D: 'disable', R: 'enable replica', A: 'enable always' } as const

function triggerStatements(
  copy: RelationName,
  { name, definition, state, comment }: TableObjects['triggers'][number],
): ChangeStatement[] {
  const table = quoteQualified(copy.schema, copy.name)
  const trigger = quoteIdentifier(name)
  const step = (sql: string) => plainStatement(sql, 'with_triggers')
  const change = STATES[state]
  return [
    step(onTable(definition, table)),
    ...(change ? [step(`alter table ${table} ${change} trigger ${trigger}`)] : []),
    ...(comment === null
      ? []
      : [step(`comment on trigger ${trigger} on ${table} is ${quoteLiteral(comment)}`)]),
  ]
}

/** Whoever granted a privilege on the original, the owner of the copy grants it there. */
function grants(copy: RelationName, { grants: found, default_grantees }: TableObjects): ChangeStatement[] {
  const table = quoteQualified(copy.schema, copy.name)
  const step = (sql: string) => plainStatement(sql, 'with_grants')
  return [
    ...(default_grantees.length > 0
      ? [step(`revoke all on table ${table} from ${rolesText(default_grantees)}`)]
      : []),
    ...found.map(({ grantee, privileges, is_grantable, column }) => {
      const words = privileges.map((privilege) =>
        column === null ? privilege : `${privilege} (${quoteIdentifier(column)})`,
      )
      const option = is_grantable ? ' with grant option' : ''
      return step(`grant ${words.join(', ')} on table ${table} to ${roleText(grantee)}${option}`)
    }),
  ]
}

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  /** As PostgreSQL stores it; undefined for what is no name. */
  readonly name: string | undefined
}

function tokensOf(sql: string): Token[] {
  const lexer = new Lexer(sql)
  const tokens: Token[] = []
  while (lexer.next()) {
    const { kind, end } = lexer
    if (kind === 'space' || kind === 'comment') continue
    // A doubled quote within a name ends one token and begins the next.
    const isRest = kind === 'quoted' && tokens.at(-1)?.end === lexer.start && sql[lexer.start - 1] === '"'
    const start = isRest ? tokens.pop()!.start : lexer.start
    const text = sql.slice(start, end)
    const isQuoted = kind === 'quoted' && text.startsWith('"')
    const name = isQuoted ? text.slice(1, -1).replaceAll('""', '"') : kind === 'word' ? text : undefined
    tokens.push({ text, start, end, name })
  }
  return tokens
}

/**
 * An expression of a policy as PostgreSQL prints it, for a copy of its table. Beside queries it writes columns with the
 * name of the table, for which it chooses no alias that is used within.
 */
function ofCopy(
  expression: string,
  { name, columns }: Parameters<typeof copyObjects>[0],
  copyName: string,
): string {
  const known = new Set(columns.map((column) => column.name))
  const tokens = tokensOf(expression)
  let changed = ''
  let done = 0
  tokens.forEach((token, index) => {
    const [before, dot, column, after] = [-1, 1, 2, 3].map((step) => tokens[index + step])
    const isColumn = column?.text === '*' || (column?.name !== undefined && known.has(column.name))
    if (token.name !== name || dot?.text !== '.' || !isColumn || before?.text === '.') return
    // A function or another part of a schema with the same name.
    if (after?.text === '(' || after?.text === '.') return
    changed += expression.slice(done, token.start) + quoteIdentifier(copyName)
    done = token.end
  })
  return changed + expression.slice(done)
}

/** The definition of a trigger for another table. After ON, which no unquoted name can be, comes schema and table. */
function onTable(definition: string, table: string): string {
  const tokens = tokensOf(definition)
  const on = tokens.findIndex(({ text }) => text === 'ON')
  return `${definition.slice(0, tokens[on + 1]!.start)}${table}${definition.slice(tokens[on + 3]!.end)}`
}
