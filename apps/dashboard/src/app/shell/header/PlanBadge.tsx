import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { Badge } from '../../../ui/text/Badge.tsx'

/** The plan of an organization, beside its name; hidden in narrow windows. */
export function PlanBadge({ plan }: { plan: Organization['plan'] }) {
  return (
    <span className="flex shrink-0 max-md:hidden">
      <Badge tone={plan.id === 'free' ? 'neutral' : 'brand'}>{plan.name}</Badge>
    </span>
  )
}
