import type { LogSourceId } from '@basalt/contract/logs/log-limits.rules.ts'
import { logTerm } from '@basalt/contract/logs/log-search.rules.ts'
import { logSourceIds } from '@basalt/contract/logs/logs.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link2, ListFilter, ListX } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { exactTime } from '../../../lib/dates.ts'
import { useCopy } from '../../../lib/use-copy.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { eventKey, eventOfKey, levelTones, logTime, outcomeOf, scopeTitle } from './log-text.rules.ts'
import { logQueries } from './logs.queries.ts'

/** One event: its message, its fields, and the events of the same request or session. */
export function LogEventSheet({
  projectRef,
  openKey,
  onOpen,
  onFilter,
  onClose,
}: {
  projectRef: string
  openKey: string | undefined
  onOpen: (event: LogEvent) => void
  /** Adds a term to the search. */
  onFilter: (term: string) => void
  onClose: () => void
}) {
  const named = eventOfKey(openKey)
  const source = logSourceIds.find((one) => one === named?.source)
  return (
    <Sheet
      open={openKey !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Event"
      description={source && scopeTitle(source)}
      size="lg"
    >
      {source && named && (
        <Details
          key={openKey}
          projectRef={projectRef}
          source={source}
          id={named.id}
          onOpen={onOpen}
          onFilter={onFilter}
        />
      )}
    </Sheet>
  )
}

function Details({
  projectRef,
  source,
  id,
  onOpen,
  onFilter,
}: {
  projectRef: string
  source: LogSourceId
  id: string
  onOpen: (event: LogEvent) => void
  onFilter: (term: string) => void
}) {
  const details = useQuery(logQueries.event(projectRef, source, id))
  const link = useCopy()
  if (details.isPending)
    return (
      <SheetBody>
        <Skeleton className="h-16" />
        <Skeleton className="h-64" />
      </SheetBody>
    )
  if (details.isError)
    return (
      <SheetBody>
        <ErrorPanel
          title="Failed to load the event"
          message={details.error.message}
          requestId={requestIdOf(details.error)}
          onRetry={details.refetch}
          retrying={details.isFetching}
        />
      </SheetBody>
    )
  const { event, related } = details.data
  return (
    <>
      <SheetBody>
        <div className="flex items-center gap-2">
          <Badge tone={levelTones[event.level]}>{outcomeOf(event)}</Badge>
          <time
            dateTime={event.timestamp}
            className="text-ink-muted text-sm"
            title={exactTime(event.timestamp)}
          >
            {logTime(event.timestamp)}
          </time>
        </div>
        <CodeBlock title="Message" label="Message of the event" code={event.event_message} wrap />
        <dl className="text-sm" aria-label="Fields">
          {Object.entries(event.fields).map(([name, value]) => (
            <div
              key={name}
              className="flex min-h-9 items-center gap-4 border-line border-b py-1 last:border-b-0"
            >
              <dt className="w-32 shrink-0 font-mono text-ink-muted text-xs">{name}</dt>
              <dd className="flex min-w-0 flex-1 items-center gap-1">
                <span className="wrap-anywhere min-w-0 flex-1 font-mono text-xs">{String(value)}</span>
                <IconButton
                  label={`Only this ${name}`}
                  icon={ListFilter}
                  size="sm"
                  onClick={() => onFilter(logTerm(name, String(value)))}
                />
                <IconButton
                  label={`Without this ${name}`}
                  icon={ListX}
                  size="sm"
                  onClick={() => onFilter(logTerm(name, String(value), true))}
                />
                <CopyButton text={String(value)} label={`Copy ${name}`} />
              </dd>
            </div>
          ))}
        </dl>
        {related.length > 0 && (
          <section aria-label="Related events" className="flex flex-col gap-2">
            <h3 className="font-semibold text-sm">Same request or session</h3>
            <ul className="flex flex-col rounded-md border border-line">
              {related.map((one) => (
                <li key={eventKey(one)} className="border-line border-b last:border-b-0">
                  <button
                    type="button"
                    onClick={() => onOpen(one)}
                    className="flex w-full items-center gap-3 px-3 py-2 text-left hover:bg-surface-2"
                  >
                    <Badge tone={levelTones[one.level]}>{outcomeOf(one)}</Badge>
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-mono text-xs">{one.event_message}</span>
                      <span className="block text-2xs text-ink-muted">
                        {scopeTitle(one.source)}, {logTime(one.timestamp)}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </SheetBody>
      <DialogFooter>
        <Button icon={Link2} onClick={() => link.copy(window.location.href)}>
          {link.state === 'copied' ? 'Copied' : link.state === 'failed' ? 'Could not copy' : 'Copy link'}
        </Button>
      </DialogFooter>
    </>
  )
}
