import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { isExceeded } from '@basalt/contract/usage/exceeded.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../ui/text/Badge.tsx'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { usageQueries } from './usage.queries.ts'

/**
 * Appears in the header when an organization exceeds its plan. Hidden from members without access to the usage, and on
 * errors, which the usage page reports.
 */
export function UsageBadge({ slug }: { slug: string }) {
  const refusal = useQuery(permissionQueries.refusal(needs.seeUsage, { slug }))
  const mayAsk = refusal.isSuccess && refusal.data === undefined
  const { data: isExceeding } = useQuery({
    ...usageQueries.current(slug),
    enabled: mayAsk,
    select: ({ usages }) => usages.some(isExceeded),
  })
  if (!mayAsk || !isExceeding) return null
  return (
    <li className="flex shrink-0 pl-3 max-md:hidden">
      <Link to="/org/$slug/usage" params={{ slug }} className="flex rounded-sm">
        <Badge tone="critical">Exceeding usage limits</Badge>
      </Link>
    </li>
  )
}
