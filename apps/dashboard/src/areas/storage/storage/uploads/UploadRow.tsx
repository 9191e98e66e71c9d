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

const looks: Record<UploadStatus, { icon: Icon; ink: string; words: string }> = {
  waiting: { icon: Clock, ink: 'text-ink-faint', words: 'Waiting' },
  uploading: { icon: LoaderCircle, ink: 'animate-spin text-brand-ink', words: 'Uploading' },
  paused: { icon: Pause, ink: 'text-ink-muted', words: 'Paused' },
  stored: { icon: CircleCheck, ink: 'text-success-ink', words: 'Uploaded' },
  failed: { icon: CircleAlert, ink: 'text-critical-ink', words: 'Failed' },
  'file-needed': { icon: FileQuestion, ink: 'text-warning-ink', words: 'Choose the file again to go on' },
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
  const { id, path, bucket, status, trouble } = item
  // It may have got another name than its file has.
  const name = nameOf(path)
  const look = looks[status]
  return (
    <li className="flex min-h-9 items-center gap-3 px-4 py-1 text-sm">
      <look.icon className={cx('size-4', look.ink)} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={`${bucket}/${path}`}>
          {name}
        </p>
        {trouble && (
          <p role="alert" className="wrap-anywhere text-critical-ink text-xs">
            {trouble}
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
          label={status === 'stored' || status === 'failed' ? `Take ${name} off the list` : `Cancel ${name}`}
          onClick={() => queue.cancel(id)}
        />
      </span>
    </li>
  )
}

/** Progress of a large file; a small one is done before anyone could read it. */
const TOLD_FROM_BYTES = 1024 ** 2

function progressOf({ status, size, sentBytes }: UploadItem) {
  if (status !== 'uploading' || size < TOLD_FROM_BYTES) return `${looks[status].words} · ${formatBytes(size)}`
  return `${formatBytes(sentBytes)} of ${formatBytes(size)}`
}

/** The page was loaded again, and the browser does not keep files as large as this one. */
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
              title: 'This is another file',
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
