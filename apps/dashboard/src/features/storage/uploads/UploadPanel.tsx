import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { toastFloor } from '../../../ui/feedback/toast-floor.ts'
import { isFileKept } from './kept-uploads.ts'
import { UploadRow } from './UploadRow.tsx'
import { isOpen as isUnderWay, type UploadItem } from './upload-item.ts'
import { useUploads } from './upload-queue.queries.ts'
import type { UploadQueue } from './upload-queue.ts'
import { cancelledWords, progressWords, remainingMs, remainingWords } from './upload-words.rules.ts'

/** Drawing thousands of lines helps nobody: those that ask for something come first. */
const SHOWN_MAX = 50
const rank: Record<UploadItem['status'], number> = {
  'file-needed': 0,
  failed: 1,
  uploading: 2,
  paused: 3,
  waiting: 4,
  stored: 5,
}

/** What is on its way into a project, at the bottom of its pages. */
export function UploadPanel({ projectRef }: { projectRef: string }) {
  const { queue, items } = useUploads()
  const [isOpen, setOpen] = useState(true)
  const mine = items.filter(({ ref }) => ref === projectRef)
  useLeaveWarning(items)
  if (mine.length === 0) return null
  const open = mine.filter(isUnderWay)
  const failed = mine.filter(({ status }) => status === 'failed')
  const shown = [...mine].sort((one, other) => rank[one.status] - rank[other.status]).slice(0, SHOWN_MAX)
  const isOver = mine.every(({ status }) => status === 'stored' || status === 'failed')
  return (
    <section
      ref={toastFloor}
      aria-label="Uploads"
      className="flex shrink-0 flex-col border-line-strong border-t bg-surface-1"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
        <IconButton
          size="sm"
          icon={isOpen ? ChevronDown : ChevronUp}
          label={isOpen ? 'Hide the list of uploads' : 'Show the list of uploads'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <Total items={mine} open={open} />
        {failed.length > 0 && (
          <Button size="sm" onClick={() => queue.retryFailed()}>
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
      {isOpen && (
        <ul aria-label="Files" className="max-h-56 divide-y divide-line overflow-y-auto border-line border-t">
          {shown.map((item) => (
            <UploadRow key={item.id} item={item} queue={queue} />
          ))}
          {mine.length > shown.length && (
            <li className="px-4 py-2 text-ink-muted text-sm">and {mine.length - shown.length} more</li>
          )}
        </ul>
      )}
    </section>
  )
}

function cancelAll(queue: UploadQueue) {
  const count = queue.cancelAll()
  toast({ title: cancelledWords(count) })
}

function Total({ items, open }: { items: readonly UploadItem[]; open: readonly UploadItem[] }) {
  const running = items.filter(({ status }) => status !== 'failed')
  const total = running.reduce((sum, { size }) => sum + size, 0)
  const sent = running.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
  if (open.length === 0) {
    const stored = items.filter(({ status }) => status === 'stored').length
    return (
      <p className="min-w-0 flex-1 text-sm" role="status">
        {stored} of {items.length} uploaded
      </p>
    )
  }
  const begun = open.filter(({ startedAt }) => startedAt > 0)
  const since = Math.min(...begun.map(({ startedAt }) => startedAt))
  const left = begun.length > 0 ? remainingMs(sent, total, Date.now() - since) : undefined
  return (
    <div className="min-w-48 max-w-xl flex-1">
      <ProgressBar
        label={progressWords(open.length)}
        value={total === 0 ? null : (sent / total) * 100}
        valueText={[remainingWords(left), `${Math.floor((sent / Math.max(1, total)) * 100)} %`]
          .filter(Boolean)
          .join(' – ')}
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
