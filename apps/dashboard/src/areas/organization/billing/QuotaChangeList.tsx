import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import type { PlanLine } from './plan-lines.rules.ts'

/** What a plan decides, before and after. */
export const QuotaChangeList = ({
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
