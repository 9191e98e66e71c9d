import { z } from 'zod'
import type { Condition } from './condition.rules.ts'
import { projectRoleIds, roleIds } from './roles.rules.ts'

/** An id that no role has is refused like any other wrong value. */
export const RoleId = z.enum(roleIds, 'Choose one of the roles')
export const ProjectRoleId = z.enum(projectRoleIds, 'Choose one of the roles for a project')

/** Made by the server alone, so that its shape is taken on trust. */
const JsonLogic = z.unknown() as z.ZodType<Condition>

export const Permission = z
  .object({
    organization_slug: z.string(),
    /** `%` in actions and resources is any text. */
    actions: z.array(z.string()),
    resources: z.array(z.string()),
    /** Null for the whole organization. */
    project_refs: z.array(z.string()).nullable(),
    /** JSON-logic over `{resource_name, resource, subject}`; null holds always. */
    condition: JsonLogic,
    /** Refuses what it covers, whatever other rows allow. */
    restrictive: z.boolean(),
  })
  .meta({ id: 'Permission' })
export type Permission = z.infer<typeof Permission>
