import { readPreference, writePreference } from '../../../lib/preference.ts'
import { aText } from '../../../lib/shape.ts'
import type { Place } from './place.rules.ts'

const KEY = 'last-organization'

/** Where the work was before a page without organization or project, such as the account, was opened. */
let last: { href: string; home: string | undefined } | undefined

/** `slug` is the organization of the place, once it is known. */
export function rememberPlace(place: Place, href: string, slug: string | undefined) {
  if (place.kind !== 'organization' && place.kind !== 'project') return
  last = { href, home: slug === undefined ? undefined : `/org/${slug}` }
  if (slug !== undefined) writePreference(KEY, slug)
}

export const lastHref = () => last?.href ?? '/'
export const lastHome = () => last?.home ?? '/'
/** The organization that was open last in this browser, perhaps long ago. */
export const lastOrganization = () => readPreference(KEY, aText, undefined)
export const forgetPlace = () => {
  last = undefined
  writePreference(KEY, null)
}
