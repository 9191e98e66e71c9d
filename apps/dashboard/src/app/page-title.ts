/** What the browser's tab says: the most telling part first. */
export const pageTitle = (...parts: string[]) => [...parts, 'Basalt'].join(' · ')

/** A route's `head` with nothing but its title. */
export const titled = (...parts: string[]) => ({ meta: [{ title: pageTitle(...parts) }] })
