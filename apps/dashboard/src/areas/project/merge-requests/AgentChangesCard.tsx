import { useQuery } from '@tanstack/react-query'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { When } from '../../../ui/text/When.tsx'
import { mergeRequestQueries } from './merge-requests.queries.ts'

/** What agents ran on the branch, in the order in which they did. Nothing when none has worked on it. */
export function AgentChangesCard({ branchRef }: { branchRef: string }) {
  const { data } = useQuery(mergeRequestQueries.agentChanges(branchRef))
  if (!data || data.changes.length === 0) return null
  const changes = data.changes.toReversed()
  return (
    <Card
      title="What agents ran"
      description={
        data.next_cursor === null
          ? 'SQL that changed the branch, in order.'
          : `The last ${changes.length.toLocaleString('en')} statements. The changes of the database have all of them.`
      }
    >
      <ol aria-label="Changes by agents" className="flex max-h-96 flex-col gap-4 overflow-y-auto">
        {changes.map(({ id, sql, made_by, made_at, outcome, error }) => (
          <li key={id} className="flex flex-col gap-1.5">
            <p className="wrap-anywhere flex flex-wrap items-center gap-2 text-ink-muted text-xs">
              For {made_by}, <When time={made_at} />
              {outcome === 'failed' && <Badge tone="critical">Failed</Badge>}
            </p>
            <CodeBlock label={`Change ${id}`} code={sql} wrap />
            {error !== null && <p className="wrap-anywhere text-critical-ink text-xs">{error}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
