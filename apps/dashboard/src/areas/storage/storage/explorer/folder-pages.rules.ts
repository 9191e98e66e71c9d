import type { Entry } from './entry.rules.ts'

/** What is known of a folder, page by page. */
export interface FolderPages<Page extends { entries: Entry[] } = { entries: Entry[] }> {
  pages: Page[]
  pageParams: unknown[]
}

/** Told from the text of a file, which is kept beside it. */
export const isFolderPages = (data: unknown): data is FolderPages =>
  typeof data === 'object' && data !== null && 'pages' in data

/** Asking for hundreds of pages again would take longer than anybody waits. */
const PAGES_ASKED_AGAIN = 5

export const isDeep = ({ pages }: FolderPages) => pages.length > PAGES_ASKED_AGAIN

/** The beginning, after which the rest is loaded again when it is seen. */
export const beginningOf = <Known extends FolderPages>(known: Known): Known =>
  isDeep(known)
    ? {
        ...known,
        pages: known.pages.slice(0, PAGES_ASKED_AGAIN),
        pageParams: known.pageParams.slice(0, PAGES_ASKED_AGAIN),
      }
    : known

/** The same pages with each entry changed, or without it; those in which nothing changes stay what they are. */
export function withChanged<Known extends FolderPages>(
  known: Known,
  change: (entry: Entry) => Entry | undefined,
): Known {
  const pages = known.pages.map((page) => {
    const entries = page.entries.flatMap((entry) => change(entry) ?? [])
    const isSame =
      entries.length === page.entries.length && entries.every((one, at) => one === page.entries[at])
    return isSame ? page : { ...page, entries }
  })
  return { ...known, pages }
}
