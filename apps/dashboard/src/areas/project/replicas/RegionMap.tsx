import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { useMemo } from 'react'
import land from 'world-atlas/land-110m.json'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Tooltip } from '../../../ui/floating/Tooltip.tsx'
import { databasesText, otherPlaces, placesOf } from './map-places.rules.ts'
import { landOf, type Topology } from './world-land.rules.ts'

export interface RegionMapProps {
  states: readonly DatabaseState[]
  regionName: (code: string) => string
}

const SIZE = [960, 440] as const

/** The earth as it is drawn. */
function drawnWorld() {
  const world = landOf(land as unknown as Topology)
  const projection = geoNaturalEarth1().fitSize(SIZE, world)
  return { outline: geoPath(projection)(world) ?? '', projection }
}

/** Where on earth the databases are, as far as the operator has said so. */
export function RegionMap({ states, regionName }: RegionMapProps) {
  const { outline, projection } = useMemo(drawnWorld, [])
  const { places, unknown } = placesOf(states)
  const primary = states[0]?.identifier ?? ''
  return (
    <section aria-label="Map of the databases" className="flex flex-col gap-3">
      <div className="relative">
        <svg viewBox={`0 0 ${SIZE[0]} ${SIZE[1]}`} className="w-full" aria-hidden="true">
          <path d={outline} className="fill-surface-3" />
          {otherPlaces(places).map(({ code, label, at }) => {
            const [x, y] = projection(at) ?? [0, 0]
            return (
              <circle key={code} cx={x} cy={y} r={3} className="fill-ink-faint">
                <title>{`${label}: no databases`}</title>
              </circle>
            )
          })}
        </svg>
        {places.map(({ region, at, databases }) => {
          const [x, y] = projection(at) ?? [0, 0]
          const text = `${regionName(region)}: ${databasesText(databases, primary)}`
          return (
            <Tooltip key={region} content={text}>
              <button
                type="button"
                aria-label={text}
                style={{ left: `${(100 * x) / SIZE[0]}%`, top: `${(100 * y) / SIZE[1]}%` }}
                className="-translate-1/2 absolute grid size-6 place-items-center rounded-full"
              >
                <span className="size-3 rounded-full border-2 border-surface-1 bg-brand ring-2 ring-brand-line" />
              </button>
            </Tooltip>
          )
        })}
      </div>
      {places.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {places.map(({ region, databases }) => (
            <li key={region}>
              <span className="font-medium">{regionName(region)}</span>{' '}
              <span className="text-ink-muted">{databasesText(databases, primary)}</span>
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <Callout title={`${unknown.map(regionName).join(', ')} has no place on the map`}>
          All databases of this installation run on one machine. Its operator can say where that is with
          BASALT_REGION, such as BASALT_REGION=eu-central-1.
        </Callout>
      )}
    </section>
  )
}
