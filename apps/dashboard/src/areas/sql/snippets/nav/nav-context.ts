import type { SnippetSortKey } from '@basalt/contract/snippets/snippets.rules.ts'
import type { SnippetFolder, SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { createContext, useContext } from 'react'

/** An open dialog and its subject. */
export type SnippetDialog =
  | { kind: 'rename' | 'share' | 'unshare' | 'revisions' | 'download'; snippet: SnippetSummary }
  | { kind: 'move' | 'delete'; snippets: readonly SnippetSummary[] }
  | { kind: 'deleteFolder'; folder: SnippetFolder }

/** State and actions shared by the rows of the navigation. */
export interface NavContext {
  ref: string
  sortBy: SnippetSortKey
  activeId: string | undefined
  /** Undefined in an edition without users. */
  userId: string | undefined
  selected: readonly string[]
  /** Selects the part of a list from the open query to this one. */
  onSelectRange(list: readonly SnippetSummary[], id: string): void
  onClearSelection(): void
  onMakePermanent(snippet: SnippetSummary): void
  onNew(folderId?: string): void
  onDuplicate(snippet: SnippetSummary): void
  onDialog(dialog: SnippetDialog): void
}

export const SnippetNavContext = createContext<NavContext | undefined>(undefined)

export function useNav(): NavContext {
  const context = useContext(SnippetNavContext)
  if (!context) throw new Error('useNav must be used within SnippetNavContext')
  return context
}
