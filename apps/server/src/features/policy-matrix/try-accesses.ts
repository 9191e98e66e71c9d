import { TRIAL_ROW_BYTES_MAX } from '@basalt/contract/database-objects/policies/policies.rules.ts'
import {
  MATRIX_ATTEMPT_SECONDS,
  MATRIX_ROWS,
  MATRIX_SINGLE_ROWS,
  type MatrixAction,
  matrixActions,
  outcomeOf,
} from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import type {
  MatrixActor,
  MatrixCell,
  MatrixRequest,
  PolicyMatrix,
} from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { notFound } from '../../http/app-error.ts'
import { ofDatabase } from '../../platform/project-databases/sql/sql-failed.ts'
import { type AppliedPolicy, refusalsOf } from './refusals.ts'

/** SQLSTATE of a missing privilege, and of a row that a policy refuses. */
const INSUFFICIENT_PRIVILEGE = '42501'
/** SQLSTATEs of constraints, which PostgreSQL looks at after the policies. */
const CONSTRAINT_CLASS = '23'

interface Table {
  readonly id: number
  readonly schema: string
  readonly name: string
  readonly is_rls_enabled: boolean
  /** Columns that are not generated. */
  readonly columns: readonly string[]
  /** Those that can be set to what they are. */
  readonly updatable: readonly string[]
}

/** Rows of one table or partition. */
interface Sample {
  /** The oid of the table or partition. */
  readonly of: string
  /** Their ctids. */
  readonly places: readonly string[]
  /** The first of them as text. */
  readonly lines: readonly string[]
}

type Attempt = Pick<MatrixCell, 'outcome' | 'rows' | 'of' | 'message'>

interface Options {
  /** Whether to find out which policies kept rows away, which takes some more attempts for each such cell. */
  explains: boolean
}

/**
 * Tries every action of every actor on some rows of every table, on a connection of a copy whose user owns the tables. Each
 * attempt is undone before the next. Throws `not_found` for a table that does not exist, and when the connection is lost.
 */
export async function tryAccesses(
  client: pg.Client,
  { actors, tables: oids }: MatrixRequest,
  signal: AbortSignal,
  options: Options,
): Promise<Pick<PolicyMatrix, 'tables' | 'cells'>> {
  const tables = await tablesOf(client, oids)
  const cells: MatrixCell[] = []
  for (const table of tables) {
    signal.throwIfAborted()
    cells.push(...(await rolledBack(client, () => cellsOf(client, table, actors, options, signal))))
  }
  return { tables: tables.map(({ columns: _, updatable: __, ...table }) => table), cells }
}

async function tablesOf(client: pg.Client, oids: readonly number[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::pg_catalog.int8::pg_catalog.float8 as id, n.nspname as schema, c.relname as name,
        c.relrowsecurity as is_rls_enabled,
        ${columnsWhere("a.attgenerated = ''")} as columns,
        ${columnsWhere("a.attgenerated = '' and a.attidentity <> 'a'")} as updatable
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.oid = any ($1::pg_catalog.oid[]) and c.relkind in ('r', 'p')
      order by n.nspname, c.relname`,
    [oids],
  )
  const missing = oids.find((oid) => rows.every(({ id }) => id !== oid))
  if (missing !== undefined) throw notFound('Table', String(missing))
  return rows
}

const columnsWhere = (condition: string) => `array(
  select a.attname::pg_catalog.text from pg_catalog.pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and ${condition} order by a.attnum)`

async function rolledBack<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(
      `set local search_path = ''; set local statement_timeout = '${MATRIX_ATTEMPT_SECONDS}s'`,
    )
    return await work()
  } finally {
    await client.query('rollback')
  }
}

async function cellsOf(
  client: pg.Client,
  table: Table,
  actors: readonly MatrixActor[],
  { explains }: Options,
  signal: AbortSignal,
): Promise<MatrixCell[]> {
  const { schema, name } = table
  const cells: MatrixCell[] = []
  const sample = await sampleOf(client, table)
  for (const actor of actors) {
    const policies = await policiesFor(client, table, actor)
    for (const action of matrixActions) {
      signal.throwIfAborted()
      const attempt = async () =>
        'message' in sample
          ? unknown(sample.message)
          : asActor(client, actor, () => attempts[action](client, table, sample))
      const tried = await attempt()
      const isExplained = explains && policies !== null && FEWER_ROWS.has(tried.outcome)
      cells.push({
        actor: actor.name,
        schema,
        table: name,
        action,
        ...tried,
        policies: policies?.flatMap(({ name, actions }) => (actions.includes(action) ? [name] : [])) ?? null,
        refused_by: isExplained
          ? await refusalsOf(client, {
              table,
              action,
              policies,
              attempt,
              undone: (work) => undone(client, work),
            })
          : null,
      })
    }
  }
  return cells
}

/** Outcomes of an attempt in which policies may have kept rows away. */
const FEWER_ROWS: ReadonlySet<MatrixCell['outcome']> = new Set(['some', 'none', 'refused'])

/** Of each kind of policy, the actions whose rows it decides about: writing rows of a table reads them first. */
const DECIDES = `case p.polcmd when '*' then '{select,insert,update,delete}' when 'r' then '{select,update,delete}'
  when 'a' then '{insert}' when 'w' then '{update}' else '{delete}' end::pg_catalog.text[]`

/** Null for a policy of all commands. */
const COMMAND =
  "case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' end"

/** The policies of a table that apply to a role. Null where row level security does not, and for a role that does not exist. */
async function policiesFor(
  client: pg.Client,
  { id }: Table,
  { role }: MatrixActor,
): Promise<AppliedPolicy[] | null> {
  const { rows } = await client.query<{ policies: AppliedPolicy[] }>(
    `select coalesce((
        select pg_catalog.json_agg(pg_catalog.json_strip_nulls(pg_catalog.json_build_object('name', p.polname,
          'actions', ${DECIDES}, 'isPermissive', p.polpermissive, 'command', ${COMMAND})) order by p.polname)
        from pg_catalog.pg_policy p
        where p.polrelid = c.oid and exists (
          select from pg_catalog.unnest(p.polroles) of(role)
          where of.role = 0 or pg_catalog.pg_has_role(r.oid, of.role, 'usage'))), '[]') as policies
      from pg_catalog.pg_class c, pg_catalog.pg_roles r
      where c.oid = $1 and r.rolname = $2 and c.relrowsecurity and not r.rolsuper and not r.rolbypassrls
        and (c.relforcerowsecurity or not pg_catalog.pg_has_role(r.oid, c.relowner, 'usage'))`,
    [id, role],
  )
  return rows[0]?.policies ?? null
}

const unknown = (message: string): Attempt => ({ outcome: 'unknown', rows: 0, of: 0, message })

/** Runs work in a savepoint that is always undone. */
async function undone<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('savepoint attempt')
  try {
    return await work()
  } finally {
    await client.query('rollback to savepoint attempt; release savepoint attempt')
  }
}

/** Rows as the owner of the table sees them, or why they cannot be read. */
async function sampleOf(client: pg.Client, { schema, name }: Table): Promise<Sample | { message: string }> {
  const from = quoteQualified(schema, name)
  try {
    return await undone(client, async () => {
      const { rows } = await client.query<{ of: string; place: string }>(
        `select tableoid::pg_catalog.int8::pg_catalog.text as of, ctid::pg_catalog.text as place
          from ${from} limit ${MATRIX_ROWS}`,
      )
      const of = rows[0]?.of ?? '0'
      // A place is one of its partition, so that the rows of one are tried.
      const places = rows.filter((row) => row.of === of).map(({ place }) => place)
      const lines = await client.query<{ line: string }>(
        `select (source.*)::pg_catalog.text as line from ${from} source where ${AT}
          and pg_catalog.pg_column_size(source.*) <= ${TRIAL_ROW_BYTES_MAX}`,
        placesOf({ of, places: places.slice(0, MATRIX_SINGLE_ROWS) }),
      )
      return { of, places, lines: lines.rows.map(({ line }) => line) }
    })
  } catch (error) {
    if (!ofDatabase(error)) throw error
    return { message: error.message }
  }
}

/** Tries something as a role with claims. What PostgreSQL says is the result. */
async function asActor(
  client: pg.Client,
  { role, claims = { role } }: MatrixActor,
  attempt: () => Promise<Attempt>,
): Promise<Attempt> {
  try {
    return await undone(client, async () => {
      await client.query(
        "select pg_catalog.set_config('request.jwt.claims', $2, true), pg_catalog.set_config('role', $1, true)",
        [role, JSON.stringify(claims)],
      )
      return attempt()
    })
  } catch (error) {
    if (!ofDatabase(error)) throw error
    if (error.code === INSUFFICIENT_PRIVILEGE)
      return { outcome: 'refused', rows: 0, of: 0, message: error.message }
    return unknown(error.message)
  }
}

const NOTHING_TO_TRY = 'The table has no rows to try this with.'

/** A row by its place in one table or partition. */
const AT = 'tableoid = $1::pg_catalog.oid and ctid = any ($2::pg_catalog.tid[])'
const placesOf = ({ of, places }: Pick<Sample, 'of' | 'places'>) => [
  of,
  `{${places.map((place) => `"${place}"`).join(',')}}`,
]

const attempts: Record<MatrixAction, (client: pg.Client, table: Table, sample: Sample) => Promise<Attempt>> =
  {
    async select(client, { schema, name }, sample) {
      const { rows } = await client.query<{ n: number }>(
        `select pg_catalog.count(*)::pg_catalog.int4 as n from ${quoteQualified(schema, name)} where ${AT}`,
        placesOf(sample),
      )
      return counted(rows[0]!.n, sample.places.length)
    },

    /** Inserts rows once more, one at a time, because one that is refused refuses its statement. */
    async insert(client, table, { lines }) {
      const columns = await permitted(client, table, table.columns, 'insert')
      // A role that may set no column is refused, whatever is in the row.
      if (columns.length === 0)
        await client.query(`insert into ${quoteQualified(table.schema, table.name)} default values`)
      const refusals: string[] = []
      for (const line of lines) {
        const refusal = await insertAgain(client, table, columns, line)
        if (refusal !== undefined) refusals.push(refusal)
      }
      if (lines.length === 0) return unknown(NOTHING_TO_TRY)
      const [message = null] = refusals
      if (refusals.length === lines.length) return { outcome: 'refused', rows: 0, of: lines.length, message }
      return { ...counted(lines.length - refusals.length, lines.length), message }
    },

    async update(client, table, sample) {
      const { schema, name, updatable } = table
      const [column = updatable[0]] = await permitted(client, table, updatable, 'update')
      if (column === undefined) return unknown('The table has no column that can be set.')
      const set = quoteIdentifier(column)
      return writing(client, sample, `update ${quoteQualified(schema, name)} set ${set} = ${set} where ${AT}`)
    },

    delete: (client, { schema, name }, sample) =>
      writing(client, sample, `delete from ${quoteQualified(schema, name)} where ${AT}`),
  }

function counted(rows: number, of: number): Attempt {
  return { outcome: outcomeOf(rows, of), rows, of, message: of === 0 ? NOTHING_TO_TRY : null }
}

/** Constraints are looked at after the policies: a row that violates one has passed them. */
async function writing(client: pg.Client, sample: Sample, statement: string): Promise<Attempt> {
  const write = async (places: readonly string[]) =>
    (await undone(client, () => client.query(statement, placesOf({ of: sample.of, places })))).rowCount ?? 0
  try {
    return counted(await write(sample.places), sample.places.length)
  } catch (error) {
    if (!isConstraint(error)) throw error
  }
  const tried = sample.places.slice(0, MATRIX_SINGLE_ROWS)
  let written = 0
  for (const place of tried)
    written += await write([place]).catch((error: unknown) => {
      if (!isConstraint(error)) throw error
      return 1
    })
  return counted(written, tried.length)
}

const isConstraint = (error: unknown): error is pg.DatabaseError =>
  ofDatabase(error) && (error.code ?? '').startsWith(CONSTRAINT_CLASS)

/** The columns for which the current role has a privilege. */
async function permitted(
  client: pg.Client,
  { id }: Table,
  columns: readonly string[],
  privilege: 'insert' | 'update',
) {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_catalog.unnest($2::pg_catalog.text[]) with ordinality as of(name, place)
      where pg_catalog.has_column_privilege($1::pg_catalog.oid, name, $3) order by place`,
    [id, columns, privilege],
  )
  return rows.map(({ name }) => name)
}

/** Undefined when the policies let the row through; otherwise what PostgreSQL said. */
async function insertAgain(
  client: pg.Client,
  { schema, name }: Table,
  columns: readonly string[],
  line: string,
): Promise<string | undefined> {
  const into = quoteQualified(schema, name)
  const list = columns.map(quoteIdentifier)
  try {
    await undone(client, () =>
      client.query(
        `insert into ${into} (${list.join(', ')}) overriding system value
          select ${list.map((column) => `(again.line).${column}`).join(', ')} from (select $1::${into} as line) again`,
        [line],
      ),
    )
    return undefined
  } catch (error) {
    // Constraints are looked at after the policies.
    if (isConstraint(error)) return undefined
    if (!ofDatabase(error) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    return error.message
  }
}
