import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { applyMigration, makeMigration } from '@basalt/contract/migrations/migrations.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import {
  applySchemaChange,
  readTableDefinition,
} from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import type { ColumnDraft, SchemaChange } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { checkSchemaDrift } from '@basalt/contract/schema-drift/schema-drift.endpoints.ts'
import { saveEdits } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { randomOf } from '@basalt/testing/seeded-random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { CHANGED_KINDS, FOR_OBJECTS, objectChangeAtRandom } from './random-objects.fixture.ts'

let fixture: AppFixture
let owner: Person
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  await anOrganization(owner)
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function newProject() {
  const [organization] = (await owner.call(listOrganizations)).body
  const { ref } = await aProject(owner, organization!)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  return ref
}
const run = async (ref: string, query: string) =>
  (await owner.call(runQuery, { params: { ref }, query: {}, body: { query } })).body as Record<
    string,
    unknown
  >[]

/** Everything about the tables of `public` that forms can change, with their rows. */
const SCHEMA = `
  select c.relname, c.relrowsecurity, obj_description(c.oid, 'pg_class') as comment,
    exists (select from pg_publication_rel where prrelid = c.oid) as is_published,
    array(select format('%s %s %s %s %s %s %s', attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
        attgenerated, pg_get_expr(adbin, adrelid), col_description(c.oid, attnum))
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
    array(select conname || pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid order by 1) as constraints,
    array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = c.oid order by 1) as indexes,
    c.relacl::text as privileges,
    query_to_xml(format('select * from %s t order by t::text', c.oid::regclass), true, true, '')::text as rows
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`

const NAMES = ['orders', 'My "odd".table', 'select', "it's", 'Größe 🐘', 'x'.repeat(63)]
const TYPES = ['int8', 'text', 'numeric(10,2)', 'timestamptz', 'jsonb', 'text[]', 'bool']

/** Random choices that a seed repeats. */
function randomFrom(seed: number) {
  const next = randomOf(seed)
  return {
    chance: (share: number) => next() < share,
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!,
  }
}
type Random = ReturnType<typeof randomFrom>

const aColumn = (random: Random, name: string): ColumnDraft => ({
  was: null,
  name,
  type: random.pick(TYPES),
  nullable: true,
  default: null,
  generated: null,
  identity: null,
  comment: random.chance(0.3) ? "a 'note'" : null,
})

const click = (ref: string, body: SchemaChange) => owner.call(applySchemaChange, { params: { ref }, body })

/**
 * One change of a random kind. Whether PostgreSQL takes it is not known beforehand. `made` receives the kinds of objects
 * that were changed.
 */
async function changeAtRandom(ref: string, random: Random, step: number, made: Set<string>): Promise<number> {
  const tables = (await run(
    ref,
    "select oid::int8 as id, relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  )) as { id: number; name: string }[]
  const chosen = tables.length === 0 || random.chance(0.25) ? undefined : random.pick(tables)
  if (!chosen) {
    const key = { ...aColumn(random, 'id'), type: 'int8', nullable: false, identity: 'by default' as const }
    const table = {
      schema: 'public',
      name: random.pick(NAMES),
      comment: null,
      rls: random.chance(0.5),
      realtime: random.chance(0.3),
      columns: [key, aColumn(random, `c${step}`)],
      primary_key: ['id'],
      uniques: [],
      checks: [],
      foreign_keys: [],
    }
    return (await click(ref, { kind: 'create_table', table })).status
  }
  if (random.chance(0.5)) {
    const changed = await objectChangeAtRandom(owner, ref, { table: chosen.name, random, names: NAMES, step })
    if (changed.status === 200) made.add(changed.kind)
    return changed.status
  }
  const id = Number(chosen.id)
  const { fingerprint, table } = (
    await owner.call(readTableDefinition, { params: { ref, oid: String(id) } } as never)
  ).body as {
    fingerprint: string
    table: Extract<SchemaChange, { kind: 'alter_table' }>['table']
  }
  const existing = { id, fingerprint }
  const kind = random.pick([
    'add',
    'rename',
    'alter',
    'drop_column',
    'drop',
    'rls',
    'duplicate',
    'sql',
    'row',
  ])
  switch (kind) {
    case 'add':
      return (
        await click(ref, {
          kind: 'alter_table',
          ...existing,
          table: { ...table, columns: [...table.columns, aColumn(random, `c${step}`)] },
        })
      ).status
    case 'rename':
      return (
        await click(ref, {
          kind: 'alter_table',
          ...existing,
          table: { ...table, name: random.pick(NAMES), comment: `Step ${step}` },
        })
      ).status
    case 'alter': {
      const columns = table.columns.map((column) =>
        column.name === 'id'
          ? column
          : { ...column, name: `${column.name}_${step}`.slice(-40), type: 'text' },
      )
      return (await click(ref, { kind: 'alter_table', ...existing, table: { ...table, columns } })).status
    }
    case 'drop_column':
      return (
        await click(ref, {
          kind: 'drop_column',
          ...existing,
          column: table.columns.at(-1)?.name ?? 'id',
          cascade: true,
        })
      ).status
    case 'drop':
      return (await click(ref, { kind: 'drop_entity', ...existing, cascade: random.chance(0.5) })).status
    case 'rls':
      return (await click(ref, { kind: 'set_row_security', ...existing, enabled: random.chance(0.5) })).status
    case 'duplicate':
      return (
        await click(ref, {
          kind: 'duplicate_table',
          ...existing,
          schema: 'public',
          name: random.pick(NAMES),
          comment: null,
          with_rows: true,
          with_policies: false,
          with_triggers: false,
          with_grants: false,
          rls: true,
          realtime: false,
        })
      ).status
    case 'row':
      return (
        await owner.call(saveEdits, {
          params: { ref, oid: String(id) },
          body: { edits: [{ kind: 'insert', set: { id: String(step) } }] },
        } as never)
      ).status
    default: {
      const name = quoteIdentifier(chosen.name)
      const query = random.pick([
        `create index on public.${name} (id); select count(*) from public.${name}`,
        `set search_path = public; comment on table ${name} is 'By SQL ${step}'`,
        `begin; drop table public.${name} cascade; rollback`,
        `grant select on public.${name} to anon`,
        `alter table public.${name} add constraint "check ${step}" check (id > ${step} - 1000); select nowhere`,
      ])
      return (await owner.call(runQuery, { params: { ref }, query: {}, body: { query } })).status
    }
  }
}

/** What comparing schemas leaves out. */
const BESIDES = `select
  array(select format('%s %s %s %s', rolname, rolconnlimit, rolconfig, shobj_description(oid, 'pg_authid'))
    from pg_roles where rolname ~ '^role ' order by 1) as roles,
  array(select format('%s %s %s %s %s %s', pubname, pubinsert, pubupdate, pubdelete, obj_description(p.oid, 'pg_publication'),
      array(select prrelid::regclass::text from pg_publication_rel where prpubid = p.oid order by 1))
    from pg_publication p where pubowner = 'postgres'::regrole order by 1) as publications,
  array(select format('%s %s %s %s', evtname, evttags, evtenabled, obj_description(oid, 'pg_event_trigger'))
    from pg_event_trigger where evtname !~ '^basalt_' order by 1) as event_triggers,
  array(select format('%s %s', srvname, srvoptions) from pg_foreign_server order by 1) as servers,
  array(select extname::text from pg_extension order by 1) as extensions`

/** Makes random changes in a project, and the same by a migration of its ledger in another one. */
async function compareAfterChanges(seed: number, made: Set<string>) {
  const [from, to] = await Promise.all([newProject(), newProject()])
  const random = randomFrom(seed)
  const statuses: number[] = []
  await run(from, FOR_OBJECTS)
  for (let step = 1; step <= 70; step++) statuses.push(await changeAtRandom(from, random, step, made))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(25)
  expect(statuses.filter((status) => status >= 500)).toEqual([])

  const ids: string[] = []
  let cursor: string | null = null
  do {
    const query: Record<string, string> = { outcome: 'done', ...(cursor !== null && { cursor }) }
    const { body } = await owner.call(listChanges, { params: { ref: from }, query } as never)
    const page = body as { changes: { id: string }[]; next_cursor: string | null }
    ids.push(...page.changes.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor !== null)
  const migration = await owner.call(makeMigration, {
    params: { ref: from },
    body: { name: 'all', changes: ids, record: true },
  } as never)
  expect([migration.status, migration.body]).toMatchObject([200, {}])
  const applied = await owner.call(applyMigration, {
    params: { ref: to },
    body: { name: 'all', sql: migration.body.sql },
  })
  expect([applied.status, applied.body]).toMatchObject([200, {}])
  expect(await run(to, SCHEMA)).toEqual(await run(from, SCHEMA))
  expect(await run(to, BESIDES)).toEqual(await run(from, BESIDES))
  // All other kinds: what the recorded migration makes of an empty database is what there is.
  const drift = await owner.call(checkSchemaDrift, { params: { ref: from } })
  expect([drift.status, drift.body]).toMatchObject([200, { statements: [] }])
}

test('the ledger of random changes of every kind makes an equal database', async () => {
  const made = new Set<string>()
  for (const seed of [1, 2, 3]) await compareAfterChanges(seed, made)
  expect(made).toEqual(new Set(CHANGED_KINDS))
}, 180_000)
