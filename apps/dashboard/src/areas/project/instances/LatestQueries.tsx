import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { queryHistoryQueries } from '../../sql/query-history/query-history.queries.ts'

const ENTRIES_MAX = 5
/** In UTF-16 code units: more than fits on a line. */
const TEXT_MAX = 200

/** The latest queries with their users; null before the first query. */
export function LatestQueries({ projectRef }: { projectRef: string }) {
  const { data: entries = [] } = useInfiniteQuery({
    ...queryHistoryQueries.list(projectRef, ''),
    select: ({ pages }) => pages[0]?.data.slice(0, ENTRIES_MAX) ?? [],
  })
  if (entries.length === 0) return null
  return (
    <Card
      title="Latest queries"
      actions={
        <TextLink render={<Link to="/project/$ref/sql" params={{ ref: projectRef }} />}>SQL editor</TextLink>
      }
    >
      <ul className="divide-y divide-line">
        {entries.map(({ id, sql, outcome, started_at, started_by }) => (
          <li key={id} className="flex items-center gap-3 py-2 text-xs">
            <code className="min-w-0 flex-1 truncate" title={sql}>
              {sql.slice(0, TEXT_MAX).replace(/\s+/g, ' ')}
            </code>
            {outcome === 'failed' && <Badge tone="critical">Failed</Badge>}
            {outcome === 'cancelled' && <Badge tone="warning">Cancelled</Badge>}
            <span className="max-w-40 truncate text-ink-muted max-sm:hidden">{started_by}</span>
            <When time={started_at} className="shrink-0 text-ink-muted" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
