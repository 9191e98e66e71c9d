import { z } from 'zod'
import type { Condition } from './condition.rules.ts'
import { projectRoleIds, roleIds } from './roles.rules.ts'

export const RoleId = z.enum(roleIds, 'Choose one of the roles')
export const ProjectRoleId = z.enum(projectRoleIds, 'Choose one of the roles for a project')

/** Not validated: only the server creates conditions. */
const JsonLogic = z.unknown() as z.ZodType<Condition>

export const Permission = z
  .object({
    organization_slug: z.string(),
    /** `%` in actions and resources matches any text. */
    actions: z.array(z.string()),
    resources: z.array(z.string()),
    /** Null for the whole organization. */
    project_refs: z.array(z.string()).nullable(),
    /** JsonLogic over `{resource_name, resource, subject}`; null always holds. */
    condition: JsonLogic,
    /** Refuses what it matches, regardless of other permissions. */
    restrictive: z.boolean(),
  })
  .meta({ id: 'Permission' })
export type Permission = z.infer<typeof Permission>
