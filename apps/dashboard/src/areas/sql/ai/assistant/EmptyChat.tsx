import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import { Sparkles } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'

const SUGGESTIONS = [
  'What tables are there, and how are they related?',
  'Which policies protect my tables?',
  'Write a query that finds duplicate rows',
]

const sharedData: Record<AiLevel, string> = {
  disabled: '',
  schema: 'It sees the names and types in this database, but no rows and no logs.',
  schema_and_log: 'It sees the names and types in this database and can read its log, but no rows.',
  schema_and_log_and_data:
    'It sees the names and types in this database, can read its log, and sees rows of what you run here.',
}

/** An empty chat: suggested questions, and what the assistant can see. */
export function EmptyChat({
  level,
  isPrepared,
  suggestions,
  onPick,
}: {
  level: AiLevel | undefined
  /** Whether the first message is already written. */
  isPrepared: boolean
  suggestions: readonly string[]
  onPick: (suggestion: string) => void
}) {
  const defaults = isPrepared ? [] : SUGGESTIONS
  const offered = suggestions.length > 0 ? suggestions : defaults
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-y-auto p-3 text-sm">
      <Sparkles className="size-5 text-brand-ink" aria-hidden />
      <p className="font-medium">
        {isPrepared
          ? 'Send it as is, or add to it first'
          : 'What would you like to know about your database?'}
      </p>
      <p className="text-ink-muted">{level && sharedData[level]} Its SQL runs only when you run it.</p>
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
