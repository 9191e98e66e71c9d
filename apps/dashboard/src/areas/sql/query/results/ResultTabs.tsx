import { TabPanel } from '../../../../ui/layout/TabPanel.tsx'
import { type TabItem, Tabs } from '../../../../ui/layout/Tabs.tsx'
import type { QueryFailure } from '../failure/query-failure.ts'
import { ScriptStatementPanel } from './ScriptStatementPanel.tsx'
import type { ScriptStatement } from './script-statements.rules.ts'
import { statementMarks } from './statement-marks.ts'

export interface ResultChoiceProps {
  statements: readonly ScriptStatement[]
  failure: QueryFailure | undefined
  interruption: string | undefined
  /** The index of the selected statement. */
  chosen: number
  onChoose: (index: number) => void
}

/** A tab for each statement of a script: its number, first words, line and outcome. */
export function ResultTabs({ statements, failure, interruption, chosen, onChoose }: ResultChoiceProps) {
  const items: TabItem[] = statements.map(({ title, line, state, outcome }, index) => ({
    value: String(index),
    label: `${index + 1}. ${title}`,
    icon: statementMarks[state].icon,
    iconClass: statementMarks[state].tone,
    hint: `line ${line}, ${state}`,
    ...(outcome?.fields && { count: outcome.rowCount }),
  }))
  const value = String(chosen)
  return (
    <Tabs
      label="Results"
      items={items}
      value={value}
      onValueChange={(next) => onChoose(Number(next))}
      className="flex h-full flex-col [&>[role=tablist]]:px-3"
    >
      <TabPanel value={value} className="min-h-0 flex-1">
        <ScriptStatementPanel
          key={value}
          statements={statements}
          chosen={chosen}
          failure={failure}
          interruption={interruption}
        />
      </TabPanel>
    </Tabs>
  )
}
