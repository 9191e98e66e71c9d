import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { billingPeriod, type Period } from '@basalt/contract/usage/period.rules.ts'

/** The fields that determine an organization's quotas and billing period. */
export interface OrganizationWithPlan {
  id: string
  plan: PlanId
  created_at: string
}

export const currentPeriod = ({ created_at }: Pick<OrganizationWithPlan, 'created_at'>, now: Date): Period =>
  billingPeriod(new Date(created_at), now)
