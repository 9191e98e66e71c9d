import type { GuideValues } from '@basalt/contract/connect/guides/guide.ts'
import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'

/** Placeholders while the values load. */
export const loadingValues: GuideValues = { apiUrl: 'your-project-url', apiKey: 'your-publishable-key' }

/** For users who may not read keys. */
export const noValues: GuideValues = { apiUrl: '', apiKey: '' }

/** The key for apps: the oldest publishable one. Never a legacy token, because the snippets say publishable key. */
export const appKeyOf = (keys: readonly ApiKey[]): string =>
  keys.find(({ type, api_key }) => type === 'publishable' && api_key !== null)?.api_key ?? ''
