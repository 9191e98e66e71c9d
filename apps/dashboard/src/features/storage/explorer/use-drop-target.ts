import { type DragEvent, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { droppedFiles } from '../uploads/dropped-files.ts'
import { draggedEntries, isOfEntries, isOfFiles } from './dragged-entries.ts'
import { useExplorer } from './explorer-context.ts'

/** Makes something take what is dropped on it into a folder: files from outside are uploaded, rows are moved. */
export function useDropTarget(folder: string, { takesFiles = true } = {}) {
  const { writeRefusal, upload, moveInto } = useExplorer()
  const [isOver, setOver] = useState(false)
  const isMine = (event: DragEvent) => isOfEntries(event) || (takesFiles && isOfFiles(event))
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!isMine(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (event.currentTarget.contains(event.relatedTarget as Node | null)) return
        setOver(false)
      },
      onDrop(event: DragEvent) {
        setOver(false)
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
