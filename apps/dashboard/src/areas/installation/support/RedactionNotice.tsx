import { redactions } from '@basalt/contract/support/redaction.rules.ts'
import { Card } from '../../../ui/layout/Card.tsx'

/** What is never in the file. */
export function RedactionNotice() {
  return (
    <Card title="What is taken out" description="Before you see it, and from what you type as well.">
      <ul className="flex list-disc flex-col gap-1 pl-4 text-ink-muted text-sm">
        {redactions.map(({ what }) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </Card>
  )
}
