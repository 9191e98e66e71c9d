import { hasPointInTime } from '@basalt/contract/backups/backups.rules.ts'
import { exceededOn, planChangeDirection } from '@basalt/contract/billing/plan-change.rules.ts'
import { type PlanId, plans } from '@basalt/contract/organizations/organizations.rules.ts'
import { hasReplicas } from '@basalt/contract/replicas/replicas.rules.ts'
import { type MetricId, metricOf } from '@basalt/contract/usage/usage.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatAmount } from '../../../lib/amount.ts'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { usageQueries } from '../usage/usage.queries.ts'
import { changePlan } from './billing.queries.ts'
import { changedLines, type PlanLine } from './plan-lines.rules.ts'

const verbs = { upgrade: 'Upgrade', downgrade: 'Downgrade', none: 'Keep' }

/** Confirms a change of plan and lists the quotas that change and those already exceeded. */
export function PlanChangeDialog({
  slug,
  from,
  to,
  onClose,
}: {
  slug: string
  from: PlanId
  /** Undefined while the dialog is closed. */
  to: PlanId | undefined
  onClose: () => void
}) {
  const { mutateAsync } = useMutation(changePlan(slug))
  const usage = useQuery({ ...usageQueries.current(slug), enabled: to !== undefined })
  if (to === undefined) return null
  const verb = verbs[planChangeDirection(from, to)]
  const { lower, higher } = changedLines(from, to)
  const shorterRetention = lower.find(({ key }) => key === 'audit')
  const endsFeatures =
    (hasPointInTime(from) && !hasPointInTime(to)) || (hasReplicas(from) && !hasReplicas(to))
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
        {lower.length > 0 && <QuotaChangeList title="Lower limits" lines={lower} from={from} to={to} />}
        {higher.length > 0 && <QuotaChangeList title="Higher limits" lines={higher} from={from} to={to} />}
        {exceeded.length > 0 && (
          <Callout tone="warning" title="Already exceeded">
            <ExceededList plan={to} exceeded={exceeded} />
          </Callout>
        )}
        {usage.isError && lower.length > 0 && (
          <Callout tone="warning">Failed to check whether current usage exceeds this plan.</Callout>
        )}
        <p>
          The plan takes effect at once.
          {endsFeatures
            ? ' In every project, point-in-time recovery is switched off and read replicas are removed.'
            : ' Nothing is disabled.'}
          {shorterRetention && ` Audit log entries older than ${shorterRetention.text(to)} are deleted.`}
        </p>
      </div>
    </ConfirmDialog>
  )
}

/** Exceeded limits of a plan: `Egress: 7 GB of 5 GB`. */
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

/** Limits before and after a change of plan. */
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
      {lines.map(({ key, label, text }) => (
        <li key={key} className="flex justify-between gap-3 px-3 py-1.5">
          <span>{label}</span>
          <span className="text-ink tabular-nums">
            {text(from)} <span aria-hidden="true">→</span>
            <span className="sr-only">becomes</span> {text(to)}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
