import type { InstanceLogEntry } from '@basalt/contract/instances/instances.schema.ts'
import { Badge } from '../../../ui/text/Badge.tsx'
import { logTime } from './local-time.rules.ts'
import { severityTone } from './log-severity.rules.ts'

const furtherFields = ['detail', 'hint', 'statement'] as const
const words = { detail: 'Detail', hint: 'Hint', statement: 'Statement' }

export function InstanceLogRow({ entry }: { entry: InstanceLogEntry }) {
  const further = furtherFields.filter((field) => entry[field])
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-xs last:border-b-0 sm:flex-nowrap">
      <time dateTime={entry.time} className="w-32 shrink-0 pt-0.5 font-mono text-ink-muted">
        {logTime(entry.time)}
      </time>
      <span className="w-18 shrink-0">
        <Badge tone={severityTone(entry.severity)}>{entry.severity}</Badge>
      </span>
      <div className="wrap-anywhere min-w-0 flex-1 basis-60 pt-0.5 font-mono">
        <p className="whitespace-pre-wrap">{entry.message}</p>
        {further.map((field) => (
          <p key={field} className="whitespace-pre-wrap text-ink-muted">
            {words[field]}: {entry[field]}
          </p>
        ))}
      </div>
    </li>
  )
}
