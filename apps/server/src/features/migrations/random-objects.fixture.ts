import { readCompositeType } from '@basalt/contract/database-objects/composite-types/composite-types.endpoints.ts'
import { readDomain } from '@basalt/contract/database-objects/domains/domains.endpoints.ts'
import { readEnumeratedType } from '@basalt/contract/database-objects/enumerated-types/enumerated-types.endpoints.ts'
import { readEventTrigger } from '@basalt/contract/database-objects/event-triggers/event-triggers.endpoints.ts'
import { readDatabaseFunction } from '@basalt/contract/database-objects/functions/functions.endpoints.ts'
import { readIndex } from '@basalt/contract/database-objects/indexes/indexes.endpoints.ts'
import { applyObjectChange } from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { readPolicy } from '@basalt/contract/database-objects/policies/policies.endpoints.ts'
import { applyPrivilegeChanges } from '@basalt/contract/database-objects/privileges/privileges.endpoints.ts'
import { readPublication } from '@basalt/contract/database-objects/publications/publications.endpoints.ts'
import { readManagedRole } from '@basalt/contract/database-objects/roles/roles.endpoints.ts'
import { readDatabaseTrigger } from '@basalt/contract/database-objects/triggers/triggers.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { Person } from '../../test/people.ts'

export interface RandomChoices {
  chance(share: number): boolean
  pick<T>(values: readonly T[]): T
}

interface Kind {
  /** Oids and names of those that exist. */
  existing: string
  read: { readonly name: string }
  /** A new one. */
  draft: (name: string, around: Around) => object
  /** Another state of one that exists. */
  edited: (draft: never, step: number) => object
  /** Said by a drop. */
  dropped?: object
  edit?: object
}

/** What other objects may refer to. */
interface Around {
  readonly table: string
  readonly random: RandomChoices
}

const MINE = 'public'
const inPublic = `'${MINE}'::regnamespace`
const ofTypes = (kind: string) =>
  `select t.oid::int8 as id, typname as name from pg_type t left join pg_class c on c.oid = typrelid
   where typnamespace = ${inPublic} and typtype = '${kind}' and (c.oid is null or c.relkind = 'c') order by typname`
const noted = <Draft extends { comment: string | null }>(draft: Draft, step: number) => ({
  ...draft,
  comment: `It's step ${step}`,
})

const KINDS: Readonly<Record<string, Kind>> = {
  enumerated_type: {
    existing: ofTypes('e'),
    read: readEnumeratedType,
    draft: (name) => ({
      schema: MINE,
      name,
      comment: null,
      values: ["it's", 'b"c', '🐘'].map((value) => ({ was: null, value })),
    }),
    edited: (draft: { values: object[] }, step) => ({
      ...draft,
      values: [{ was: null, value: `v${step}` }, ...draft.values],
    }),
  },
  composite_type: {
    existing: ofTypes('c'),
    read: readCompositeType,
    draft: (name) => ({
      schema: MINE,
      name,
      comment: 'of two',
      attributes: ['a', 'b "c"'].map((each) => ({ was: null, name: each, type: 'text', collation: null })),
    }),
    edited: (draft: { attributes: object[] }, step) => ({
      ...draft,
      attributes: [...draft.attributes, { was: null, name: `a${step}`, type: 'int8', collation: null }],
    }),
  },
  domain: {
    existing: ofTypes('d'),
    read: readDomain,
    draft: (name) => ({
      schema: MINE,
      name,
      comment: null,
      type: 'numeric(10,2)',
      collation: null,
      nullable: true,
      default: '1.5',
      checks: [{ was: null, name: 'at "least"', expression: 'value > 0', valid: true }],
    }),
    edited: (draft: { nullable: boolean; comment: string | null }, step) =>
      noted({ ...draft, nullable: !draft.nullable }, step),
  },
  function: {
    existing: `select oid::int8 as id, proname as name from pg_proc where pronamespace = ${inPublic} and prorettype <> 'event_trigger'::regtype order by 2, 1`,
    read: readDatabaseFunction,
    draft: (name, { random }) => ({
      schema: MINE,
      name,
      comment: null,
      kind: 'function',
      // Functions may have the same name and other arguments.
      arguments: [{ mode: 'in', name: 'a', type: random.pick(['int8', 'text', 'jsonb']), default: null }],
      returns: { as: 'type', type: 'text', is_set: false },
      language: 'sql',
      body_form: 'string',
      body: `select 'it''s; $$ ' || a::text`,
      volatility: 'stable',
      security: 'invoker',
      strict: false,
      leakproof: false,
      parallel: 'safe',
      cost: null,
      rows: null,
      settings: [{ name: 'search_path', value: "''" }],
    }),
    edited: (draft: { comment: string | null }, step) => noted({ ...draft, security: 'definer' }, step),
    edit: { cascade: false },
  },
  trigger: {
    existing: `select t.oid::int8 as id, tgname as name from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = ${inPublic} and not tgisinternal order by 2, 1`,
    read: readDatabaseTrigger,
    draft: (name, { table }) => ({
      schema: MINE,
      table,
      name,
      comment: null,
      timing: 'before',
      events: ['update'],
      columns: [],
      level: 'row',
      when: null,
      old_table: null,
      new_table: null,
      function: { schema: 'pg_catalog', name: 'suppress_redundant_updates_trigger' },
      arguments: [],
      enabled: 'origin',
      constraint: null,
    }),
    edited: (draft: { comment: string | null }, step) => noted({ ...draft, enabled: 'disabled' }, step),
  },
  policy: {
    existing: `select p.oid::int8 as id, polname as name from pg_policy p join pg_class c on c.oid = polrelid where relnamespace = ${inPublic} order by 2, 1`,
    read: readPolicy,
    draft: (name, { table }) => ({
      schema: MINE,
      table,
      name,
      comment: null,
      command: 'SELECT',
      is_permissive: true,
      roles: ['anon'],
      using: 'true',
      with_check: null,
    }),
    edited: (draft: { comment: string | null }, step) => noted({ ...draft, using: `${step} > 0` }, step),
  },
  publication: {
    existing: `select oid::int8 as id, pubname as name from pg_publication where pubowner = 'postgres'::regrole order by 2`,
    read: readPublication,
    draft: (name, { table }) => ({
      name,
      comment: null,
      publishes: { insert: true, update: false, delete: true, truncate: false },
      via_root: false,
      generated_columns: false,
      is_for_all_tables: false,
      tables: [{ schema: MINE, name: table, columns: null, where: null }],
      schemas: [],
    }),
    edited: (draft: { comment: string | null }, step) =>
      noted({ ...draft, publishes: { insert: true, update: true, delete: true, truncate: true } }, step),
  },
  event_trigger: {
    existing: `select oid::int8 as id, evtname as name from pg_event_trigger where evtname !~ '^basalt_' order by 2`,
    read: readEventTrigger,
    draft: (name) => ({
      name,
      comment: null,
      event: 'ddl_command_end',
      tags: ['CREATE STATISTICS'],
      function: { schema: MINE, name: 'at_events' },
      enabled: 'origin',
    }),
    edited: (draft: { comment: string | null }, step) => noted({ ...draft, enabled: 'disabled' }, step),
  },
  role: {
    existing: `select oid::int8 as id, rolname as name from pg_roles where rolname ~ '^role ' order by 2`,
    read: readManagedRole,
    draft: (name) => ({
      name: `role ${name.slice(0, 50)}`,
      comment: null,
      can_login: false,
      inherits: true,
      creates_roles: false,
      creates_databases: false,
      bypasses_rls: false,
      replicates: false,
      connection_limit: 3,
      valid_until: null,
      password: null,
      memberships: [],
      settings: [{ name: 'statement_timeout', value: '5s' }],
    }),
    edited: (draft: { comment: string | null }, step) => noted({ ...draft, connection_limit: step }, step),
    dropped: { reassign_to: null },
  },
  index: {
    existing: `select c.oid::int8 as id, relname as name from pg_class c join pg_index i on i.indexrelid = c.oid where relnamespace = ${inPublic} and not indisprimary and not indisunique order by 2`,
    read: readIndex,
    draft: (name, { table }) => ({
      schema: MINE,
      table,
      name,
      comment: null,
      method: 'btree',
      is_unique: false,
      nulls_not_distinct: false,
      keys: [
        {
          column: 'id',
          expression: null,
          is_descending: true,
          is_nulls_first: true,
          operator_class: null,
          collation: null,
        },
      ],
      include: [],
      where: 'id > 0',
      parameters: [],
      // What runs outside a transaction cannot be part of a migration.
      concurrently: false,
    }),
    edited: (draft: { comment: string | null }, step) => noted(draft, step),
    dropped: { concurrently: false },
  },
}

/** The kinds of changes that `objectChangeAtRandom` makes. */
export const CHANGED_KINDS = [...Object.keys(KINDS), 'privileges', 'sql']

/** What every database needs before `objectChangeAtRandom`. */
export const FOR_OBJECTS = `create function public.at_events() returns event_trigger language plpgsql as 'begin end'`

const rowsOf = async (owner: Person, ref: string, query: string) =>
  (await owner.call(runQuery, { params: { ref }, query: {}, body: { query } })).body as {
    id: number
    name: string
  }[]

/** Makes, edits or drops an object of a random kind. Resolves with the kind and the status. */
export async function objectChangeAtRandom(
  owner: Person,
  ref: string,
  { table, random, names, step }: Around & { names: readonly string[]; step: number },
): Promise<{ kind: string; status: number; body: unknown }> {
  const kind = random.pick(CHANGED_KINDS)
  if (kind === 'privileges') {
    const on = { schema: MINE, table, is_granted: random.chance(0.6) }
    const body = {
      role: random.pick(['anon', 'authenticated', 'PUBLIC']),
      changes: [
        { on: 'table', privilege: 'INSERT', ...on },
        { on: 'column', column: 'id', privilege: 'SELECT', ...on },
      ],
    }
    const reply = await owner.call(applyPrivilegeChanges, { params: { ref }, body } as never)
    return { kind, status: reply.status, body: reply.body }
  }
  if (kind === 'sql') {
    const query = random.pick([
      'create extension if not exists hstore',
      'drop extension if exists hstore cascade',
      `create extension if not exists postgres_fdw;
       create server "far ${step}" foreign data wrapper postgres_fdw options (hostaddr '203.0.113.7', dbname 'x');
       create foreign table public."at far ${step}" (id int) server "far ${step}"`,
      `create schema "schema ${step}"; comment on schema "schema ${step}" is 'it''s'`,
      `alter default privileges in schema public grant select on tables to "anon"`,
      `create materialized view public."view ${step}" as select 1 as one with no data`,
    ])
    const reply = await owner.call(runQuery, { params: { ref }, query: {}, body: { query } })
    return { kind, status: reply.status, body: reply.body }
  }
  const { existing, read, draft, edited, dropped, edit } = KINDS[kind]!
  const found = await rowsOf(owner, ref, existing)
  const send = async (change: object) => {
    const { status, body } = await owner.call(applyObjectChange, {
      params: { ref },
      body: { object: kind, ...change } as ObjectChange,
    })
    return { kind, status, body }
  }
  if (found.length === 0 || random.chance(0.5))
    return send({ action: 'create', draft: draft(random.pick(names), { table, random }) })
  const { id } = random.pick(found)
  const reply = await owner.call(read as never, { params: { ref, oid: String(id) } } as never)
  const { fingerprint, draft: now } = reply.body as { fingerprint: string; draft: never }
  const at = { id: Number(id), fingerprint }
  if (random.chance(0.6)) return send({ action: 'edit', ...at, draft: edited(now, step), ...edit })
  return send({ action: 'drop', ...at, cascade: random.chance(0.5), ...dropped })
}
