/** Pages that the header links to; like menu lines, the links are hidden while the page does not exist. */
export const headerRoutes = ['/project/$ref/merge', '/project/$ref/branches'] as const
export type HeaderRoute = (typeof headerRoutes)[number]
