import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { toast } from '../../../../ui/feedback/toast.ts'
import { moveSnippet } from '../snippets.queries.ts'
import { queries } from './nav.rules.ts'

/** A custom type, so that folders accept only queries. */
const DRAG_TYPE = 'application/x-basalt-snippets'

/** Makes a row draggable, along with the other selected queries. */
export const dragProps = (ids: readonly string[]) => ({
  draggable: true,
  onDragStart(event: DragEvent) {
    event.dataTransfer.setData(DRAG_TYPE, JSON.stringify(ids))
    event.dataTransfer.effectAllowed = 'move'
  },
})

/** Moves dropped queries into a folder; null moves them out of all folders. */
export function useSnippetDrop(ref: string, folder_id: string | null) {
  const [isOver, setOver] = useState(false)
  const { mutateAsync: update } = useMutation(moveSnippet(ref))
  const hasSnippets = (event: DragEvent) => event.dataTransfer.types.includes(DRAG_TYPE)
  const move = async (ids: readonly string[]) => {
    for (const id of ids) await update({ id, change: { folder_id } })
    toast({ tone: 'success', title: `Successfully moved ${ids.length} ${queries(ids.length)}` })
  }
  return {
    isOver,
    target: {
      onDragOver(event: DragEvent) {
        if (!hasSnippets(event)) return
        event.preventDefault()
        event.stopPropagation()
        event.dataTransfer.dropEffect = 'move'
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        if (!hasSnippets(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        // The mutation reports a failed move in a toast; the remaining queries are not moved.
        move(JSON.parse(event.dataTransfer.getData(DRAG_TYPE)) as string[]).catch(() => undefined)
      },
    },
  }
}
