import { deviceName } from '@basalt/contract/access/device.rules.ts'
import type { AuditEntry } from '@basalt/contract/audit/audit.schema.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { type DescriptionItem, DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import type { AuditFilter } from './audit-filter.rules.ts'
import {
  actorName,
  callerLabel,
  fieldName,
  fieldText,
  outcomeLabels,
  timeText,
} from './audit-labels.rules.ts'

/** The details of one log entry. */
export function AuditEntrySheet({
  entry,
  onClose,
  onNarrow,
}: {
  entry: AuditEntry | undefined
  onClose: () => void
  /** Filters the log by a property of this entry. */
  onNarrow: (filter: AuditFilter) => void
}) {
  return (
    <Sheet
      open={entry !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={entry?.action.title}
      description={entry && timeText(entry.at)}
    >
      {entry && (
        <>
          <SheetBody>
            <DescriptionList items={factsOf(entry)} />
            <Details details={entry.details} />
          </SheetBody>
          <DialogFooter>
            <Button onClick={() => onNarrow({ action: entry.action.name })}>Only this action</Button>
            {entry.project && (
              <Button onClick={() => onNarrow({ project: entry.project?.ref })}>Only this project</Button>
            )}
          </DialogFooter>
        </>
      )}
    </Sheet>
  )
}

function factsOf({ actor, organization, project, result, ...entry }: AuditEntry): DescriptionItem[] {
  const { label, tone } = outcomeLabels[result.outcome]
  return [
    { label: 'Who', value: actorName(actor) },
    { label: 'Signed in', value: callerLabel(actor) },
    { label: 'Result', value: <Badge tone={tone}>{label}</Badge> },
    ...(result.code === null ? [] : [{ label: 'Reason', value: `${result.code} (${result.status})` }]),
    ...(organization ? [{ label: 'Organization', value: organization.name }] : []),
    ...(project ? [{ label: 'Project', value: project.name ?? project.ref, copy: project.ref }] : []),
    { label: 'Network address', value: entry.address },
    { label: 'Device', value: <span title={entry.user_agent}>{deviceName(entry.user_agent)}</span> },
    {
      label: 'Request ID',
      value: <span className="font-mono text-xs">{entry.request_id}</span>,
      copy: entry.request_id,
    },
  ]
}

function Details({ details: { query, ...details } }: { details: AuditEntry['details'] }) {
  const facts = Object.entries(details).map(([name, value]) => ({
    label: fieldName(name),
    value: fieldText(value),
  }))
  return (
    <>
      {facts.length > 0 && (
        <section aria-label="Request">
          <h3 className="mb-1 font-semibold text-sm">Request</h3>
          <DescriptionList items={facts} />
        </section>
      )}
      {typeof query === 'string' && (
        <section aria-label="SQL">
          <h3 className="mb-1 font-semibold text-sm">SQL, without its literals</h3>
          <CodeBlock label="SQL" code={query} />
        </section>
      )}
    </>
  )
}
