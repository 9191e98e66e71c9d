import {
  CircleAlert,
  CircleCheck,
  Clock,
  FileQuestion,
  LoaderCircle,
  Pause,
  Play,
  RotateCw,
  X,
} from 'lucide-react'
import { useRef } from 'react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { Icon } from '../../../../ui/text/icon.ts'
import { nameOf } from '../explorer/path.rules.ts'
import type { UploadItem, UploadStatus } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'

const appearances: Record<UploadStatus, { icon: Icon; ink: string; label: string }> = {
  waiting: { icon: Clock, ink: 'text-ink-faint', label: 'Waiting' },
  uploading: { icon: LoaderCircle, ink: 'animate-spin text-brand-ink', label: 'Uploading' },
  paused: { icon: Pause, ink: 'text-ink-muted', label: 'Paused' },
  stored: { icon: CircleCheck, ink: 'text-success-ink', label: 'Uploaded' },
  failed: { icon: CircleAlert, ink: 'text-critical-ink', label: 'Failed' },
  'file-needed': { icon: FileQuestion, ink: 'text-warning-ink', label: 'Choose the file again to continue' },
}

export function UploadRow({
  item,
  queue,
  mayRetry,
}: {
  item: UploadItem
  queue: UploadQueue
  /** Whether a retry can succeed. */
  mayRetry: boolean
}) {
  const { id, path, bucket, status, problem } = item
  // It may differ from the name of the file.
  const name = nameOf(path)
  const { icon: StatusIcon, ink } = appearances[status]
  return (
    <li className="flex min-h-9 items-center gap-3 px-4 py-1 text-sm">
      <StatusIcon className={cx('size-4', ink)} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={`${bucket}/${path}`}>
          {name}
        </p>
        {problem && (
          <p role="alert" className="wrap-anywhere text-critical-ink text-xs">
            {problem}
          </p>
        )}
      </div>
      <span className="shrink-0 text-ink-muted text-xs tabular-nums max-sm:hidden">{progressOf(item)}</span>
      <span className="flex shrink-0 items-center">
        {status === 'file-needed' && <ChooseAgain item={item} queue={queue} />}
        {(status === 'waiting' || status === 'uploading') && (
          <IconButton size="sm" icon={Pause} label={`Pause ${name}`} onClick={() => queue.pause(id)} />
        )}
        {status === 'paused' && (
          <IconButton size="sm" icon={Play} label={`Resume ${name}`} onClick={() => queue.resume(id)} />
        )}
        {status === 'failed' && mayRetry && (
          <IconButton size="sm" icon={RotateCw} label={`Retry ${name}`} onClick={() => queue.resume(id)} />
        )}
        <IconButton
          size="sm"
          icon={X}
          label={
            status === 'stored' || status === 'failed' ? `Remove ${name} from the list` : `Cancel ${name}`
          }
          onClick={() => queue.cancel(id)}
        />
      </span>
    </li>
  )
}

/** Smaller files show no progress, because they finish too quickly to read it. */
const PROGRESS_MIN_BYTES = 1024 ** 2

function progressOf({ status, size, sentBytes }: UploadItem) {
  if (status !== 'uploading' || size < PROGRESS_MIN_BYTES)
    return `${appearances[status].label} · ${formatBytes(size)}`
  return `${formatBytes(sentBytes)} of ${formatBytes(size)}`
}

/** Asks for a file again that was too large to persist, after a reload of the page. */
function ChooseAgain({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file && !queue.supply(item.id, file))
            toast({
              tone: 'critical',
              title: 'This is a different file',
              description: `Choose ${item.name}, ${formatBytes(item.size)}.`,
            })
        }}
      />
      <Button size="sm" onClick={() => input.current?.click()}>
        Choose {item.name}
      </Button>
    </>
  )
}
