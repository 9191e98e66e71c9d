import { aFlag, type SearchOf } from '../../../../lib/shape.ts'
import { objectsSearch } from '../objects-url.rules.ts'

/** The search parameters of the page of event triggers. */
export const eventTriggersSearch = {
  ...objectsSearch,
  /** List those of the platform too. */
  platform: aFlag,
}

export type EventTriggersSearch = SearchOf<typeof eventTriggersSearch>
