/** The start page of a signed-in user: the last open organization, otherwise the first. Users without one create it. */
export function homePath(organizations: readonly { slug: string }[], lastVisited?: string): string {
  const home = organizations.find(({ slug }) => slug === lastVisited) ?? organizations[0]
  return home ? `/org/${home.slug}` : '/new'
}
