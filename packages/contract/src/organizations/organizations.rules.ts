export const ORGANIZATION_NAME_MIN = 1
export const ORGANIZATION_NAME_MAX = 64

/** Who manages an organization's plan. So far only Basalt itself; the others are marketplaces. */
export const organizationManagers = ['basalt', 'cloud-marketplace', 'vercel-marketplace'] as const

/** Named sets of quotas that the installation's owner assigns. */
export const plans = { free: 'Free', pro: 'Pro', team: 'Team', enterprise: 'Enterprise' } as const
export type PlanId = keyof typeof plans
export const planIds = Object.keys(plans) as [PlanId, ...PlanId[]]
