import { organizationMenu } from '../../areas/organization/organization.menu.ts'
import {
  type MenuContext,
  type MenuGroup,
  type MenuParams,
  menuLinks,
  type RailEntry,
} from '../menus/menu.port.ts'
import { projectMenu } from '../menus/project-menu.rules.ts'

/** A page that G and a letter lead to. */
export interface GoToPlace {
  letter: string
  label: string
  path: string
}

/** The enabled pages of the rails, with their letters. */
export function goToPlaces(params: MenuParams, context: MenuContext): readonly GoToPlace[] {
  const places = (menu: readonly MenuGroup<RailEntry>[]) =>
    menuLinks(menu, params, '')
      .flatMap(({ links }) => links)
      .filter(({ reason }) => reason === undefined)
      .map(({ letter, label, path }) => ({ letter, label, path }))
  const isPlatform = context.edition === 'platform'
  const ofProject = params.ref === undefined ? [] : places(projectMenu(context))
  const ofOrganization = isPlatform && params.slug !== undefined ? places(organizationMenu(context)) : []
  const taken = new Set(ofProject.map(({ label }) => label))
  return [
    ...ofProject,
    ...ofOrganization.map((place) =>
      taken.has(place.label) ? { ...place, label: `${place.label} of the organization` } : place,
    ),
    ...(isPlatform
      ? [
          { letter: 'g', label: 'All organizations', path: '/organizations' },
          { letter: 'c', label: 'Account', path: '/account' },
        ]
      : []),
    { letter: 'h', label: 'Docs', path: '/docs' },
  ]
}
