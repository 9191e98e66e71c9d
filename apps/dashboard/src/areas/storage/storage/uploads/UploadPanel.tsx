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
import { isFileKept } from './kept-uploads.ts'
import { UploadRow } from './UploadRow.tsx'
import { mayRetryByHand, type UploadRules } from './upload.rules.ts'
import { isOpen as isUnderWay, isUnfinished, type UploadItem } from './upload-item.ts'
import { useOutcomeTold, useUploads } from './upload-queue.queries.ts'
import type { UploadQueue } from './upload-queue.ts'
import {
  cancelledWords,
  outcomeWords,
  type PaceSample,
  paceWith,
  progressWords,
  remainingMs,
  remainingWords,
  totalsOf,
} from './upload-words.rules.ts'

/** Drawing thousands of lines helps nobody. */
const SHOWN_MAX = 50
/** How many lines are listed before the first unfinished file. */
const BEFORE_FIRST = 3

const needsSomebody = ({ status }: UploadItem) => status === 'failed' || status === 'file-needed'

/**
 * Which files are listed: from a little before the first unfinished one, in the order in which they were added, then
 * any others that need attention. No line moves past another.
 */
function shownOf(items: readonly UploadItem[]) {
  const first = items.findIndex((item) => item.status !== 'stored' && !needsSomebody(item))
  const start = Math.max(0, Math.min(first - BEFORE_FIRST, items.length - SHOWN_MAX))
  const shown = items.slice(start, start + SHOWN_MAX)
  const known = new Set(shown.map(({ id }) => id))
  return [...shown, ...items.filter((item) => needsSomebody(item) && !known.has(item.id)).slice(0, SHOWN_MAX)]
}

/** A project's uploads, at the bottom of its pages. One line once all of them are done. */
export function UploadPanel({ projectRef }: { projectRef: string }) {
  const { queue, items } = useUploads()
  const [isOpen, setOpen] = useState(true)
  const mine = items.filter(({ ref }) => ref === projectRef)
  const mayRetry = useMayRetry(projectRef, mine)
  useLeaveWarning(items)
  useOutcomeTold(projectRef)
  if (mine.length === 0) return null
  const open = mine.filter(isUnderWay)
  const failed = mine.filter(({ status }) => status === 'failed')
  const retried = failed.filter(mayRetry)
  const shown = shownOf(mine)
  const isOver = !mine.some(isUnfinished)
  const hasArrived = mine.every(({ status }) => status === 'stored')
  return (
    <section
      ref={toastFloor}
      aria-label="Uploads"
      className="flex shrink-0 flex-col border-line-strong border-t bg-surface-1"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        {!hasArrived && (
          <IconButton
            size="sm"
            icon={isOpen ? ChevronDown : ChevronUp}
            label={isOpen ? 'Hide the list of uploads' : 'Show the list of uploads'}
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
      {isOpen && !hasArrived && (
        <ul aria-label="Files" className="max-h-56 divide-y divide-line overflow-y-auto border-line border-t">
          {shown.map((item) => (
            <UploadRow key={item.id} item={item} queue={queue} mayRetry={mayRetry(item)} />
          ))}
          {mine.length > shown.length && (
            <li className="px-4 py-2 text-ink-muted text-sm">
              and {(mine.length - shown.length).toLocaleString('en')} more
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** Fetches what the buckets accept now, where files were refused for their size or type. */
function useMayRetry(ref: string, items: readonly UploadItem[]) {
  const refused = items.filter(({ failure }) => failure?.status === 413 || failure?.status === 415)
  const buckets = [...new Set(refused.map(({ bucket }) => bucket))]
  const { data: config } = useQuery({ ...storageSettingsQueries.config(ref), enabled: buckets.length > 0 })
  const found = useQueries({ queries: buckets.map((id) => bucketQueries.one(ref, id)) })
  const rules = new Map<string, UploadRules>()
  for (const { data } of found)
    if (data && config)
      rules.set(data.id, {
        limit: Math.min(config.fileSizeLimit, data.file_size_limit ?? Number.POSITIVE_INFINITY),
        types: data.allowed_mime_types,
      })
  return (item: UploadItem) => mayRetryByHand(item, rules.get(item.bucket))
}

function cancelAll(queue: UploadQueue) {
  const count = queue.cancelAll()
  toast({ title: cancelledWords(count) })
}

function Total({ items, open }: { items: readonly UploadItem[]; open: readonly UploadItem[] }) {
  const { total, sent, moved } = totalsOf(items)
  const samples = useRef<readonly PaceSample[]>([])
  useEffect(() => {
    samples.current = open.length === 0 ? [] : paceWith(samples.current, { at: Date.now(), moved })
  })
  if (open.length === 0) {
    const stored = items.filter(({ status }) => status === 'stored').length
    const outcome = outcomeWords({ stored, failed: items.length - stored })
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
        label={progressWords(open.length)}
        value={total === 0 ? null : (sent / total) * 100}
        valueText={[remainingWords(left), `${Math.floor((sent / Math.max(1, total)) * 100)} %`]
          .filter(Boolean)
          .join(' · ')}
      />
    </div>
  )
}

/** Before a page goes away that alone has a file: the browser asks then. */
function useLeaveWarning(items: readonly UploadItem[]) {
  const isAtRisk = items.some((item) => isUnderWay(item) && !isFileKept(item))
  useEffect(() => {
    if (!isAtRisk) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isAtRisk])
}
