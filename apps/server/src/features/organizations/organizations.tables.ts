import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import type { Generated } from 'kysely'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    organizations: {
      id: Generated<string>
      slug: string
      name: string
      plan: PlanId
      requires_mfa: Generated<boolean>
      ai_level: Generated<AiLevel>
      created_at: Now
    }
  }
}
