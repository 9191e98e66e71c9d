import { useQueries, useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { toastFloor } from '../../../../ui/feedback/toast-floor.ts'
import { bucketQueries } from '../buckets/bucket.queries.ts'
import { storageSettingsQueries } from '../settings/settings.queries.ts'
import { UploadRow } from './UploadRow.tsx'
import { mayRetryManually, type UploadRules } from './upload.rules.ts'
import { isActive, isUnfinished, type UploadItem } from './upload-item.ts'
import {
  addSample,
  cancelledMessage,
  outcomeToast,
  progressLabel,
  type RateSample,
  remainingLabel,
  remainingMs,
  totalsOf,
} from './upload-messages.rules.ts'
import { useOutcomeDisplay, useUploads } from './upload-queue.queries.ts'
import type { UploadQueue } from './upload-queue.ts'
import { isFilePersisted } from './upload-store.ts'

/** The most rows that are rendered. */
const ROWS_MAX = 50
/** The rows listed before the first unfinished file. */
const BEFORE_FIRST = 3

const needsAttention = ({ status }: UploadItem) => status === 'failed' || status === 'file-needed'

/**
 * The listed files: starting shortly before the first unfinished one, in the order they were added, followed by others
 * that need attention. Rows never change their order.
 */
function visibleItems(items: readonly UploadItem[]) {
  const first = items.findIndex((item) => item.status !== 'stored' && !needsAttention(item))
  const start = Math.max(0, Math.min(first - BEFORE_FIRST, items.length - ROWS_MAX))
  const visible = items.slice(start, start + ROWS_MAX)
  const visibleIds = new Set(visible.map(({ id }) => id))
  const others = items.filter((item) => needsAttention(item) && !visibleIds.has(item.id))
  return [...visible, ...others.slice(0, ROWS_MAX)]
}

/** A project's uploads, at the bottom of its pages. Collapses to one line when all of them are done. */
export function UploadPanel({ projectRef }: { projectRef: string }) {
  const { queue, items } = useUploads()
  const [isOpen, setOpen] = useState(true)
  const mine = items.filter(({ ref }) => ref === projectRef)
  const mayRetry = useMayRetry(projectRef, mine)
  useLeaveWarning(items)
  useOutcomeDisplay(projectRef)
  if (mine.length === 0) return null
  const open = mine.filter(isActive)
  const failed = mine.filter(({ status }) => status === 'failed')
  const retried = failed.filter(mayRetry)
  const visible = visibleItems(mine)
  const isOver = !mine.some(isUnfinished)
  const areAllStored = mine.every(({ status }) => status === 'stored')
  return (
    <section
      ref={toastFloor}
      aria-label="Uploads"
      className="flex shrink-0 flex-col border-line-strong border-t bg-surface-1"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        {!areAllStored && (
          <IconButton
            size="sm"
            icon={isOpen ? ChevronDown : ChevronUp}
            label={isOpen ? 'Hide uploads' : 'Show uploads'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        <Total items={mine} open={open} />
        {retried.length > 0 && (
          <Button size="sm" onClick={() => queue.retry(retried.map(({ id }) => id))}>
            Retry failed
          </Button>
        )}
        {isOver ? (
          <Button size="sm" onClick={() => queue.clearFinished()}>
            Clear list
          </Button>
        ) : (
          <Button size="sm" onClick={() => cancelAll(queue)}>
            Cancel all
          </Button>
        )}
      </header>
      {isOpen && !areAllStored && (
        <ul aria-label="Files" className="max-h-56 divide-y divide-line overflow-y-auto border-line border-t">
          {visible.map((item) => (
            <UploadRow key={item.id} item={item} queue={queue} mayRetry={mayRetry(item)} />
          ))}
          {mine.length > visible.length && (
            <li className="px-4 py-2 text-ink-muted text-sm">
              and {(mine.length - visible.length).toLocaleString('en')} more
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** Fetches the current rules of buckets that rejected files for their size or type. */
function useMayRetry(ref: string, items: readonly UploadItem[]) {
  const rejected = items.filter(({ failure }) => failure?.status === 413 || failure?.status === 415)
  const buckets = [...new Set(rejected.map(({ bucket }) => bucket))]
  const { data: config } = useQuery({ ...storageSettingsQueries.config(ref), enabled: buckets.length > 0 })
  const found = useQueries({ queries: buckets.map((id) => bucketQueries.one(ref, id)) })
  const rules = new Map<string, UploadRules>()
  for (const { data } of found)
    if (data && config)
      rules.set(data.id, {
        limit: Math.min(config.fileSizeLimit, data.file_size_limit ?? Number.POSITIVE_INFINITY),
        types: data.allowed_mime_types,
      })
  return (item: UploadItem) => mayRetryManually(item, rules.get(item.bucket))
}

function cancelAll(queue: UploadQueue) {
  const count = queue.cancelAll()
  toast({ title: cancelledMessage(count) })
}

function Total({ items, open }: { items: readonly UploadItem[]; open: readonly UploadItem[] }) {
  const { total, sent, moved } = totalsOf(items)
  const samples = useRef<readonly RateSample[]>([])
  useEffect(() => {
    samples.current = open.length === 0 ? [] : addSample(samples.current, { at: Date.now(), moved })
  })
  if (open.length === 0) {
    const stored = items.filter(({ status }) => status === 'stored').length
    const outcome = outcomeToast({ stored, failed: items.length - stored })
    return (
      <p className="flex min-w-0 flex-1 items-center gap-2 text-sm" role="status">
        {outcome?.tone === 'success' && <Check className="size-4 text-success-ink" aria-hidden />}
        {items.some(isUnfinished) ? `${stored} of ${items.length} uploaded` : outcome?.title}
      </p>
    )
  }
  const left = remainingMs(samples.current, total - sent)
  return (
    <div className="min-w-48 flex-1">
      <ProgressBar
        label={progressLabel(open.length)}
        value={total === 0 ? null : (sent / total) * 100}
        valueText={[remainingLabel(left), `${Math.floor((sent / Math.max(1, total)) * 100)} %`]
          .filter(Boolean)
          .join(' · ')}
      />
    </div>
  )
}

/** Asks for confirmation before the page closes while it uploads files that are not persisted. */
function useLeaveWarning(items: readonly UploadItem[]) {
  const isAtRisk = items.some((item) => isActive(item) && !isFilePersisted(item))
  useEffect(() => {
    if (!isAtRisk) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isAtRisk])
}
