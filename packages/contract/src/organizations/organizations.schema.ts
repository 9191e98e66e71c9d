import { z } from 'zod'
import { aiOptInTags } from '../ai/ai-level.rules.ts'
import { nameText } from '../text.ts'
import {
  ORGANIZATION_NAME_MAX,
  ORGANIZATION_NAME_MIN,
  organizationManagers,
  planIds,
} from './organizations.rules.ts'

export const OrganizationSlug = z.string().regex(/^[a-z0-9-]{1,64}$/, 'Not the slug of an organization')
export const OrganizationName = nameText('The name', ORGANIZATION_NAME_MIN, ORGANIZATION_NAME_MAX)

export const Organization = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    plan: z.object({ id: z.enum(planIds), name: z.string() }),
    /** Members without multi-factor authentication then see only its name. */
    organization_requires_mfa: z.boolean(),
    /** What the organization shares with an AI endpoint; empty for nothing. */
    opt_in_tags: z.array(z.enum(aiOptInTags)),
    managed_by: z.enum(organizationManagers),
    /** Always false: nothing is sold, so the dashboard warns of use beyond the plan. */
    usage_billing_enabled: z.literal(false),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Organization' })
export type Organization = z.infer<typeof Organization>

export const OrganizationParams = z.object({ slug: OrganizationSlug })
export const NewOrganization = z.strictObject({ name: OrganizationName })
export const OrganizationChanges = z
  .strictObject({
    name: OrganizationName.optional(),
    opt_in_tags: z.array(z.enum(aiOptInTags)).max(aiOptInTags.length).optional(),
  })
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    'Name at least one field to change',
  )
export type OrganizationChanges = z.infer<typeof OrganizationChanges>
