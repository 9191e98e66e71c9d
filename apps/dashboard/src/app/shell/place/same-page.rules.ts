/**
 * The address of the page that is open, in another project or organization. Of what lies below it the longest part is
 * kept that is a page by itself: a table's or a snippet's id is no page and belongs to the old one.
 */
export const samePageInProject = (ref: string, pathname: string, routes: Routes) =>
  samePage('project', '$ref', ref, pathname, routes)
export const samePageInOrganization = (slug: string, pathname: string, routes: Routes) =>
  samePage('org', '$slug', slug, pathname, routes)

/** Every path of the router, as it writes them. */
export type Routes = ReadonlySet<string>

function samePage(kind: string, parameter: string, id: string, pathname: string, routes: Routes) {
  const [open, , ...rest] = pathname.split('/').filter(Boolean)
  const below = open === kind ? rest : []
  while (below.length > 0 && !routes.has(`/${[kind, parameter, ...below].join('/')}`)) below.pop()
  return `/${[kind, id, ...below].join('/')}`
}
