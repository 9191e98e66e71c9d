import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

/** The plans of projects, which say how long their logs are kept. */
export function logPlans(metadata: Metadata) {
  const plans = metadata
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
  return {
    async of(ref: string): Promise<PlanId> {
      const { plan } = await plans.select('plan').where('ref', '=', ref).executeTakeFirstOrThrow()
      return plan
    },
    async all(): Promise<ReadonlyMap<string, PlanId>> {
      const rows = await plans.select(['ref', 'plan']).execute()
      return new Map(rows.map(({ ref, plan }) => [ref, plan]))
    },
  }
}
