import { type MenuContext, type MenuParams, menuLinks } from '../menus/menu.port.ts'
import type { NavigationKey } from '../menus/navigation.rules.ts'
import { type OrganizationMenuKey, organizationMenu } from '../menus/organization-menu.rules.ts'
import { type ProjectMenuKey, projectMenu } from '../menus/project-menu.rules.ts'

/** One page that G and a letter lead to. */
export interface GoToPlace {
  letter: string
  label: string
  path: string
}

const ofProject: Record<ProjectMenuKey, string> = {
  overview: 'o',
  editor: 't',
  sql: 's',
  database: 'd',
  auth: 'a',
  storage: 'b',
  functions: 'f',
  realtime: 'r',
  advisors: 'v',
  reports: 'e',
  logs: 'l',
  api: 'i',
  integrations: 'n',
  settings: 'x',
}
/** Other letters than those of a project, where both can be gone to. */
const ofOrganization: Record<OrganizationMenuKey, string> = {
  projects: 'p',
  team: 'm',
  integrations: 'j',
  usage: 'u',
  billing: 'y',
  'organization-settings': 'z',
}
export const goToLetters: readonly Record<string, string>[] = [ofProject, ofOrganization]

/** The pages of the rails that can be used now, with their letters. */
export function goToPlaces(params: MenuParams, context: MenuContext): readonly GoToPlace[] {
  const places = <Key extends NavigationKey>(
    menu: Parameters<typeof menuLinks<Key>>[0],
    letters: Record<Key, string>,
  ) =>
    menuLinks(menu, params, '')
      .flatMap(({ links }) => links)
      .filter(({ reason }) => reason === undefined)
      .map(({ key, label, path }) => ({ letter: letters[key], label, path }))
  const isPlatform = context.edition === 'platform'
  return [
    ...(params.ref === undefined ? [] : places(projectMenu(context), ofProject)),
    ...(isPlatform && params.slug !== undefined ? places(organizationMenu(context), ofOrganization) : []),
    ...(isPlatform
      ? [
          { letter: 'g', label: 'All organizations', path: '/organizations' },
          { letter: 'c', label: 'Account', path: '/account' },
        ]
      : []),
    { letter: 'h', label: 'Docs', path: '/docs' },
  ]
}
