import type { Entry } from './entry.rules.ts'

/** The cached pages of a folder. */
export interface FolderPages<Page extends { entries: Entry[] } = { entries: Entry[] }> {
  pages: Page[]
  pageParams: unknown[]
}

/** Distinguishes folder pages from the other cached contents of a bucket, such as a file's text. */
export const isFolderPages = (data: unknown): data is FolderPages =>
  typeof data === 'object' && data !== null && 'pages' in data

/** Refetching hundreds of pages would take too long. */
const REFETCHED_PAGES_MAX = 5

export const isDeep = ({ pages }: FolderPages) => pages.length > REFETCHED_PAGES_MAX

/** The pages to refetch; further ones are loaded again on scrolling. */
export const firstPages = <Pages extends FolderPages>(cached: Pages): Pages =>
  isDeep(cached)
    ? {
        ...cached,
        pages: cached.pages.slice(0, REFETCHED_PAGES_MAX),
        pageParams: cached.pageParams.slice(0, REFETCHED_PAGES_MAX),
      }
    : cached

/** Changes or removes entries of cached pages; pages without changes keep their identity. */
export function mapEntries<Pages extends FolderPages>(
  cached: Pages,
  change: (entry: Entry) => Entry | undefined,
): Pages {
  const pages = cached.pages.map((page) => {
    const entries = page.entries.flatMap((entry) => change(entry) ?? [])
    const isSame =
      entries.length === page.entries.length && entries.every((one, at) => one === page.entries[at])
    return isSame ? page : { ...page, entries }
  })
  return { ...cached, pages }
}
