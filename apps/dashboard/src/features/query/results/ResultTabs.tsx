import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { type TabItem, Tabs } from '../../../ui/layout/Tabs.tsx'
import { QueryFailurePanel } from '../failure/QueryFailurePanel.tsx'
import type { QueryRunSnapshot } from '../run/query-run.ts'
import { outcomeName } from './result-words.ts'
import { StatementResult } from './StatementResult.tsx'

const FAILURE = 'failure'

/** A tab for each statement, and one for what ended the run. */
export function ResultTabs({
  snapshot: { outcomes, failure },
  interruption,
  chosen,
  onChoose,
}: {
  snapshot: QueryRunSnapshot
  interruption: string | undefined
  /** The index of a statement; the failure is behind the last. */
  chosen: number
  onChoose: (index: number) => void
}) {
  const items: TabItem[] = outcomes.map((outcome, index) => ({
    value: String(index),
    label: `${index + 1}. ${outcomeName(outcome, interruption)}`,
    ...(outcome.fields && { count: outcome.rowCount }),
  }))
  if (failure) items.push({ value: FAILURE, label: 'Error' })
  const outcome = outcomes[chosen]
  const value = outcome ? String(chosen) : FAILURE
  return (
    <Tabs
      label="Results"
      items={items}
      value={value}
      onValueChange={(next) => onChoose(next === FAILURE ? outcomes.length : Number(next))}
      className="flex h-full flex-col [&>[role=tablist]]:px-3"
    >
      <TabPanel value={value} className="min-h-0 flex-1">
        {outcome && <StatementResult key={value} outcome={outcome} interruption={interruption} />}
        {!outcome && failure && <QueryFailurePanel failure={failure} />}
      </TabPanel>
    </Tabs>
  )
}
