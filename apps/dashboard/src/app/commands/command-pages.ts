import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { organizationQueries } from '../../areas/organization/organizations/organizations.queries.ts'
import { branchQueries } from '../../areas/project/branches/branches.queries.ts'
import { branchBadge, branchesInOrder } from '../../areas/project/branches/branches.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { useTheme } from '../../lib/theme.ts'
import type { MenuParams } from '../menus/menu.port.ts'
import { themeOptions } from '../shell/account/theme-options.ts'
import { useSamePage } from '../shell/place/use-same-page.ts'
import type { CommandPage } from './CommandMenu.tsx'
import { listMessage, useDebounced } from './list-message.ts'
import { useFoundSnippets, useGuides, useKeys, useSnippets } from './project-command-pages.ts'
import type { CommandPageId } from './use-commands.ts'

/** The nested pages of the command menu. */
export const commandPages = (params: MenuParams): Record<CommandPageId, CommandPage> => ({
  projects: {
    title: 'Projects',
    placeholder: 'Find project...',
    useResults: (text) => useProjects(text, params),
  },
  branches: {
    title: 'Branches',
    placeholder: 'Find branch...',
    useResults: () => useBranches(params.ref ?? ''),
  },
  organizations: {
    title: 'Organizations',
    placeholder: 'Find organization...',
    useResults: () => useOrganizations(params),
  },
  keys: {
    title: 'API keys',
    placeholder: 'Find key...',
    useResults: () => useKeys(params.ref ?? ''),
  },
  snippets: {
    title: 'Saved queries',
    placeholder: 'Find query...',
    useResults: (text) => useSnippets(params.ref ?? '', text),
  },
  guides: { title: 'Docs', placeholder: 'Search the docs...', useResults: useGuides },
  theme: { title: 'Theme', placeholder: 'Find theme...', useResults: useThemes },
})

/** The search results of the menu's first page. */
export const commandFinder =
  ({ ref }: MenuParams) =>
  (text: string) =>
    useFoundSnippets(ref, text)

function useProjects(text: string, { slug = '', ref }: MenuParams) {
  const { openProject } = useSamePage()
  const search = useDebounced(text.trim())
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
  return { commands, message: listMessage(found, search !== text.trim(), 'projects') }
}

function useBranches(ref: string) {
  const { openProject } = useSamePage()
  const found = useQuery(branchQueries.of(ref))
  const commands = branchesInOrder(found.data ?? []).map((branch) => ({
    id: branch.id,
    label: branch.name,
    section: 'Navigate' as const,
    hint: branch.project_ref === ref ? 'Current' : branchBadge(branch).label,
    run: () => openProject(branch.project_ref),
  }))
  return { commands, message: listMessage({ ...found, isPlaceholderData: false }, false, 'branches') }
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
  return { commands, message: listMessage(found, false, 'organizations') }
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
