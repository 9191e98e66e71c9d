import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import type { ResultChoiceProps } from './ResultTabs.tsx'
import { ScriptStatementPanel } from './ScriptStatementPanel.tsx'
import { statementMarks } from './statement-marks.ts'

/** Pages through the results of a script with many statements. */
export function ResultPager({ statements, failure, interruption, chosen, onChoose }: ResultChoiceProps) {
  const last = statements.length - 1
  const statement = statements[chosen]
  const { icon: Mark, tone } = statementMarks[statement?.state ?? 'waiting']
  return (
    <div className="flex h-full flex-col">
      <nav aria-label="Results" className="flex h-9 shrink-0 items-center gap-1 border-line border-b px-2">
        <IconButton
          label="Previous result"
          icon={ChevronLeft}
          size="sm"
          reason={chosen === 0 ? 'This is the first result' : undefined}
          onClick={() => onChoose(chosen - 1)}
        />
        <IconButton
          label="Next result"
          icon={ChevronRight}
          size="sm"
          reason={chosen >= last ? 'This is the last result' : undefined}
          onClick={() => onChoose(chosen + 1)}
        />
        {statement && (
          <p className="flex min-w-0 items-center gap-1.5 px-1 text-sm">
            <Mark className={`size-4 shrink-0 ${tone}`} aria-hidden />
            <span className="truncate">{statement.title}</span>
            <span className="shrink-0 text-ink-muted">
              · line {statement.line.toLocaleString('en')}, {statement.state} · statement{' '}
              {(chosen + 1).toLocaleString('en')} of {statements.length.toLocaleString('en')}
            </span>
          </p>
        )}
      </nav>
      <div className="min-h-0 flex-1">
        <ScriptStatementPanel
          key={chosen}
          statements={statements}
          chosen={chosen}
          failure={failure}
          interruption={interruption}
        />
      </div>
    </div>
  )
}
