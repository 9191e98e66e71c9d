import type { DataApiSettingsStore } from './data-api-settings.store.ts'

/** Reads the settings of a project's Data API. Every request reads them, so they are cached in memory. */
export type DataApiSettingsOf = DataApiSettingsStore['of']
