import { cx } from '../../../lib/class-names.ts'

const tones = { brand: 'bg-brand', warning: 'bg-warning', critical: 'bg-critical' }

/** The used share of a limit as a bar. Decorative: the numbers must be beside it. */
export function UsageBar({ percent, tone }: { percent: number; tone: keyof typeof tones }) {
  return (
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-surface-4">
      <span className={cx('block h-full rounded-full', tones[tone])} style={{ width: `${percent}%` }} />
    </span>
  )
}
