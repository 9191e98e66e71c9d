import type { Snippet, SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Heart, Users } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { lateLayer } from '../../../../ui/late-layer.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import type { SnippetDocument } from '../saving/snippet-document.ts'
import { chartSnippet, createSnippet, markSnippet, snippetQueries } from '../snippets.queries.ts'
import { SavingIndicator } from './SavingIndicator.tsx'

// Few ever see it, and it can lay two texts side by side.
const ConflictNotice = lateLayer(
  () => import('./ConflictNotice.tsx').then((module) => module.ConflictNotice),
  () => true,
)

type Chart = NonNullable<Snippet['content']['chart']>

/** What an editor shows around a saved query, and what it is told of the text. */
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

/** Ties one query to an editor: saving, conflicts, favorites, and who may write. */
export function SnippetFrame({
  document,
  userId,
  onFirstChange,
  onChange,
  onOpen,
  children,
}: {
  document: SnippetDocument
  /** Undefined in the edition of one person. */
  userId: string | undefined
  /** The first character of a new query. */
  onFirstChange: () => void
  onChange: () => void
  onOpen: (snippet: Pick<SnippetSummary, 'id' | 'name'>) => void
  children: (parts: EditorParts) => ReactNode
}) {
  const { id, ref } = document
  const snapshot = useSyncExternalStore(document.subscribe, document.getSnapshot)
  // Asked again whenever the page is come back to, so that a text that was changed elsewhere is not built upon.
  const { data: item } = useQuery({
    ...snippetQueries.item(ref, id),
    enabled: snapshot.isOnServer,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (item) document.takeOver(item)
  }, [document, item])
  const [initialText] = useState(() => document.text)
  const mark = useMutation(markSnippet(ref))
  const create = useMutation(createSnippet(ref))

  const name = item?.name ?? document.name
  const isReadOnly = item !== undefined && userId !== undefined && item.owner_id !== userId
  const keepBoth = async () => {
    const copy = await create.mutateAsync({ name: `${name} (Conflicting copy)`, sql: document.text })
    document.takeTheirs()
    onOpen(copy)
  }

  const { mutateAsync: keepChart } = useMutation(chartSnippet(ref))
  const saveChart = useCallback(
    async (chart: Chart) => {
      // What is not on the server yet has no chart there either.
      await document.flush()
      if (document.getSnapshot().isOnServer) await keepChart({ id, change: { chart } })
    },
    [document, id, keepChart],
  )

  return children({
    document: {
      id,
      initialText,
      isReadOnly,
      replacement: snapshot.replacement,
      onTextChange: (text) => {
        const isFirst = !document.hasBegun
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
          onMakeAgain={() => void document.makeAgain()}
        />
        {item && (
          <IconButton
            icon={Heart}
            label={item.favorite ? 'Remove from favorites' : 'Add to favorites'}
            aria-pressed={item.favorite}
            className={cx(item.favorite && '[&_svg]:fill-current [&_svg]:text-brand-ink')}
            onClick={() => mark.mutate({ id, change: { favorite: !item.favorite } })}
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
            Only {item.owner.email} may edit this query. Duplicate it from its menu to make changes of your
            own.
          </Callout>
        )}
      </>
    ),
  })
}
