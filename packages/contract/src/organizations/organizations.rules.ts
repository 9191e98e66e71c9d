export const ORGANIZATION_NAME_MIN = 1
export const ORGANIZATION_NAME_MAX = 64

/** Who manages an organization's plan. So far only the product itself; the others are marketplaces. */
export const organizationManagers = ['basalt', 'cloud-marketplace', 'vercel-marketplace'] as const

/** Named sets of quotas that the installation's owner gives; nobody pays anybody. */
export const plans = { free: 'Free', pro: 'Pro', team: 'Team', enterprise: 'Enterprise' } as const
export type PlanId = keyof typeof plans
export const planIds = Object.keys(plans) as [PlanId, ...PlanId[]]
