/** Where in the product a path leads, as far as header and navigation need to know. */
export type Place =
  | { kind: 'organization'; slug: string; section: string; page: string }
  | { kind: 'project'; ref: string; section: string; page: string; subpage?: string }
  | { kind: 'new-project'; slug: string }
  | { kind: 'elsewhere' }

/**
 * `section` is the part below the organization or project, empty for its first page; `page` and `subpage` the
 * parts below that.
 */
export function placeOf(pathname: string): Place {
  const [kind, id = '', section = '', page = '', subpage] = pathname.split('/').slice(1)
  if (id === '') return { kind: 'elsewhere' }
  if (kind === 'org') return { kind: 'organization', slug: id, section, page }
  if (kind === 'project') return { kind: 'project', ref: id, section, page, ...(subpage && { subpage }) }
  return kind === 'new' ? { kind: 'new-project', slug: id } : { kind: 'elsewhere' }
}
