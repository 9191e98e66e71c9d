import type { Dragged } from './use-drop-target.ts'

const words: Record<Dragged, string> = {
  files: 'Drop your files to upload to this folder',
  entries: 'Drop to move to this folder',
}

/** Lies over what takes the thing that is being dragged. */
export function DropHint({ dragged }: { dragged: Dragged }) {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center rounded-md border-2 border-brand border-dashed bg-surface-0/90 p-4 text-center text-sm">
      {words[dragged]}
    </div>
  )
}
