/** What the header leads to besides the menus; left out, like their lines, while the page is missing. */
export const headerRoutes = ['/project/$ref/merge', '/project/$ref/branches'] as const
export type HeaderRoute = (typeof headerRoutes)[number]
