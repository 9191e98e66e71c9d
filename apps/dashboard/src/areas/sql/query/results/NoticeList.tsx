import type { QueryNotice } from '@basalt/contract/query/query.schema.ts'
import { Badge } from '../../../../ui/text/Badge.tsx'

/** The notices of a statement, in order. */
export function NoticeList({ notices }: { notices: readonly QueryNotice[] }) {
  return (
    <ul aria-label="Notices" className="flex flex-col gap-2 text-sm">
      {notices.map(({ severity, message, detail, hint }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices are only ever appended
        <li key={index} className="flex items-start gap-2">
          <Badge tone={severity === 'WARNING' ? 'warning' : 'neutral'}>{severity}</Badge>
          <div className="wrap-anywhere min-w-0">
            <p>{message}</p>
            {detail && <p className="text-ink-muted">{detail}</p>}
            {hint && <p className="text-ink-muted">Hint: {hint}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
