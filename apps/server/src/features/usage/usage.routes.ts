import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { type Period, wholeDays } from '@basalt/contract/usage/period.rules.ts'
import { getDailyUsage, getUsage } from '@basalt/contract/usage/usage.endpoints.ts'
import type { UsageQuery } from '@basalt/contract/usage/usage.schema.ts'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { currentPeriod } from './measured-organization.ts'
import type { UsageService } from './usage.service.ts'
import type { UsageScope } from './usage.store.ts'

interface Deps {
  gates: Gates
  service: UsageService
  /** Writes buffered counts, so that a page includes the last minute. */
  flush(): Promise<void>
  isProjectOf(organizationId: string, ref: string): Promise<boolean>
  now: () => Date
}

export const usageRoutes =
  ({ gates, service, flush, isProjectOf, now }: Deps) =>
  async (app: FastifyInstance) => {
    const scopeOf = async (organization: Organization, query: UsageQuery): Promise<UsageScope> => {
      const { project_ref: ref, start, end } = query
      if (ref !== undefined && !(await isProjectOf(organization.id, ref))) throw notFound('Project', ref)
      const period =
        start !== undefined && end !== undefined
          ? wholeDays(new Date(start), new Date(end))
          : currentPeriod(organization, now())
      await flush()
      return { organizationId: organization.id, period, ref }
    }
    const periodFields = ({ start, end }: Period) => ({
      period_start: start.toISOString(),
      period_end: end.toISOString(),
    })

    mount(app, getUsage, gates.organization(needs.seeUsage), async ({ organization, query }) => {
      const scope = await scopeOf(organization, query)
      return { ...periodFields(scope.period), usages: await service.items(organization.plan.id, scope) }
    })

    mount(app, getDailyUsage, gates.organization(needs.seeUsage), async ({ organization, query }) => {
      const scope = await scopeOf(organization, query)
      return { ...periodFields(scope.period), ...(await service.daily(scope)) }
    })
  }
