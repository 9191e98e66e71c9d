import { type DragEvent, useId, useSyncExternalStore } from 'react'
import { toast } from '../../../../ui/feedback/toast.ts'
import { droppedFiles } from '../uploads/dropped-files.ts'
import { draggedEntries, hasEntries, hasFiles } from './dragged-entries.ts'
import { useExplorer } from './explorer-context.ts'

/** Makes an element a drop target for a folder: files from outside are uploaded, explorer rows are moved. */
export function useDropTarget(folder: string, { acceptsFiles = true } = {}) {
  const { writeRefusal, upload, moveInto, dropTarget } = useExplorer()
  const id = useId()
  const dragged = useSyncExternalStore(dropTarget.subscribe, () => {
    const current = dropTarget.get()
    return current?.id === id ? current.dragged : undefined
  })
  const accepts = (event: DragEvent) => hasEntries(event) || (acceptsFiles && hasFiles(event))
  return {
    /** What is being dragged over this target, if anything. */
    over: dragged,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!accepts(event)) return
        event.preventDefault()
        event.stopPropagation()
        dropTarget.set({ id, folder, dragged: hasEntries(event) ? 'entries' : 'files' })
      },
      onDragLeave(event: DragEvent) {
        if (event.currentTarget.contains(event.relatedTarget as Node | null)) return
        dropTarget.leave(id)
      },
      onDrop(event: DragEvent) {
        dropTarget.set(undefined)
        if (!accepts(event)) return
        event.preventDefault()
        event.stopPropagation()
        if (writeRefusal !== undefined) return void toast({ tone: 'critical', title: writeRefusal })
        if (hasEntries(event)) moveInto(draggedEntries(), folder)
        else upload(droppedFiles(event.dataTransfer), folder)
      },
    },
  }
}
