import type { SnippetSortKey } from '@basalt/contract/snippets/snippets.rules.ts'
import type { SnippetFolder, SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { createContext, useContext } from 'react'

/** What is asked before it is done. */
export type SnippetQuestion =
  | { kind: 'rename' | 'share' | 'unshare' | 'revisions' | 'download'; snippet: SnippetSummary }
  | { kind: 'move' | 'delete'; snippets: readonly SnippetSummary[] }
  | { kind: 'deleteFolder'; folder: SnippetFolder }

/** What the lines of the navigation share. */
export interface NavContext {
  ref: string
  sortBy: SnippetSortKey
  activeId: string | undefined
  /** Undefined in the edition of one person. */
  userId: string | undefined
  selected: readonly string[]
  /** Selects everything in its list from the open query to this one. */
  onSelectRange(list: readonly SnippetSummary[], id: string): void
  onClearSelection(): void
  onMakePermanent(snippet: SnippetSummary): void
  onNew(folderId?: string): void
  onDuplicate(snippet: SnippetSummary): void
  onAsk(question: SnippetQuestion): void
}

export const SnippetNavContext = createContext<NavContext | undefined>(undefined)

export function useNav(): NavContext {
  const context = useContext(SnippetNavContext)
  if (!context) throw new Error('The navigation of snippets is needed around this')
  return context
}
