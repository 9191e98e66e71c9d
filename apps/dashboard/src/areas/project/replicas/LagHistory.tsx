import { useQuery } from '@tanstack/react-query'
import { cx } from '../../../lib/class-names.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { hasLag, type LagUnit, lagAmount, lagLines, lagSummary } from './lag-line.rules.ts'
import { replicaQueries } from './replicas.queries.ts'

const [WIDTH, HEIGHT] = [360, 40]

const looks: Record<LagUnit, { label: string; line: string; swatch: string }> = {
  bytes: { label: 'bytes', line: 'text-ink-faint', swatch: 'bg-ink-faint' },
  seconds: { label: 'seconds', line: 'text-brand', swatch: 'bg-brand' },
}
const units = ['bytes', 'seconds'] as const satisfies readonly LagUnit[]

/** The lag of a replica in the last hour, as far as its project was awake and this server ran. */
export function LagHistory({ projectRef, identifier }: { projectRef: string; identifier: string }) {
  const { data, dataUpdatedAt, error } = useQuery(replicaQueries.lags(projectRef, identifier))
  if (!data)
    return error ? (
      <span className="text-critical-ink">{error.message}</span>
    ) : (
      <Skeleton className="h-10 w-full max-w-sm" />
    )
  const drawn = units.map((unit) => ({
    unit,
    ...lagLines(data, unit, { now: dataUpdatedAt, width: WIDTH, height: HEIGHT }),
  }))
  const summary = lagSummary(data, dataUpdatedAt)
  return (
    <span className="flex flex-col gap-1">
      <svg
        role="img"
        aria-label={`${summary}, drawn over the last hour`}
        viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
        preserveAspectRatio="none"
        className="h-10 w-full max-w-sm border-line-strong border-b bg-surface-2"
      >
        {drawn.map(({ unit, lines }) => (
          <g key={unit} className={looks[unit].line}>
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
          </g>
        ))}
      </svg>
      <span className="text-ink-muted text-xs">{summary}</span>
      {hasLag(data) && (
        <span className="flex flex-wrap gap-x-4 text-ink-muted text-xs">
          {drawn.toReversed().map(({ unit, max }) => (
            <span key={unit} className="flex items-center gap-1.5">
              <span className={cx('h-0.5 w-3', looks[unit].swatch)} aria-hidden />
              In {looks[unit].label}, the upper edge is {lagAmount(max, unit)}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}
