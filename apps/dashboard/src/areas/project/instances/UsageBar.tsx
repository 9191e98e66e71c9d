import { cx } from '../../../lib/class-names.ts'

const tones = { brand: 'bg-brand', warning: 'bg-warning', critical: 'bg-critical' }

/** How much of something limited is used, as a line. Decoration: the numbers stand beside it. */
export function UsageBar({ percent, tone }: { percent: number; tone: keyof typeof tones }) {
  return (
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-surface-4">
      <span className={cx('block h-full rounded-full', tones[tone])} style={{ width: `${percent}%` }} />
    </span>
  )
}
