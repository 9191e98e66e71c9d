/** The document title, most specific part first. */
export const pageTitle = (...parts: string[]) => [...parts, 'Basalt'].join(' · ')

/** A route's `head` with nothing but its title. */
export const titleHead = (...parts: string[]) => ({ meta: [{ title: pageTitle(...parts) }] })
