import { Progress as Base } from '@base-ui/react/progress'
import { cx } from '../../lib/class-names.ts'
import type { Tone } from '../text/tone.ts'

const tones: Record<Exclude<Tone, 'neutral'>, string> = {
  brand: 'bg-brand',
  success: 'bg-success',
  warning: 'bg-warning',
  critical: 'bg-critical',
}

/** Progress from 0 to 100; `null` when unknown. */
export function ProgressBar({
  label,
  value,
  valueText,
  tone = 'brand',
}: {
  label: string
  value: number | null
  /** The value in its unit: "3 of 8 GB". */
  valueText?: string
  tone?: keyof typeof tones
}) {
  return (
    <Base.Root
      value={value}
      getAriaValueText={valueText === undefined ? undefined : () => valueText}
      className="flex flex-col gap-1.5"
    >
      <div className="flex justify-between gap-2 text-sm">
        <Base.Label className="text-ink-muted">{label}</Base.Label>
        <span aria-hidden="true" className="tabular-nums">
          {valueText ?? (value === null ? '' : `${Math.round(value)} %`)}
        </span>
      </div>
      <Base.Track className="h-1.5 overflow-hidden rounded-full bg-surface-4">
        <Base.Indicator
          className={cx(
            'rounded-full transition-[width]',
            tones[tone],
            value === null && 'h-full w-2/5 animate-sweep',
          )}
        />
      </Base.Track>
    </Base.Root>
  )
}
