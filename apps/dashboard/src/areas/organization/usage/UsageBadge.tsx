import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { isExceeded } from '@basalt/contract/usage/exceeded.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../ui/text/Badge.tsx'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { usageQueries } from './usage.queries.ts'

/**
 * In the header, when an organization uses more than its plan includes. Members who cannot see the usage see nothing,
 * and so does everyone while the server does not answer: the usage page shows that failure.
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
