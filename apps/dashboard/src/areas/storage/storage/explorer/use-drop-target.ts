import { type DragEvent, useId, useSyncExternalStore } from 'react'
import { toast } from '../../../../ui/feedback/toast.ts'
import { droppedFiles } from '../uploads/dropped-files.ts'
import { draggedEntries, isOfEntries, isOfFiles } from './dragged-entries.ts'
import { useExplorer } from './explorer-context.ts'

/** Makes something take what is dropped on it into a folder: files from outside are uploaded, rows are moved. */
export function useDropTarget(folder: string, { takesFiles = true } = {}) {
  const { writeRefusal, upload, moveInto, aim } = useExplorer()
  const target = useId()
  const dragged = useSyncExternalStore(aim.subscribe, () => {
    const current = aim.get()
    return current?.target === target ? current.dragged : undefined
  })
  const isMine = (event: DragEvent) => isOfEntries(event) || (takesFiles && isOfFiles(event))
  return {
    /** What would be dropped here, if anything. */
    over: dragged,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!isMine(event)) return
        event.preventDefault()
        event.stopPropagation()
        aim.set({ target, folder, dragged: isOfEntries(event) ? 'entries' : 'files' })
      },
      onDragLeave(event: DragEvent) {
        if (event.currentTarget.contains(event.relatedTarget as Node | null)) return
        aim.leave(target)
      },
      onDrop(event: DragEvent) {
        aim.set(undefined)
        if (!isMine(event)) return
        event.preventDefault()
        event.stopPropagation()
        if (writeRefusal !== undefined) return void toast({ tone: 'critical', title: writeRefusal })
        if (isOfEntries(event)) moveInto(draggedEntries(), folder)
        else upload(droppedFiles(event.dataTransfer), folder)
      },
    },
  }
}
