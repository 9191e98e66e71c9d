import { readPreference, writePreference } from '../../../lib/preference.ts'
import { aText } from '../../../lib/shape.ts'
import type { Place } from './place.rules.ts'

const KEY = 'last-organization'

/** The last organization or project page, to return to from pages such as the account. */
let last: { href: string; home: string | undefined } | undefined

/** `slug` is the organization of the place, once known. */
export function rememberPlace(place: Place, href: string, slug: string | undefined) {
  if (place.kind !== 'organization' && place.kind !== 'project') return
  last = { href, home: slug === undefined ? undefined : `/org/${slug}` }
  if (slug !== undefined) writePreference(KEY, slug)
}

export const lastHref = () => last?.href ?? '/'
export const lastHome = () => last?.home ?? '/'
/** The organization last opened in this browser. */
export const lastOrganization = () => readPreference(KEY, aText, undefined)
export const forgetPlace = () => {
  last = undefined
  writePreference(KEY, null)
}
