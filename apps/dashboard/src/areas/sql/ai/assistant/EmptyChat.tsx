import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import { Sparkles } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'

const SUGGESTIONS = [
  'What tables are there, and how do they belong together?',
  'Which policies protect my tables?',
  'Write a query that finds duplicate rows',
]

const shared: Record<AiLevel, string> = {
  disabled: '',
  schema: 'It knows names and types of this database, but no rows and no logs.',
  schema_and_log: 'It knows names and types of this database and may read its log, but no rows.',
  schema_and_log_and_data:
    'It knows names and types of this database, may read its log, and sees rows of what you run here.',
}

/** What stands where nothing has been said yet: what can be asked, and what the assistant knows. */
export function EmptyChat({
  level,
  isPrepared,
  suggestions,
  onPick,
}: {
  level: AiLevel | undefined
  /** Whether the first message is written already. */
  isPrepared: boolean
  suggestions: readonly string[]
  onPick: (suggestion: string) => void
}) {
  const own = isPrepared ? [] : SUGGESTIONS
  const offered = suggestions.length > 0 ? suggestions : own
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-y-auto p-3 text-sm">
      <Sparkles className="size-5 text-brand-ink" aria-hidden />
      <p className="font-medium">
        {isPrepared
          ? 'Send it as it is, or say more first'
          : 'What would you like to know about your database?'}
      </p>
      <p className="text-ink-muted">{level && shared[level]} SQL that it writes runs only when you run it.</p>
      {offered.length > 0 && (
        <ul aria-label="Suggestions" className="flex flex-col items-start gap-1.5">
          {offered.map((suggestion) => (
            <li key={suggestion}>
              <Button
                size="sm"
                className="h-auto! min-h-7 whitespace-normal py-1 text-left"
                onClick={() => onPick(suggestion)}
              >
                {suggestion}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
