import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'

/** Whom a plan is for, in a few words. */
export const planDescriptions: Record<PlanId, string> = {
  free: 'To try things out',
  pro: 'For a product in use',
  team: 'For many projects and people',
  enterprise: 'Without limits',
}
