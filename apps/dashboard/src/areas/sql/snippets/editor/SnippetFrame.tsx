import type { Snippet, SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Heart, Users } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { lazyLayer } from '../../../../ui/lazy-layer.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import type { SnippetDocument } from '../saving/snippet-document.ts'
import { chartSnippet, createSnippet, favoriteSnippet, snippetQueries } from '../snippets.queries.ts'
import { SavingIndicator } from './SavingIndicator.tsx'

// Rarely needed, and large because of its diff.
const ConflictNotice = lazyLayer(
  () => import('./ConflictNotice.tsx').then((module) => module.ConflictNotice),
  () => true,
)

type Chart = NonNullable<Snippet['content']['chart']>

/** The document of a saved query and the elements around its editor. */
export interface EditorParts {
  document: {
    id: string
    initialText: string
    isReadOnly: boolean
    replacement: { readonly text: string } | undefined
    onTextChange: (text: () => string) => void
    chart: {
      saved: Chart | undefined
      save: ((chart: Chart) => Promise<void>) | undefined
    }
  }
  title: ReactNode
  tools: ReactNode
  notice: ReactNode
}

/** Connects a query to an editor: saving, conflicts, favorites and permissions. */
export function SnippetFrame({
  document,
  userId,
  onFirstChange,
  onChange,
  onOpen,
  children,
}: {
  document: SnippetDocument
  /** Undefined in an edition without users. */
  userId: string | undefined
  /** Called for the first edit of a new query. */
  onFirstChange: () => void
  onChange: () => void
  onOpen: (snippet: Pick<SnippetSummary, 'id' | 'name'>) => void
  children: (parts: EditorParts) => ReactNode
}) {
  const { id, ref } = document
  const snapshot = useSyncExternalStore(document.subscribe, document.getSnapshot)
  // Refetched whenever the window regains focus, so that edits do not start from an outdated text.
  const { data: item } = useQuery({
    ...snippetQueries.item(ref, id),
    enabled: snapshot.isOnServer,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (item) document.applyRemote(item)
  }, [document, item])
  const [initialText] = useState(() => document.text)
  const setFavorite = useMutation(favoriteSnippet(ref))
  const create = useMutation(createSnippet(ref))

  const name = item?.name ?? document.name
  const isReadOnly = item !== undefined && userId !== undefined && item.owner_id !== userId
  const keepBoth = async () => {
    const copy = await create.mutateAsync({ name: `${name} (Conflicting copy)`, sql: document.text })
    document.takeTheirs()
    onOpen(copy)
  }

  const { mutateAsync: updateChart } = useMutation(chartSnippet(ref))
  const saveChart = useCallback(
    async (chart: Chart) => {
      // A query that is not on the server yet cannot have a chart there.
      await document.flush()
      if (document.getSnapshot().isOnServer) await updateChart({ id, change: { chart } })
    },
    [document, id, updateChart],
  )

  return children({
    document: {
      id,
      initialText,
      isReadOnly,
      replacement: snapshot.replacement,
      onTextChange: (text) => {
        const isFirst = !document.isStarted
        document.change(text)
        if (isFirst) onFirstChange()
        else onChange()
      },
      chart: { saved: item?.content.chart, save: isReadOnly ? undefined : saveChart },
    },
    title: (
      <div className="flex min-w-0 items-center gap-2">
        <h1 className="truncate font-semibold text-base">{name}</h1>
        {item?.visibility === 'project' && <Badge icon={Users}>Shared</Badge>}
      </div>
    ),
    tools: (
      <>
        <SavingIndicator
          snapshot={snapshot}
          onRetry={document.retry}
          onSaveAsNew={() => void document.saveAsNew()}
        />
        {item && (
          <IconButton
            icon={Heart}
            label={item.favorite ? 'Remove from favorites' : 'Add to favorites'}
            aria-pressed={item.favorite}
            className={cx(item.favorite && '[&_svg]:fill-current [&_svg]:text-brand-ink')}
            onClick={() => setFavorite.mutate({ id, change: { favorite: !item.favorite } })}
          />
        )}
      </>
    ),
    notice: (
      <>
        {snapshot.conflict && (
          <ConflictNotice
            theirs={snapshot.conflict}
            mine={() => document.text}
            onKeepMine={() => void document.keepMine()}
            onTakeTheirs={() => document.takeTheirs()}
            onKeepBoth={keepBoth}
          />
        )}
        {isReadOnly && (
          <Callout className="rounded-none border-x-0 border-t-0">
            Only {item.owner.email} can edit this query. Duplicate it from its menu to make your own changes.
          </Callout>
        )}
      </>
    ),
  })
}
