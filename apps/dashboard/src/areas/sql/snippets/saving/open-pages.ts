import { newId } from '../../../../lib/new-id.ts'

const PREFIX = 'basalt-page-'

/** The id of this page; a duplicated tab is another page. */
export const thisPage = newId()

if (navigator.locks)
  // The browser releases the lock when the page is gone, even after a crash.
  void navigator.locks.request(PREFIX + thisPage, () => new Promise(() => undefined)).catch(() => undefined)

/** Resolves when another page is closed. Only for pages that `otherOpenPages` has listed. */
export const whenPageCloses = async (page: string): Promise<void> =>
  navigator.locks?.request(PREFIX + page, { mode: 'shared' }, () => undefined)

/**
 * The ids of this browser's other open pages. Empty over plain HTTP, where browsers offer no locks: the drafts of other
 * open pages are then taken over as well, and one of the pages gets a conflict.
 */
export async function otherOpenPages(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
  return new Set(names.filter((page) => page !== thisPage))
}
