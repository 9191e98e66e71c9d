import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { organizationQueries } from '../../areas/organization/organizations/organizations.queries.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { useTheme } from '../../lib/theme.ts'
import type { MenuParams } from '../menus/menu.port.ts'
import { themeOptions } from '../shell/account/theme-options.ts'
import { useSamePage } from '../shell/place/use-same-page.ts'
import type { CommandPage } from './CommandMenu.tsx'
import { useFoundSnippets, useGuides, useKeys, useSnippets } from './further-pages.ts'
import { messageOf, useSettled } from './page-answer.ts'
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
  keys: {
    title: 'API keys',
    placeholder: 'Find key...',
    useAnswer: () => useKeys(params.ref ?? ''),
  },
  snippets: {
    title: 'Saved queries',
    placeholder: 'Find query...',
    useAnswer: (text) => useSnippets(params.ref ?? '', text),
  },
  guides: { title: 'Docs', placeholder: 'Search the docs...', useAnswer: useGuides },
  theme: { title: 'Theme', placeholder: 'Find theme...', useAnswer: useThemes },
})

/** What the first page of the menu finds by name. */
export const commandFinder =
  ({ ref }: MenuParams) =>
  (text: string) =>
    useFoundSnippets(ref, text)

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
      ...(project.asleep_since !== null && { hint: 'Sleeping' }),
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
