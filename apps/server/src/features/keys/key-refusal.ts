import { AppError } from '../../http/app-error.ts'

export type KeyRefusal = 'InvalidApiKey' | 'LegacyApiKeysDisabled' | 'SecretKeyInBrowser'

const words: Record<KeyRefusal, string> = {
  InvalidApiKey: 'Invalid API key: this project has no such key, or it was revoked',
  LegacyApiKeysDisabled:
    'The legacy API keys of this project are disabled. Use a publishable or secret key, or enable them in the settings of the project.',
  SecretKeyInBrowser:
    'A secret API key must not be used in a browser, where everybody can read it. Use a publishable key there, and replace this one.',
}

/** Why a key of a project is not accepted, with a reason that the APIs pass on. */
export const keyRefusal = (reason: KeyRefusal) =>
  new AppError('unauthenticated', words[reason], { details: { reason } })
