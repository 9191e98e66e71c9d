import type { DataApiSettingsStore } from './data-api-settings.store.ts'

/** Settings of projects' Data APIs. They are read with every request, so they are answered from memory. */
export type DataApiSettingsOf = DataApiSettingsStore['of']
