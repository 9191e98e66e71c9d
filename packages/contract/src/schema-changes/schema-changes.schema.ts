import { z } from 'zod'
import { SchemaName } from '../api-docs/client-types.schema.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { entityKinds } from '../table-editor/entities.rules.ts'
import { Text } from '../text.ts'
import { COLUMNS_MAX, CREATE_TABLE_SQL_MAX, referentialActions } from './schema-changes.rules.ts'

const OID_MAX = 4_294_967_295
const Oid = z.coerce.number().int().min(1).max(OID_MAX)

export const TableDefinitionParams = ProjectParams.extend({
  /** Of a table or view. */
  oid: Oid,
})

/** Longer names are refused beside their field. */
const Name = Text.max(1000)
const Names = z.array(Name).max(COLUMNS_MAX)
/** An SQL expression. */
const Expression = Text.max(100_000)
const Comment = Text.max(100_000).nullable()
/** The name of what exists; null for what is new. */
const Was = Name.nullable()

export const ColumnDraft = z.strictObject({
  was: Was,
  name: Name,
  /** As SQL writes it: `int8`, `numeric(10,2)`, `public.mood[]`. */
  type: Text.max(1000),
  nullable: z.boolean(),
  /** A value as text, or an expression. */
  default: z
    .union([z.strictObject({ literal: Expression }), z.strictObject({ expression: Expression })])
    .nullable(),
  /** The expression of a stored generated column. */
  generated: Expression.nullable(),
  identity: z.enum(['always', 'by default']).nullable(),
  comment: Comment,
})
export type ColumnDraft = z.infer<typeof ColumnDraft>

export const ForeignKeyDraft = z.strictObject({
  was: Was,
  columns: Names,
  target: z.strictObject({ schema: Name, name: Name, columns: Names }),
  on_update: z.enum(referentialActions),
  on_delete: z.enum(referentialActions),
})
export type ForeignKeyDraft = z.infer<typeof ForeignKeyDraft>

/** A table as a form has it. Constraints name columns as they are called after the change. */
export const TableDraft = z
  .strictObject({
    schema: SchemaName,
    name: Name,
    comment: Comment,
    rls: z.boolean(),
    /** Whether the publication `supabase_realtime` has it. */
    realtime: z.boolean(),
    columns: z.array(ColumnDraft).max(COLUMNS_MAX + 1),
    primary_key: Names,
    uniques: z.array(z.strictObject({ was: Was, columns: Names })).max(1000),
    checks: z.array(z.strictObject({ was: Was, expression: Expression })).max(1000),
    foreign_keys: z.array(ForeignKeyDraft).max(1000),
  })
  .meta({ id: 'TableDraft' })
export type TableDraft = z.infer<typeof TableDraft>

export const TableDefinition = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    kind: z.enum(entityKinds),
    table: TableDraft,
    /** Of the table with its partitions, indexes and long values. */
    bytes: z.number(),
    /** As of the last ANALYZE or VACUUM; null before the first. */
    estimated_rows: z.number().nullable(),
    /** How many row level security policies it has. */
    policies: z.number().int(),
    /** False when the publication has all tables, or all of the schema. */
    is_realtime_changeable: z.boolean(),
    /** False when the caller's role does not own it, and so cannot change it. */
    is_owned: z.boolean(),
    /** To be sent with a change of it: the change is refused when the table has changed since. */
    fingerprint: z.string(),
  })
  .meta({ id: 'TableDefinition' })
export type TableDefinition = z.infer<typeof TableDefinition>

const Existing = { id: z.number().int().min(1).max(OID_MAX), fingerprint: z.string().max(100) }

export const SchemaChange = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('create_table'), table: TableDraft }),
    /** Columns and constraints without a counterpart in the draft are dropped. */
    z.strictObject({ kind: z.literal('alter_table'), ...Existing, table: TableDraft }),
    z.strictObject({
      kind: z.literal('duplicate_table'),
      ...Existing,
      schema: SchemaName,
      name: Name,
      comment: Comment,
      with_rows: z.boolean(),
      with_policies: z.boolean(),
      with_triggers: z.boolean(),
      /** Otherwise the copy has the default privileges of new tables. */
      with_grants: z.boolean(),
      rls: z.boolean(),
      realtime: z.boolean(),
    }),
    /** Of any kind. Without `cascade`, it is refused when other objects depend on it. */
    z.strictObject({ kind: z.literal('drop_entity'), ...Existing, cascade: z.boolean() }),
    z.strictObject({ kind: z.literal('drop_column'), ...Existing, column: Name, cascade: z.boolean() }),
    z.strictObject({ kind: z.literal('set_row_security'), ...Existing, enabled: z.boolean() }),
    /** Whether row level security applies to the owner too. */
    z.strictObject({ kind: z.literal('force_row_security'), ...Existing, enabled: z.boolean() }),
    z.strictObject({ kind: z.literal('set_realtime'), ...Existing, enabled: z.boolean() }),
  ])
  .meta({ id: 'SchemaChange' })
export type SchemaChange = z.infer<typeof SchemaChange>

/** Something wrong with a draft, at a path in it such as `columns.2.name`. */
export const DraftProblem = z.object({ path: z.string(), message: z.string() })
export type DraftProblem = z.infer<typeof DraftProblem>

export const ChangePlan = z
  .object({
    /** What is run, in one transaction. */
    statements: z.array(
      z.object({
        sql: z.string(),
        /** Why PostgreSQL writes the whole table again; empty when it does not. */
        rewrites: z.array(z.string()),
        /** Why PostgreSQL reads the whole table; empty when it does not. */
        scans: z.array(z.string()),
        /** Tables that others wait for until the end of the transaction. */
        locks: z.array(
          z.object({ schema: z.string(), name: z.string(), blocks: z.enum(['writers', 'everyone']) }),
        ),
      }),
    ),
    problems: z.array(DraftProblem),
    /** Bytes of the table that is changed; 0 for a new one. */
    bytes: z.number(),
    estimated_rows: z.number().nullable(),
    /** What depends on what is dropped, as PostgreSQL describes it; it goes along with `cascade`, and prevents the drop without. */
    dependents: z.array(z.string()),
    /** Are there more than are listed? */
    has_more_dependents: z.boolean(),
  })
  .meta({ id: 'ChangePlan' })
export type ChangePlan = z.infer<typeof ChangePlan>

/** `id` is the oid of the table that was created or changed; null for one that was dropped. */
export const ChangeResult = z.object({ id: z.number().int().nullable() })

/** A CREATE TABLE statement, and ALTER TABLE and COMMENT statements for the same table. */
export const CreateTableSql = z.strictObject({
  sql: Text.max(CREATE_TABLE_SQL_MAX, `Paste at most ${CREATE_TABLE_SQL_MAX} characters`),
})

export const ColumnType = z
  .object({
    /** As SQL writes it. */
    name: z.string(),
    schema: z.string(),
    kind: z.enum(['enum', 'domain', 'composite', 'range', 'base']),
    /** The values of an enum. */
    labels: z.array(z.string()).nullable(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'ColumnType' })
export type ColumnType = z.infer<typeof ColumnType>
