import { type ConnectTab, connectTabs } from '@basalt/contract/connect/connect.rules.ts'
import { useNavigate } from '@tanstack/react-router'
import {
  BookOpenText,
  Building2,
  Copy,
  FileCode,
  FlaskConical,
  FolderClock,
  GitBranch,
  Keyboard,
  KeyRound,
  LogOut,
  MessageSquare,
  Plug,
  Plus,
  Repeat,
  Sparkles,
  SunMoon,
  UserRound,
} from 'lucide-react'
import { accountPages } from '../../areas/account/account.menu.ts'
import { closedSearch, tabIn } from '../../areas/connect/connect/connect-search.rules.ts'
import { helpEntries } from '../../areas/installation/help/help.rules.ts'
import { helpIcons } from '../../areas/installation/help/help-icons.ts'
import { useRecentProjects } from '../../areas/project/projects/recent-projects.state.ts'
import { useTheme } from '../../lib/theme.ts'
import { given, type MenuContext, type MenuParams } from '../menus/menu.port.ts'
import { themeOptions } from '../shell/account/theme-options.ts'
import { useSignOut } from '../shell/account/use-sign-out.ts'
import { openSidePanel } from '../shell/side-panel.port.ts'
import type { Command } from './commands.rules.ts'
import { copyWithToast } from './copy-commands.ts'
import { navigationCommands } from './navigation-commands.ts'
import { openOverlay } from './overlay.state.ts'

export type CommandPageId =
  | 'projects'
  | 'branches'
  | 'organizations'
  | 'keys'
  | 'snippets'
  | 'guides'
  | 'theme'

/** The commands available on the open page. */
export function useCommands({
  params,
  context,
}: {
  params: MenuParams
  context: MenuContext
}): readonly Command<CommandPageId>[] {
  const navigate = useNavigate()
  const leave = useSignOut()
  const { setChoice } = useTheme()
  const go = (to: string) => void navigate({ to })
  const connect = (tab?: ConnectTab) =>
    void navigate({
      to: '.',
      search: (search) => ({
        ...search,
        ...closedSearch(search),
        showConnect: true,
        ...(tab && tabIn(search, tab)),
      }),
    })
  const isPlatform = context.edition === 'platform'
  const { slug } = params
  const visited = useRecentProjects()
  const recent = context.previews.has('recent-projects') ? visited : []
  return [
    ...given<Command<CommandPageId>>(
      isPlatform && slug !== undefined,
      {
        id: 'switch-project',
        label: 'Switch project...',
        section: 'Actions',
        icon: Repeat,
        page: 'projects',
      },
      ...given<Command<CommandPageId>>(context.offers('projects:create'), {
        id: 'new-project',
        label: 'New project',
        section: 'Actions',
        icon: Plus,
        keywords: 'create',
        run: () => go(`/new/${slug}`),
      }),
    ),
    ...given<Command<CommandPageId>>(
      params.ref !== undefined,
      {
        id: 'switch-branch',
        label: 'Switch branch...',
        section: 'Actions',
        icon: GitBranch,
        page: 'branches',
      },
      {
        id: 'go:branches',
        label: 'Branches',
        section: 'Navigate',
        icon: GitBranch,
        keywords: 'create branch preview reset',
        run: () => go(`/project/${params.ref}/branches`),
      },
    ),
    ...given<Command<CommandPageId>>(
      isPlatform,
      {
        id: 'switch-organization',
        label: 'Switch organization...',
        section: 'Actions',
        icon: Building2,
        page: 'organizations',
      },
      ...given<Command<CommandPageId>>(context.offers('organizations:create'), {
        id: 'new-organization',
        label: 'New organization',
        section: 'Actions',
        icon: Plus,
        keywords: 'create',
        run: () => go('/new'),
      }),
    ),
    ...given<Command<CommandPageId>>(
      context.status === 'ACTIVE_HEALTHY',
      {
        id: 'connect',
        label: 'Connect to your project',
        section: 'Actions',
        icon: Plug,
        keywords: 'connection string password psql',
        run: () => connect(),
      },
      ...connectTabs.slice(1).flatMap((tab) =>
        given<Command<CommandPageId>>(!('feature' in tab) || context.offers(tab.feature), {
          id: `connect:${tab.id}`,
          label: `Connect via ${tab.label}`,
          section: 'Actions',
          icon: Plug,
          onlyInSearch: true,
          run: () => connect(tab.id),
        }),
      ),
    ),
    ...given<Command<CommandPageId>>(
      params.ref !== undefined,
      {
        id: 'open-snippet',
        label: 'Open saved query...',
        section: 'Actions',
        icon: FileCode,
        keywords: 'snippet sql run',
        page: 'snippets',
      },
      {
        id: 'api-keys',
        label: 'Get API keys...',
        section: 'Actions',
        icon: KeyRound,
        keywords: 'copy publishable secret anon service_role',
        page: 'keys',
      },
      {
        id: 'api-url',
        label: 'Copy API URL',
        section: 'Actions',
        icon: Copy,
        keywords: 'endpoint',
        run: () => void copyWithToast('the API URL', `${location.origin}/p/${params.ref}`),
      },
    ),
    ...recent
      .filter(({ ref }) => ref !== params.ref)
      .map(
        ({ ref, name }): Command<CommandPageId> => ({
          id: `project:${ref}`,
          label: name,
          section: 'Navigate',
          icon: FolderClock,
          hint: 'Recent project',
          keywords: ref,
          run: () => go(`/project/${ref}`),
        }),
      ),
    ...navigationCommands(params, context, go).map((command) => command as Command<never>),
    ...given<Command<CommandPageId>>(
      isPlatform,
      {
        id: 'go:organizations',
        label: 'All organizations',
        section: 'Navigate',
        icon: Building2,
        run: () => go('/organizations'),
      },
      {
        id: 'go:account',
        label: 'Account preferences',
        section: 'Navigate',
        icon: UserRound,
        keywords: 'profile name password',
        run: () => go('/account/me'),
      },
      ...accountPages.slice(1).map(
        ({ to, label, keywords }): Command<CommandPageId> => ({
          id: `go:${to}`,
          label: `Account: ${label}`,
          section: 'Navigate',
          icon: UserRound,
          keywords,
          onlyInSearch: true,
          run: () => go(to),
        }),
      ),
    ),
    {
      id: 'theme',
      label: 'Switch theme...',
      section: 'Theme',
      icon: SunMoon,
      keywords: 'appearance',
      page: 'theme',
    },
    ...themeOptions.map(
      ({ value, label, icon }): Command<CommandPageId> => ({
        id: `theme:${value}`,
        label: `${label} theme`,
        section: 'Theme',
        onlyInSearch: true,
        ...(icon && { icon }),
        run: () => setChoice(value),
      }),
    ),
    {
      id: 'search-docs',
      label: 'Search the docs...',
      section: 'Help',
      icon: BookOpenText,
      keywords: 'guides documentation',
      page: 'guides',
    },
    ...given<Command<CommandPageId>>(params.ref !== undefined, {
      id: 'assistant',
      label: 'Ask the assistant',
      section: 'Help',
      icon: Sparkles,
      keywords: 'ai chat debug explain sql',
      shortcut: ['Mod', 'I'],
      run: () => openSidePanel('assistant'),
    }),
    ...helpEntries(context.edition, params.ref).map(
      ({ key, path, ...words }): Command<CommandPageId> => ({
        ...words,
        id: `help:${key}`,
        section: 'Help',
        icon: helpIcons[key],
        run: () => go(path),
      }),
    ),
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      section: 'Help',
      icon: Keyboard,
      shortcut: ['?'],
      run: () => openOverlay('shortcuts'),
    },
    {
      id: 'previews',
      label: 'Feature previews',
      section: 'Help',
      icon: FlaskConical,
      keywords: 'experiments new',
      run: () => openOverlay('previews'),
    },
    ...given<Command<CommandPageId>>(
      isPlatform,
      {
        id: 'feedback',
        label: 'Share feedback',
        section: 'Help',
        icon: MessageSquare,
        keywords: 'idea issue bug',
        run: () => openOverlay('feedback'),
      },
      {
        id: 'sign-out',
        label: 'Log out',
        section: 'Help',
        icon: LogOut,
        keywords: 'sign out',
        run: leave,
      },
    ),
  ]
}
