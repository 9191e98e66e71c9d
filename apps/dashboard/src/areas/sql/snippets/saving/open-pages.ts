import { newId } from '../../../../lib/new-id.ts'

const PREFIX = 'basalt-page-'

/** Names this page among all that are open, as long as it is; a copied tab is another page. */
export const thisPage = newId()

if (navigator.locks)
  // Held until the page is gone, however it goes.
  void navigator.locks.request(PREFIX + thisPage, () => new Promise(() => undefined)).catch(() => undefined)

/**
 * The other pages of this browser that are open. Over plain HTTP the browser does not tell, and none is known: what
 * another page still writes is then taken over as well, and one of the two hears of a conflict.
 */
export async function otherOpenPages(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
  return new Set(names.filter((page) => page !== thisPage))
}
