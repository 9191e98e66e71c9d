import { type DragEvent, useState } from 'react'
import { toast } from '../../../ui/feedback/toast.ts'
import { droppedFiles } from '../uploads/dropped-files.ts'
import { draggedEntries, isOfEntries, isOfFiles } from './dragged-entries.ts'
import { useExplorer } from './explorer-context.ts'

/** What is on its way: files from outside, or rows of the explorer. */
export type Dragged = 'files' | 'entries'

/** Makes something take what is dropped on it into a folder: files from outside are uploaded, rows are moved. */
export function useDropTarget(folder: string, { takesFiles = true } = {}) {
  const { writeRefusal, upload, moveInto } = useExplorer()
  const [over, setOver] = useState<Dragged>()
  const isMine = (event: DragEvent) => isOfEntries(event) || (takesFiles && isOfFiles(event))
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!isMine(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(isOfEntries(event) ? 'entries' : 'files')
      },
      onDragLeave(event: DragEvent) {
        if (event.currentTarget.contains(event.relatedTarget as Node | null)) return
        setOver(undefined)
      },
      onDrop(event: DragEvent) {
        setOver(undefined)
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
