import { objectSortColumns } from '@basalt/contract/storage/objects.schema.ts'
import { z } from 'zod'
import { usePreference } from '../../../lib/preference.ts'

const ExplorerPreference = z.object({
  view: z.enum(['COLUMNS', 'LIST']),
  sortBy: z.enum(objectSortColumns),
  sortByOrder: z.enum(['asc', 'desc']),
  sortBucket: z.enum(['name', 'created_at']),
})
export type ExplorerPreference = z.infer<typeof ExplorerPreference>

const DEFAULT: ExplorerPreference = {
  view: 'COLUMNS',
  sortBy: 'name',
  sortByOrder: 'asc',
  sortBucket: 'created_at',
}

/** The view and sort preferences for the files of a project, stored in this browser. */
export function useExplorerPreference(ref: string) {
  const [preference, set] = usePreference(`storage.explorer.${ref}`, ExplorerPreference, DEFAULT)
  return {
    preference,
    change: (change: Partial<ExplorerPreference>) => set({ ...preference, ...change }),
  }
}
