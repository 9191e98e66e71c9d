import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { toast } from '../../../../ui/feedback/toast.ts'
import { dropSnippet } from '../snippets.queries.ts'
import { queries } from './nav.rules.ts'

/** Our own type, so that a folder takes nothing else for queries. */
const DRAGGED = 'application/x-basalt-snippets'

/** Makes a row draggable, along with the other selected queries. */
export const dragged = (ids: readonly string[]) => ({
  draggable: true,
  onDragStart(event: DragEvent) {
    event.dataTransfer.setData(DRAGGED, JSON.stringify(ids))
    event.dataTransfer.effectAllowed = 'move'
  },
})

/** Moves dropped queries into a folder; null moves them out of all folders. */
export function useSnippetDrop(ref: string, folder_id: string | null) {
  const [isOver, setOver] = useState(false)
  const { mutateAsync: update } = useMutation(dropSnippet(ref))
  const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED)
  const move = async (ids: readonly string[]) => {
    for (const id of ids) await update({ id, change: { folder_id } })
    toast({ tone: 'success', title: `Successfully moved ${ids.length} ${queries(ids.length)}` })
  }
  return {
    isOver,
    target: {
      onDragOver(event: DragEvent) {
        if (!isOurs(event)) return
        event.preventDefault()
        event.stopPropagation()
        event.dataTransfer.dropEffect = 'move'
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        if (!isOurs(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        // A failed move shows as the mutation's own toast; the queries after it stay where they are.
        move(JSON.parse(event.dataTransfer.getData(DRAGGED)) as string[]).catch(() => undefined)
      },
    },
  }
}
