import { sparkline } from './sparkline.rules.ts'

const [WIDTH, HEIGHT] = [96, 20]

/** Counts over time as bars without axes. The surrounding text states the numbers. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-5 w-24 text-brand"
      preserveAspectRatio="none"
    >
      {sparkline(values, { width: WIDTH, height: HEIGHT }).map((bar) => (
        <rect key={bar.x} {...bar} fill="currentColor" />
      ))}
    </svg>
  )
}
