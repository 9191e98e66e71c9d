import { FolderInput, Upload } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useExplorer } from './explorer-context.ts'
import { nameOf } from './path.rules.ts'

/** Shows where a drop would go, at the bottom of the explorer so that it covers no drop target. */
export function DropHint() {
  const { dropTarget, bucketKey, writeRefusal } = useExplorer()
  const current = useSyncExternalStore(dropTarget.subscribe, dropTarget.get)
  if (!current) return null
  const folder = current.folder === '' ? bucketKey.bucket : nameOf(current.folder)
  const HintIcon = current.dragged === 'files' ? Upload : FolderInput
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center px-4"
    >
      <p className="flex min-w-0 items-center gap-2 rounded-full border border-line-strong bg-surface-2 px-4 py-2 text-sm shadow-lg">
        <HintIcon className="size-4 shrink-0 text-brand-ink" aria-hidden />
        <span className="truncate">
          {writeRefusal ?? `${current.dragged === 'files' ? 'Upload' : 'Move'} to “${folder}”`}
        </span>
      </p>
    </div>
  )
}

/** Highlights the drop target itself, above its rows, which have their own colours. The target must be positioned. */
export const dropTargetClass =
  'bg-brand-subtle/40 after:pointer-events-none after:absolute after:inset-0 after:z-10 after:ring-2 after:ring-brand after:ring-inset'
