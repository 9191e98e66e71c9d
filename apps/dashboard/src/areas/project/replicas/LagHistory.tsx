import { useQuery } from '@tanstack/react-query'
import { hasLag, lagLines, lagSummary } from './lag-line.rules.ts'
import { replicaQueries } from './replicas.queries.ts'

const [WIDTH, HEIGHT] = [360, 40]

/** The lag of a replica in the last hour, as far as its project was awake. */
export function LagHistory({ projectRef, identifier }: { projectRef: string; identifier: string }) {
  const { data = [], dataUpdatedAt, isError, error } = useQuery(replicaQueries.lags(projectRef, identifier))
  if (isError) return <span className="text-critical-ink">{error.message}</span>
  const { lines, max } = lagLines(data, { now: dataUpdatedAt, width: WIDTH, height: HEIGHT })
  const summary = lagSummary(data)
  return (
    <span className="flex flex-col gap-1">
      <svg
        role="img"
        aria-label={`${summary}, drawn over the last hour`}
        viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
        preserveAspectRatio="none"
        className="h-10 w-full max-w-sm border-line-strong border-b bg-surface-2 text-brand"
      >
        {lines.map((points) => (
          <polyline
            key={points}
            points={points}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <span className="text-ink-muted text-xs">
        {summary}
        {hasLag(data) && ` · the upper edge is ${max.toFixed(max < 10 ? 1 : 0)} s`}
      </span>
    </span>
  )
}
