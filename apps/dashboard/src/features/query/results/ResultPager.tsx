import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { QueryFailurePanel } from '../failure/QueryFailurePanel.tsx'
import type { QueryRunSnapshot } from '../run/query-run.ts'
import { outcomeName } from './result-words.ts'
import { StatementResult } from './StatementResult.tsx'

/** Leafs through the results of a script with many statements. */
export function ResultPager({
  snapshot: { outcomes, failure },
  interruption,
  chosen,
  onChoose,
}: {
  snapshot: QueryRunSnapshot
  interruption: string | undefined
  chosen: number
  onChoose: (index: number) => void
}) {
  const last = failure ? outcomes.length : outcomes.length - 1
  const outcome = outcomes[chosen]
  return (
    <div className="flex h-full flex-col">
      <nav aria-label="Results" className="flex h-9 shrink-0 items-center gap-1 border-line border-b px-2">
        <IconButton
          label="Previous result"
          icon={ChevronLeft}
          size="sm"
          reason={chosen === 0 ? 'This is the first' : undefined}
          onClick={() => onChoose(chosen - 1)}
        />
        <IconButton
          label="Next result"
          icon={ChevronRight}
          size="sm"
          reason={chosen >= last ? 'This is the last' : undefined}
          onClick={() => onChoose(chosen + 1)}
        />
        <p className="px-1 text-sm">
          {outcome ? outcomeName(outcome, interruption) : 'Error'}
          {outcome && (
            <span className="text-ink-muted">
              {' '}
              · statement {(chosen + 1).toLocaleString('en')} of {outcomes.length.toLocaleString('en')}
            </span>
          )}
        </p>
      </nav>
      <div className="min-h-0 flex-1">
        {outcome && <StatementResult key={chosen} outcome={outcome} interruption={interruption} />}
        {!outcome && failure && <QueryFailurePanel failure={failure} />}
      </div>
    </div>
  )
}
