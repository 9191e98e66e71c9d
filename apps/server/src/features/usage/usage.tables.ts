import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import type { MetricId } from '@basalt/contract/usage/usage.rules.ts'

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    usage_days: {
      organization_id: string
      /** Kept when the project is deleted: what it used was used. */
      project_ref: string
      metric: MetricId
      day: string
      samples: number
      total: number
      peak: number
    }
    usage_callers: { organization_id: string; project_ref: string; day: string; user_id: string }
    /** Limits whose passing has been told of. */
    usage_warnings: { organization_id: string; metric: MetricId; period_start: string; plan: PlanId }
  }
}
