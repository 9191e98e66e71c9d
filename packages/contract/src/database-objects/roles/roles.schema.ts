import { z } from 'zod'
import { Text } from '../../text.ts'
import { OBJECTS_PAGE_SIZE } from '../database-objects.rules.ts'
import { changesOf, globalListQuery, objectFacts, objectPage } from '../database-objects.schema.ts'
import { ROLE_PARTS_MAX, ROLE_PASSWORD_MAX, ROLE_PASSWORD_MIN, ROLES_PAGE_MAX } from './roles.rules.ts'

/** Longer names are refused beside their field. */
const Name = Text.max(1000)

const aFlag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const RoleListQuery = globalListQuery(['name']).extend({
  limit: z.coerce.number().int().min(1).max(ROLES_PAGE_MAX).default(OBJECTS_PAGE_SIZE),
  /** Only roles that the platform relies on, or only others. */
  protected: aFlag.optional(),
  /** Only roles that have connections now. */
  active: aFlag.optional(),
})
export type RoleListQuery = z.output<typeof RoleListQuery>

const Attributes = {
  can_login: z.boolean(),
  /** Does it have the rights of the roles that are granted to it, unless a grant says otherwise? */
  inherits: z.boolean(),
  creates_roles: z.boolean(),
  creates_databases: z.boolean(),
  bypasses_rls: z.boolean(),
  replicates: z.boolean(),
  /** -1 for none. */
  connection_limit: z.number().int().min(-1).max(2_147_483_647),
}

export const ListedRole = z
  .object({
    /** Its oid. */
    id: z.number().int(),
    name: z.string(),
    is_protected: z.boolean(),
    is_superuser: z.boolean(),
    ...Attributes,
    active_connections: z.number().int(),
  })
  .meta({ id: 'ListedRole' })
export type ListedRole = z.infer<typeof ListedRole>

export const RolePage = objectPage(ListedRole).meta({ id: 'RolePage' })

const Membership = z.strictObject({
  /** The role whose member this one is. */
  role: Name,
  /** May it grant the role to others? */
  admin: z.boolean(),
  /** Does it have the rights of the role without SET ROLE? */
  inherit: z.boolean(),
  /** May it SET ROLE to it? */
  set: z.boolean(),
})
export type RoleMembership = z.infer<typeof Membership>

/** A role as a form has it. */
export const RoleDraft = z
  .strictObject({
    name: Name,
    comment: Text.max(100_000).nullable(),
    ...Attributes,
    /** A time in UTC, or `infinity`; null for no limit. */
    valid_until: Text.max(100).nullable(),
    /** A new password, or `remove`; null leaves it as it is. It is never read back. */
    password: z
      .union([
        z.literal('remove'),
        z.strictObject({
          new: Text.min(ROLE_PASSWORD_MIN, `Use at least ${ROLE_PASSWORD_MIN} characters`).max(
            ROLE_PASSWORD_MAX,
            `Use at most ${ROLE_PASSWORD_MAX} characters`,
          ),
        }),
      ])
      .nullable(),
    memberships: z.array(Membership).max(ROLE_PARTS_MAX),
    /** Settings of its sessions in every database. */
    settings: z.array(z.strictObject({ name: Name, value: Text.max(10_000) })).max(ROLE_PARTS_MAX),
  })
  .meta({ id: 'RoleDraft' })
export type RoleDraft = z.infer<typeof RoleDraft>

export const Role = z
  .object({
    ...objectFacts,
    draft: RoleDraft,
    is_protected: z.boolean(),
    is_superuser: z.boolean(),
    active_connections: z.number().int(),
    /** Roles that are members of it. */
    members: z.array(z.string()),
    /** What it owns in this database, as PostgreSQL describes it. */
    owned: z.array(z.string()),
    has_more_owned: z.boolean(),
  })
  .meta({ id: 'Role' })
export type Role = z.infer<typeof Role>

export const RoleChange = changesOf('role', RoleDraft, {
  /** Who gets what it owns; null drops that too, with `cascade`. */
  reassign_to: Name.nullable(),
})

export const RoleConnections = z
  .object({
    /** The setting max_connections. */
    max: z.number().int(),
    /** Connections of clients that only superusers may open. */
    reserved: z.number().int(),
    used: z.number().int(),
    roles: z.array(z.object({ name: z.string(), connections: z.number().int() })),
  })
  .meta({ id: 'RoleConnections' })
export type RoleConnections = z.infer<typeof RoleConnections>
