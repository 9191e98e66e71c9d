import type { LogScope } from '@basalt/contract/logs/log-limits.rules.ts'
import { LOG_SEARCH_MAX } from '@basalt/contract/logs/log-limits.rules.ts'
import { parseLogSearch } from '@basalt/contract/logs/log-search.rules.ts'
import { fieldsOf, logSources } from '@basalt/contract/logs/logs.rules.ts'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Input } from '../../../ui/controls/Input.tsx'

const DEBOUNCE_MS = 400

const examples: Record<LogScope, string> = {
  all_logs: 'level:error "duplicate key"',
  edge_logs: 'status:5xx path:/rest/* "text"',
  postgres_logs: 'severity:ERROR,FATAL "duplicate key"',
  pooler_logs: 'outcome:refused user_name:postgres',
  webhook_logs: 'outcome:failed webhook:orders',
  storage_logs: 'status:4xx bucket:avatars',
  auth_logs: 'status:400..499 action:token',
}

/** What is searched for, in words and fields. A search that cannot be understood says why and is not sent. */
export function LogSearchField({
  scope,
  search,
  onSearchChange,
}: {
  scope: LogScope
  search: string
  onSearchChange: (search: string) => void
}) {
  const { text, set, commitNow } = useDebouncedText(search, onSearchChange, DEBOUNCE_MS)
  const hint = useId()
  const parsed = parseLogSearch(text, fieldsOf(scope))
  const problem = 'problem' in parsed ? parsed.problem : undefined
  const names = scope === 'all_logs' ? Object.keys(fieldsOf(scope)) : Object.keys(logSources[scope].fields)
  return (
    <div className="flex min-w-60 flex-1 flex-col gap-1">
      <Input
        type="search"
        icon={Search}
        aria-label="Search events"
        aria-describedby={hint}
        aria-invalid={problem !== undefined}
        placeholder={`Search, such as ${examples[scope]}`}
        className="font-mono"
        maxLength={LOG_SEARCH_MAX}
        value={text}
        onValueChange={set}
        onKeyDown={(event) => event.key === 'Enter' && commitNow(text)}
      />
      <p id={hint} className={problem === undefined ? 'sr-only' : 'text-critical-ink text-xs'}>
        {problem ?? `Words, and the fields ${names.join(', ')}.`}
      </p>
    </div>
  )
}
