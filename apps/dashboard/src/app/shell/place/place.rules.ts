/** The part of the product that a path belongs to, as header and navigation need it. */
export type Place =
  | { kind: 'organization'; slug: string; section: string; page: string }
  | { kind: 'project'; ref: string; section: string; page: string; subpage?: string }
  | { kind: 'new-project'; slug: string }
  | { kind: 'elsewhere' }

/**
 * Parses a path. `section` is the segment after the organization or project, empty for its first page; `page` and
 * `subpage` are the segments after that.
 */
export function placeOf(pathname: string): Place {
  const [kind, id = '', section = '', page = '', subpage] = pathname.split('/').slice(1)
  if (id === '') return { kind: 'elsewhere' }
  if (kind === 'org') return { kind: 'organization', slug: id, section, page }
  if (kind === 'project') return { kind: 'project', ref: id, section, page, ...(subpage && { subpage }) }
  return kind === 'new' ? { kind: 'new-project', slug: id } : { kind: 'elsewhere' }
}
