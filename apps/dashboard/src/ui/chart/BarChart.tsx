import { type PointerEvent, useState } from 'react'
import { barAt, chartScale } from './bar-chart.rules.ts'

export interface Bar {
  /** The bar's category: "12 Nov". */
  label: string
  /** Null for no data. */
  value: number | null
}

const HEIGHT = 100
const GAP = 0.16

/**
 * A bar chart over time. On hover, a text describes the bar below the pointer. The caller adds a table with the same
 * numbers for screen readers.
 */
export function BarChart({
  label,
  bars,
  format,
  limit,
}: {
  /** A description for screen readers. */
  label: string
  bars: readonly Bar[]
  format: (value: number) => string
  /** A line that bars should stay below; drawn only near the bars' height. */
  limit?: { value: number; label: string } | undefined
}) {
  const [pointed, setPointed] = useState<number>()
  const { top, showsLimit } = chartScale(
    bars.map(({ value }) => value),
    limit?.value,
  )
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  // At the very top, half of the line would be cut off.
  const limitY = limit && Math.max(0.5, y(limit.value))
  const point = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(barAt(clientX - left, width, bars.length))
  }
  const bar = pointed === undefined ? undefined : bars[pointed]
  return (
    <figure className="flex flex-col gap-1">
      <div className="flex h-4 justify-between gap-2 text-2xs text-ink-muted tabular-nums" aria-hidden="true">
        <span>{format(top)}</span>
        <span className="text-ink">
          {bar && `${bar.label}: ${bar.value === null ? 'not measured' : format(bar.value)}`}
        </span>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-28 w-full border-line-strong border-b"
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        <line
          x1="0"
          x2={bars.length}
          y1="0.5"
          y2="0.5"
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        {bars.map(({ label: name, value }, index) => (
          <g key={name}>
            {index === pointed && (
              <rect x={index} y={0} width={1} height={HEIGHT} className="fill-surface-3" />
            )}
            {value !== null && value > 0 && (
              <rect
                x={index + GAP / 2}
                y={Math.min(y(value), HEIGHT - 1)}
                width={1 - GAP}
                height={Math.max(1, HEIGHT - y(value))}
                className={limit && showsLimit && value > limit.value ? 'fill-critical' : 'fill-brand'}
              />
            )}
          </g>
        ))}
        {limit && showsLimit && (
          <line
            x1="0"
            x2={bars.length}
            y1={limitY}
            y2={limitY}
            strokeDasharray="4 3"
            className="stroke-warning"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <figcaption
        className="flex justify-between gap-2 text-2xs text-ink-muted tabular-nums"
        aria-hidden="true"
      >
        <span>{bars[0]?.label}</span>
        {limit && showsLimit && <span>{limit.label}</span>}
        <span>{bars.at(-1)?.label}</span>
      </figcaption>
    </figure>
  )
}
