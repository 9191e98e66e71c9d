/**
 * Where a signed-in person starts: in the organization that was open last, else in the first one. Who belongs to none
 * makes one.
 */
export function homePath(organizations: readonly { slug: string }[], lastVisited?: string): string {
  const home = organizations.find(({ slug }) => slug === lastVisited) ?? organizations[0]
  return home ? `/org/${home.slug}` : '/new'
}
