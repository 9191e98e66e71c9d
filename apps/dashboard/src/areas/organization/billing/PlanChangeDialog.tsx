import { exceededOn, planChangeDirection } from '@basalt/contract/billing/plan-change.rules.ts'
import { type PlanId, plans } from '@basalt/contract/organizations/organizations.rules.ts'
import { type MetricId, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatAmount } from '../../../lib/amount.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { usageQueries } from '../usage/usage.queries.ts'
import { changePlan } from './billing.queries.ts'
import { changedLines, type PlanLine } from './plan-lines.rules.ts'

const verbs = { upgrade: 'Upgrade', downgrade: 'Downgrade', none: 'Keep' }

/** Asks before a plan is changed: which quotas move, and what of them is used up already. */
export function PlanChangeDialog({
  slug,
  from,
  to,
  onClose,
}: {
  slug: string
  from: PlanId
  /** Undefined when nothing is asked. */
  to: PlanId | undefined
  onClose: () => void
}) {
  const { mutateAsync } = useMutation(changePlan(slug))
  const usage = useQuery({ ...usageQueries.current(slug), enabled: to !== undefined })
  if (to === undefined) return null
  const verb = verbs[planChangeDirection(from, to)]
  const { tighter, wider } = changedLines(from, to)
  const keepsLess = tighter.find(({ key }) => key === 'audit')
  const exceeded = exceededOn(to, usage.data?.usages ?? [])
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      tone="primary"
      title={`${verb} to ${plans[to]}`}
      confirmLabel={`${verb} to ${plans[to]}`}
      onConfirm={() => mutateAsync(to)}
    >
      <div className="flex flex-col gap-3">
        {tighter.length > 0 && (
          <QuotaChangeList title="What gets tighter" lines={tighter} from={from} to={to} />
        )}
        {wider.length > 0 && <QuotaChangeList title="What gets wider" lines={wider} from={from} to={to} />}
        {exceeded.length > 0 && (
          <Callout tone="warning" title="Already used beyond this plan">
            <ExceededList plan={to} exceeded={exceeded} />
          </Callout>
        )}
        {usage.isError && tighter.length > 0 && (
          <Callout tone="warning">
            Whether more is used already than this plan includes could not be found out.
          </Callout>
        )}
        <p>
          The plan holds at once. Nothing is switched off, and nobody is charged.
          {keepsLess && ` Entries of the audit log that are older than ${keepsLess.words(to)} are deleted.`}
        </p>
      </div>
    </ConfirmDialog>
  )
}

/** What is used beyond a plan: `Egress: 7 GB of 5 GB`. */
const ExceededList = ({
  plan,
  exceeded,
}: {
  plan: PlanId
  exceeded: readonly { metric: MetricId; usage: number }[]
}) => (
  <ul className="list-inside list-disc">
    {exceeded.map(({ metric, usage }) => {
      const { label, unit, quotas } = metricOf(metric)
      return (
        <li key={metric}>
          {label}: {formatAmount(unit, usage)} of {formatAmount(unit, quotas[plan] ?? 0)}
        </li>
      )
    })}
  </ul>
)

/** What a plan decides, before and after. */
const QuotaChangeList = ({
  title,
  lines,
  from,
  to,
}: {
  title: string
  lines: readonly PlanLine[]
  from: PlanId
  to: PlanId
}) => (
  <section aria-label={title}>
    <p className="font-medium text-ink">{title}</p>
    <ul className="mt-1 divide-y divide-line rounded-md border border-line">
      {lines.map(({ key, label, words }) => (
        <li key={key} className="flex justify-between gap-3 px-3 py-1.5">
          <span>{label}</span>
          <span className="text-ink tabular-nums">
            {words(from)} <span aria-hidden="true">→</span>
            <span className="sr-only">becomes</span> {words(to)}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
