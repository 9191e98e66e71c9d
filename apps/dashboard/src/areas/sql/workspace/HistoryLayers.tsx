import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../../ui/feedback/toast.ts'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { runOnOpen } from '../query/run/pending-runs.ts'
import { createSnippet } from '../snippets/snippets.queries.ts'
import { useSqlNavigation } from './use-sql-navigation.ts'

const isOpen = ({ open }: { open: boolean }) => open

const HistoryPalette = lazyLayer(
  () => import('../query-history/HistoryPalette.tsx').then((module) => module.HistoryPalette),
  isOpen,
)
const QueryHistorySheet = lazyLayer(
  () => import('../query-history/QueryHistorySheet.tsx').then((module) => module.QueryHistorySheet),
  isOpen,
)

/** The query history of the project: its sheet, and the search palette. */
export function HistoryLayers({
  projectRef: ref,
  isListOpen,
  onListOpenChange,
}: {
  projectRef: string
  isListOpen: boolean
  onListOpenChange: (isOpen: boolean) => void
}) {
  const places = useSqlNavigation(ref)
  const create = useMutation(createSnippet(ref))
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  usePaletteKey(() => setPaletteOpen(true))
  const snippetFor = (sql: string) => ({ name: 'From history', sql })
  const open = (sql: string, isRun: boolean) =>
    create.mutate(snippetFor(sql), {
      onSuccess: (snippet) => {
        onListOpenChange(false)
        if (isRun) runOnOpen(snippet.id)
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
          create.mutate(snippetFor(sql), {
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

/** Opens the palette with Alt+H. Matches the key's position: with Alt, some layouts type other characters. */
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
