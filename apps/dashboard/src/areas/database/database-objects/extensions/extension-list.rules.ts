import type { AvailableExtension } from '@basalt/contract/database-objects/extensions/extensions.schema.ts'
import type { UnavailableExtension } from '@basalt/contract/database-objects/extensions/unavailable-extensions.rules.ts'

const includes = (text: string | null, part: string) => text?.toLowerCase().includes(part) ?? false

/** Extensions whose name or description has the text, enabled ones first. */
export function foundExtensions(extensions: readonly AvailableExtension[], filter: string) {
  const part = filter.trim().toLowerCase()
  return extensions
    .filter(({ name, comment }) => includes(name, part) || includes(comment, part))
    .toSorted((a, b) => Number(a.id === null) - Number(b.id === null))
}

export function foundUnavailable(extensions: readonly UnavailableExtension[], filter: string) {
  const part = filter.trim().toLowerCase()
  return extensions.filter(({ name, does }) => includes(name, part) || includes(does, part))
}

/** The version that an enabled extension can be updated to. */
export const updateOf = ({ installed_version, default_version }: AvailableExtension) =>
  installed_version !== null && default_version !== null && installed_version !== default_version
    ? default_version
    : undefined

/** The language that the functions of the platform are written in. */
const LANGUAGE = 'plpgsql'

/** Why an extension cannot be enabled or disabled: what speaks against the member, or against the extension. */
export const switchRefusal = ({ id, name }: AvailableExtension, memberRefusal: string | undefined) =>
  memberRefusal ??
  (id !== null && name === LANGUAGE ? 'The functions of the platform are written in it.' : undefined)

const byNumber = new Intl.Collator('en', { numeric: true })

/** Versions from the oldest to the newest: 1.9 comes before 1.10. */
export const inOrder = (versions: readonly string[]) => versions.toSorted(byNumber.compare)
