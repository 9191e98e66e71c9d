import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../../ui/feedback/toast.ts'
import { lateLayer } from '../../../ui/late-layer.tsx'
import { runWhenShown } from '../query/run/pending-runs.ts'
import { createSnippet } from '../snippets/snippets.queries.ts'
import { useSqlPlaces } from './use-sql-places.ts'

const isOpen = ({ open }: { open: boolean }) => open

const HistoryPalette = lateLayer(
  () => import('../query-history/HistoryPalette.tsx').then((module) => module.HistoryPalette),
  isOpen,
)
const QueryHistorySheet = lateLayer(
  () => import('../query-history/QueryHistorySheet.tsx').then((module) => module.QueryHistorySheet),
  isOpen,
)

/** What was run on the project: the whole list, and the palette that finds one of it by its letters. */
export function HistoryLayers({
  projectRef: ref,
  isListOpen,
  onListOpenChange,
}: {
  projectRef: string
  isListOpen: boolean
  onListOpenChange: (isOpen: boolean) => void
}) {
  const places = useSqlPlaces(ref)
  const create = useMutation(createSnippet(ref))
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  usePaletteKey(() => setPaletteOpen(true))
  const saved = (sql: string) => ({ name: 'From the history', sql })
  const open = (sql: string, isRun: boolean) =>
    create.mutate(saved(sql), {
      onSuccess: (snippet) => {
        onListOpenChange(false)
        if (isRun) runWhenShown(snippet.id)
        places.open(snippet)
      },
    })
  return (
    <>
      <QueryHistorySheet
        projectRef={ref}
        open={isListOpen}
        onOpenChange={onListOpenChange}
        onOpen={(sql) => open(sql, false)}
        onRunAgain={(sql) => open(sql, true)}
        onSave={(sql) =>
          create.mutate(saved(sql), {
            onSuccess: (snippet) =>
              toast({
                tone: 'success',
                title: 'Saved snippet!',
                action: { label: 'View it here.', onClick: () => places.open(snippet) },
              }),
          })
        }
      />
      <HistoryPalette
        projectRef={ref}
        open={isPaletteOpen}
        onOpenChange={setPaletteOpen}
        onOpen={(sql) => open(sql, false)}
        onRunAgain={(sql) => open(sql, true)}
      />
    </>
  )
}

/** By the place of the key, because with Alt the letters of some layouts are others. */
function usePaletteKey(onPress: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { code, altKey, ctrlKey, metaKey, shiftKey } = event
    if (code !== 'KeyH' || !altKey || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    onPress()
  })
  useEffect(() => {
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}
