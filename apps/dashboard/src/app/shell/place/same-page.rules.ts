/**
 * The path of the open page in another project or organization. It keeps the longest subpath that is a page without
 * ids: a table's or snippet's id belongs to the old one.
 */
export const samePageInProject = (ref: string, pathname: string, routes: Routes) =>
  samePage('project', '$ref', ref, pathname, routes)
export const samePageInOrganization = (slug: string, pathname: string, routes: Routes) =>
  samePage('org', '$slug', slug, pathname, routes)

/** All paths of the router, in its notation. */
export type Routes = ReadonlySet<string>

function samePage(kind: string, parameter: string, id: string, pathname: string, routes: Routes) {
  const [open, , ...rest] = pathname.split('/').filter(Boolean)
  const below = open === kind ? rest : []
  while (below.length > 0 && !routes.has(`/${[kind, parameter, ...below].join('/')}`)) below.pop()
  return `/${[kind, id, ...below].join('/')}`
}
