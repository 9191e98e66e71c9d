import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { prettyJson } from '../../../../lib/pretty-json.ts'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { CopyButton } from '../../../../ui/text/CopyButton.tsx'
import { countRows, queryDuration } from '../results/result-labels.ts'
import type { Plan, PlanStep } from './plan-tree.ts'

/** A query plan: its steps as a tree, with their cost. */
export function PlanView({ plan, text }: { plan: Plan; text: string }) {
  const [isRaw, setRaw] = useState(false)
  const { steps, executionMs, planningMs, hasOnlySequentialScans } = plan
  return (
    <section aria-label="Query plan" className="flex h-full flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2 text-sm">
        <p>
          {executionMs !== undefined && <span className="font-medium">{queryDuration(executionMs)}</span>}
          <span className="text-ink-muted">
            {executionMs !== undefined && ' · '}
            {steps.length === 1 ? '1 step' : `${steps.length} steps`}
            {planningMs !== undefined && ` · planned in ${queryDuration(planningMs)}`}
          </span>
        </p>
        {hasOnlySequentialScans && (
          <Badge icon={TriangleAlert} tone="warning">
            Sequential scan detected
          </Badge>
        )}
        <div className="ml-auto flex items-center gap-3">
          <Switch checked={isRaw} onCheckedChange={setRaw} label="Show raw" />
          <CopyButton text={text} label="Copy plan" />
        </div>
      </header>
      {isRaw ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="min-h-0 flex-1 overflow-auto p-4 text-xs leading-5"
        >
          {prettyJson(text) ?? text}
        </pre>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div tabIndex={0} className="min-h-0 flex-1 overflow-auto p-4">
          <ol className="flex min-w-fit flex-col gap-1" aria-label="Steps">
            {steps.map((step) => (
              <Step key={step.number} step={step} />
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}

const count = (value: number) => Math.round(value).toLocaleString('en')

function Step({ step }: { step: PlanStep }) {
  const { number, depth, title, details, ownMs, cost, rowsEstimated, rowsActual, loops, share, isSlow } = step
  const { blocksHit, blocksRead } = step
  const percent = Math.round(share * 100)
  return (
    <li style={{ marginLeft: `${depth * 20}px` }}>
      <div
        className={cx(
          'rounded-md border px-3 py-2',
          isSlow ? 'border-warning-line bg-warning-subtle' : 'border-line',
        )}
      >
        <div className="flex items-baseline gap-3">
          <span className="text-ink-muted text-xs tabular-nums">{number}</span>
          <span className="font-medium text-sm">{title}</span>
          {isSlow && <span className="text-warning-ink text-xs">{percent} % of the time</span>}
          <span className="ml-auto whitespace-nowrap pl-6 text-ink-muted text-xs tabular-nums">
            {ownMs !== undefined && `${queryDuration(ownMs)} · `}
            {rowsActual === undefined
              ? `about ${countRows(Math.round(rowsEstimated))}`
              : `${countRows(rowsActual)}, ${count(rowsEstimated * (loops ?? 1))} expected`}
            {loops !== undefined && loops !== 1 && ` · ${count(loops)} loops`}
            {blocksHit + blocksRead > 0 && ` · buffers ${count(blocksHit)} hit, ${count(blocksRead)} read`}
          </span>
        </div>
        <div
          className="mt-1.5 h-1 rounded-full bg-surface-3"
          title={ownMs === undefined ? `Cost ${count(cost)}` : `${percent} % of the time of all steps`}
        >
          <div
            className={cx('h-full rounded-full', isSlow ? 'bg-warning' : 'bg-control')}
            style={{ width: `${share * 100}%` }}
          />
        </div>
        {details.map((detail) => (
          <p key={detail} className="wrap-anywhere mt-1 font-mono text-ink-muted text-xs">
            {detail}
          </p>
        ))}
      </div>
    </li>
  )
}
