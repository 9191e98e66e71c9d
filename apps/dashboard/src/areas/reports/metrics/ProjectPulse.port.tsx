import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { offers } from '../../installation/installation/offers.port.ts'
import { metricsOf } from './chart-drawing.rules.ts'
import { metricQueries } from './metrics.queries.ts'
import { PulseNews } from './PulseNews.tsx'
import { PULSE_RANGE, type PulseTile, pulseCharts, pulseTiles } from './pulse.rules.ts'
import { Sparkline } from './Sparkline.tsx'

/** How often the overview looks again while it is visible, in milliseconds. */
const REFETCH_MS = 60_000
const TILES = pulseCharts.length
const frame = 'grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4'

/**
 * How a project has been doing in the last hours: requests, errors, connections and size, and what is new. Nothing where
 * the installation has no reports.
 */
export function ProjectPulse({ projectRef }: { projectRef: string }) {
  const { data: config } = useSuspenseQuery(installationQueries.config())
  const isOffered = config.edition === 'platform' && offers(config, 'reports:all')
  const series = useQuery({
    ...metricQueries.series(projectRef, metricsOf(pulseCharts), PULSE_RANGE),
    enabled: isOffered,
    refetchInterval: REFETCH_MS,
  })
  if (!isOffered) return null
  return (
    <section aria-label="The last 6 hours" className="flex flex-col gap-4">
      {series.isError && !series.data ? (
        <p role="alert" className="text-critical-ink text-sm">
          {series.error.message}
        </p>
      ) : (
        <div className={frame}>
          {series.data
            ? pulseTiles(series.data).map((tile) => (
                <TileLink key={tile.title} projectRef={projectRef} tile={tile} />
              ))
            : Array.from({ length: TILES }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                <div key={index} className="flex h-28 flex-col gap-3 bg-surface-1 px-4 py-3">
                  <Skeleton className="h-3 w-20" />
                  <Skeleton className="h-5 w-14" />
                </div>
              ))}
        </div>
      )}
      <PulseNews projectRef={projectRef} />
    </section>
  )
}

const TileLink = ({ projectRef, tile }: { projectRef: string; tile: PulseTile }) => (
  <Link
    to="/project/$ref/reports/$report"
    params={{ ref: projectRef, report: tile.report }}
    search={PULSE_RANGE}
    className="-outline-offset-2 flex h-28 min-w-0 flex-col bg-surface-1 px-4 py-3 hover:bg-surface-2"
  >
    <span className="text-ink-muted text-sm">{tile.title}</span>
    <span className="flex items-baseline gap-2">
      <span className="whitespace-nowrap font-semibold text-lg tabular-nums tracking-tight">
        {tile.value ?? '–'}
      </span>
      <span className="truncate text-2xs text-ink-muted">
        {tile.value === undefined ? 'not measured' : tile.note}
      </span>
    </span>
    <Sparkline values={tile.values} />
  </Link>
)
