import { sparkPath } from '../../../ui/chart/time-chart.rules.ts'

const [WIDTH, HEIGHT] = [200, 32]

/** A line without axes. The number beside it says what a screen reader needs. */
export const Sparkline = ({ values }: { values: readonly (number | null)[] }) => (
  <svg
    aria-hidden="true"
    viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
    preserveAspectRatio="none"
    className="mt-auto h-9 w-full text-brand"
  >
    <path
      d={sparkPath(values, WIDTH, HEIGHT)}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)
