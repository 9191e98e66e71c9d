import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpenText, FileCode2 } from 'lucide-react'
import { keyQueries } from '../../areas/connect/keys/keys.queries.ts'
import { documentationQueries } from '../../areas/installation/documentation/documentation.queries.ts'
import { snippetQueries } from '../../areas/sql/snippets/snippets.queries.ts'
import { useSqlNavigation } from '../../areas/sql/workspace/use-sql-navigation.ts'
import type { CommandResults } from './CommandMenu.tsx'
import type { Command } from './commands.rules.ts'
import { keyCommands } from './copy-commands.ts'
import { listMessage, useDebounced } from './list-message.ts'

/** The API keys of a project, to copy. */
export function useKeys(ref: string): CommandResults {
  const navigate = useNavigate()
  const found = useQuery(keyQueries.list(ref))
  return {
    commands: keyCommands(
      found.data ?? [],
      () => void navigate({ to: '/project/$ref/settings/api-keys', params: { ref } }),
    ),
    // No message for a failure or an empty list: the keys page, always offered, explains it.
    message: found.isPending ? 'Loading keys…' : undefined,
  }
}

/** Saved queries, searched by name. */
export function useSnippets(ref: string, text: string): CommandResults {
  const places = useSqlNavigation(ref)
  const name = useDebounced(text.trim())
  const found = useInfiniteQuery({
    ...snippetQueries.list(ref, 'name', name === '' ? {} : { name }),
    placeholderData: keepPreviousData,
  })
  const snippets = (found.data?.pages ?? []).flatMap(({ data }) => data)
  return {
    commands: snippets.map((snippet) => ({
      id: snippet.id,
      label: snippet.name,
      section: 'Navigate',
      ...(snippet.visibility === 'project' && { hint: 'Shared' }),
      run: () => places.open(snippet),
    })),
    message: listMessage(found, name !== text.trim(), 'saved queries'),
  }
}

/** Shorter texts match nearly every name. */
const FOUND_FROM = 2
/** Saved queries listed among other commands; their own page lists all. */
const FOUND_MAX = 8

/** Saved queries whose names contain the text typed on the menu's first page. */
export function useFoundSnippets(ref: string | undefined, text: string): readonly Command[] {
  const places = useSqlNavigation(ref ?? '')
  const name = useDebounced(text.trim())
  const { data } = useInfiniteQuery({
    ...snippetQueries.list(ref ?? '', 'name', { name }),
    enabled: ref !== undefined && name.length >= FOUND_FROM,
    placeholderData: keepPreviousData,
  })
  if (ref === undefined || name.length < FOUND_FROM) return []
  const snippets = (data?.pages ?? []).flatMap((page) => page.data).slice(0, FOUND_MAX)
  return snippets.map((snippet) => ({
    id: `snippet:${snippet.id}`,
    label: snippet.name,
    section: 'Saved queries',
    icon: FileCode2,
    onlyInSearch: true,
    ...(snippet.visibility === 'project' && { hint: 'Shared' }),
    run: () => places.open(snippet),
  }))
}

/** The guides, with full-text search. */
export function useGuides(): CommandResults {
  const navigate = useNavigate()
  const found = useQuery(documentationQueries.guides())
  return {
    commands: (found.data ?? []).map(({ id, title, text }) => ({
      id,
      label: title,
      section: 'Help',
      icon: BookOpenText,
      keywords: text,
      run: () => void navigate({ to: '/docs/$guide', params: { guide: id } }),
    })),
    message: listMessage({ ...found, isPlaceholderData: false }, false, 'guides'),
  }
}
