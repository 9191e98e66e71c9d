import { isExceeded } from '@basalt/contract/usage/exceeded.rules.ts'
import { type DiskLevel, diskLevelOf, diskLevels, type MetricId } from '@basalt/contract/usage/usage.rules.ts'
import type { UsageItem } from '@basalt/contract/usage/usage.schema.ts'
import type { DiskSpace } from '@basalt/postgres-supervisor/engine.ts'
import { currentPeriod, type OrganizationWithPlan } from './measured-organization.ts'
import type { UsageService } from './usage.service.ts'
import type { UsageStore } from './usage.store.ts'

/** Each call notifies the members of one organization. */
export interface UsageNotifier {
  limitPassed(organizationId: string, metric: MetricId, item: UsageItem): Promise<unknown>
  diskNearlyFull(organizationId: string, level: DiskLevel, disk: DiskSpace): Promise<unknown>
}

interface Deps {
  store: UsageStore
  service: UsageService
  disk(): Promise<DiskSpace>
  notifier: UsageNotifier
  now: () => Date
}

const severity = (level: DiskLevel | undefined) =>
  level === undefined ? 0 : diskLevels.length - diskLevels.findIndex((one) => one.level === level)

/** Reports exceeded quotas once per period, and a disk that fills up at each level it reaches. */
export function limitWatch({ store, service, disk, notifier, now }: Deps) {
  let reported: DiskLevel | undefined

  const watchLimits = async (organization: OrganizationWithPlan) => {
    const period = currentPeriod(organization, now())
    const items = await service.items(organization.plan, { organizationId: organization.id, period })
    for (const item of items.filter(isExceeded))
      if (await store.warnOnce(organization, item.metric, period))
        await notifier.limitPassed(organization.id, item.metric, item)
  }

  return {
    async check() {
      const organizations = await store.measuredOrganizations()
      for (const organization of organizations) await watchLimits(organization)
      const space = await disk()
      const level = diskLevelOf(space)
      if (level && severity(level) > severity(reported))
        for (const { id } of organizations) await notifier.diskNearlyFull(id, level, space)
      reported = level
    },
  }
}
