import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CommandPage } from '../../features/command-menu/CommandMenu.tsx'
import { organizationQueries } from '../../features/organizations/organizations.queries.ts'
import { projectQueries } from '../../features/projects/projects.queries.ts'
import { useTheme } from '../../lib/theme.ts'
import type { MenuParams } from '../menus/menu.rules.ts'
import { PICKER_SEARCH_DEBOUNCE_MS } from '../shell/picker.rules.ts'
import { themeOptions } from '../shell/theme-options.ts'
import { useSamePage } from '../shell/use-same-page.ts'
import type { CommandPageId } from './use-commands.ts'

/** The choices that a command of the menu leads on to. */
export const commandPages = (params: MenuParams): Record<CommandPageId, CommandPage> => ({
  projects: {
    title: 'Projects',
    placeholder: 'Find project...',
    useAnswer: (text) => useProjects(text, params),
  },
  organizations: {
    title: 'Organizations',
    placeholder: 'Find organization...',
    useAnswer: () => useOrganizations(params),
  },
  theme: { title: 'Theme', placeholder: 'Find theme...', useAnswer: useThemes },
})

function useProjects(text: string, { slug = '', ref }: MenuParams) {
  const { openProject } = useSamePage()
  const search = useSettled(text.trim())
  const found = useInfiniteQuery({
    ...projectQueries.pages(slug, { sort: 'name_asc', search }),
    placeholderData: keepPreviousData,
  })
  const commands = (found.data?.pages ?? [])
    .flatMap(({ projects }) => projects)
    .map((project) => ({
      id: project.ref,
      label: project.name,
      section: 'Navigate' as const,
      keywords: project.ref,
      ...(project.status === 'INACTIVE' && { hint: 'Paused' }),
      ...(project.ref === ref && { hint: 'Current' }),
      run: () => openProject(project.ref),
    }))
  return { commands, message: messageOf(found, search !== text.trim(), 'projects') }
}

function useOrganizations({ slug }: MenuParams) {
  const { openOrganization } = useSamePage()
  const found = useQuery(organizationQueries.list())
  const commands = (found.data ?? []).map((organization) => ({
    id: organization.slug,
    label: organization.name,
    section: 'Navigate' as const,
    ...(organization.slug === slug && { hint: 'Current' }),
    run: () => openOrganization(organization.slug),
  }))
  return { commands, message: messageOf(found, false, 'organizations') }
}

function useThemes() {
  const { choice, setChoice } = useTheme()
  const commands = themeOptions.map(({ value, label, icon }) => ({
    id: value,
    label,
    section: 'Theme' as const,
    ...(icon && { icon }),
    ...(value === choice && { hint: 'Current' }),
    run: () => setChoice(value),
  }))
  return { commands }
}

interface Asked {
  isPending: boolean
  isError: boolean
  isPlaceholderData: boolean
}

function messageOf({ isPending, isError, isPlaceholderData }: Asked, isTyping: boolean, what: string) {
  if (isError) return `Failed to load ${what}`
  return isPending || isPlaceholderData || isTyping ? `Loading ${what}…` : `No ${what} found`
}

/** The text once nobody has typed for a while. */
function useSettled(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PICKER_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
