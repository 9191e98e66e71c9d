import { getSubscription, updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import type { Subscription } from '@basalt/contract/billing/billing.schema.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { billingPeriod } from '@basalt/contract/usage/period.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'

interface Deps {
  gates: Gates
  changePlan(organizationId: string, plan: PlanId): Promise<Organization | undefined>
  /** Whether organizations of this installation can change their plan. */
  isOffered: boolean
  now: () => Date
}

/** A plan is a set of quotas. There is no payment. */
export const billingRoutes =
  ({ gates, changePlan, isOffered, now }: Deps) =>
  async (app: FastifyInstance) => {
    const subscriptionOf = ({ plan, created_at }: Organization): Subscription => {
      const { start, end } = billingPeriod(new Date(created_at), now())
      return {
        plan,
        current_period_start: start.toISOString(),
        current_period_end: end.toISOString(),
        usage_billing_enabled: false,
      }
    }

    mount(app, getSubscription, gates.organization(needs.readBilling), ({ organization }) =>
      subscriptionOf(organization),
    )

    mount(
      app,
      updateSubscription,
      gates.organization(needs.changePlan),
      async ({ organization, body: { plan } }) => {
        if (!isOffered) throw new AppError('forbidden', 'Plans cannot be changed on this installation')
        const changed = await changePlan(organization.id, plan)
        if (!changed) throw notFound('Organization', organization.slug)
        return subscriptionOf(changed)
      },
    )
  }
