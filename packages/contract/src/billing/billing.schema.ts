import { z } from 'zod'
import { planIds } from '../organizations/organizations.rules.ts'

/** An organization's plan and its current usage period. Nothing is sold. */
export const Subscription = z
  .object({
    plan: z.object({ id: z.enum(planIds), name: z.string() }),
    current_period_start: z.iso.datetime(),
    current_period_end: z.iso.datetime(),
    /** Use beyond the quotas is reported and never charged. */
    usage_billing_enabled: z.literal(false),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.infer<typeof Subscription>

export const PlanChoice = z.strictObject({ plan: z.enum(planIds, 'Choose one of the plans') })
