import { z } from 'zod'
import { SchemaName } from '../../api-docs/client-types.schema.ts'
import { ROLE_NAME_MAX } from '../../query/query.rules.ts'
import { OID_MAX } from '../../table-editor/grid.schema.ts'
import { Text } from '../../text.ts'
import { globalListQuery, objectListQuery, objectPage } from '../database-objects.schema.ts'
import {
  columnPrivileges,
  PRIVILEGE_CHANGES_MAX,
  schemaPrivileges,
  tablePrivileges,
} from './privileges.rules.ts'

/** A role by name; `PUBLIC` is every role. */
const RoleName = Text.min(1).max(ROLE_NAME_MAX)

export const TablePrivilegeQuery = objectListQuery(['name']).extend({ role: RoleName })
export type TablePrivilegeQuery = z.output<typeof TablePrivilegeQuery>

export const SchemaPrivilegeQuery = globalListQuery(['name']).extend({ role: RoleName })
export type SchemaPrivilegeQuery = z.output<typeof SchemaPrivilegeQuery>

export const ColumnPrivilegeQuery = z.object({
  role: RoleName,
  /** The oid of the table. */
  table: z.coerce.number().int().min(1).max(OID_MAX),
})

/** Whether a role has a privilege, and where from. */
export const PrivilegeState = z
  .object({
    privilege: z.enum([...tablePrivileges, ...schemaPrivileges]),
    /** Is it granted to the role itself? */
    is_direct: z.boolean(),
    /** May the role grant it to others? */
    is_grantable: z.boolean(),
    /** Does the role have it, wherever from? */
    is_effective: z.boolean(),
    /** Other roles that have it and whose rights the role has; `PUBLIC` is every role. */
    through: z.array(z.string()),
    /** For a column: does the privilege on its table cover it? */
    covered: z.boolean(),
  })
  .meta({ id: 'PrivilegeState' })
export type PrivilegeState = z.infer<typeof PrivilegeState>

const Named = {
  /** Its oid; for a column, its number. */
  id: z.number().int(),
  name: z.string(),
  privileges: z.array(PrivilegeState),
}

export const PrivilegesOnTable = z
  .object({ ...Named, owner: z.string(), is_owned: z.boolean() })
  .meta({ id: 'PrivilegesOnTable' })
export type PrivilegesOnTable = z.infer<typeof PrivilegesOnTable>
export const PrivilegesOnTables = objectPage(PrivilegesOnTable).meta({ id: 'PrivilegesOnTables' })
export const PrivilegesOnColumns = z.object({
  schema: z.string(),
  table: z.string(),
  is_owned: z.boolean(),
  columns: z.array(z.object(Named)),
})
export type PrivilegesOnColumns = z.infer<typeof PrivilegesOnColumns>

const Name = Text.max(1000)

export const PrivilegeChange = z.discriminatedUnion('on', [
  z.strictObject({
    on: z.literal('table'),
    schema: SchemaName,
    table: Name,
    privilege: z.enum(tablePrivileges),
    is_granted: z.boolean(),
  }),
  z.strictObject({
    on: z.literal('column'),
    schema: SchemaName,
    table: Name,
    column: Name,
    privilege: z.enum(columnPrivileges),
    is_granted: z.boolean(),
  }),
  z.strictObject({
    on: z.literal('schema'),
    schema: SchemaName,
    privilege: z.enum(schemaPrivileges),
    is_granted: z.boolean(),
  }),
])
export type PrivilegeChange = z.infer<typeof PrivilegeChange>

export const PrivilegeChanges = z
  .strictObject({ role: RoleName, changes: z.array(PrivilegeChange).min(1).max(PRIVILEGE_CHANGES_MAX) })
  .meta({ id: 'PrivilegeChanges' })
export type PrivilegeChanges = z.infer<typeof PrivilegeChanges>

export const PrivilegePlan = z
  .object({ statements: z.array(z.string()), warnings: z.array(z.string()) })
  .meta({ id: 'PrivilegePlan' })
export type PrivilegePlan = z.infer<typeof PrivilegePlan>

/** What new objects get when a role makes them. */
export const DefaultPrivilege = z
  .object({
    /** The role that makes them. */
    role: z.string(),
    /** Null for every schema. */
    schema: z.string().nullable(),
    objects: z.enum(['tables', 'sequences', 'functions', 'types', 'schemas', 'large objects']),
    grantee: z.string(),
    privileges: z.array(z.string()),
  })
  .meta({ id: 'DefaultPrivilege' })
export type DefaultPrivilege = z.infer<typeof DefaultPrivilege>
