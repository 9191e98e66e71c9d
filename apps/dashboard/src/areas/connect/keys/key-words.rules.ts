import type { ApiKeyType } from '@basalt/contract/keys/keys.rules.ts'

interface ApiKeyWords {
  title: string
  description: string
  /** Stands where keys will be. */
  empty: string
  /** Helps to find a name. */
  example: string
}

export const apiKeyWords: Record<ApiKeyType, ApiKeyWords> = {
  publishable: {
    title: 'Publishable keys',
    description: 'For browsers and apps. Row level security decides what they may do.',
    empty: 'Create one for each app: then you can revoke them one by one.',
    example: 'What uses it, such as “iOS app”.',
  },
  secret: {
    title: 'Secret keys',
    description: 'For servers. They bypass row level security, and requests from browsers are refused.',
    empty: 'Create one for each server: then you can revoke them one by one.',
    example: 'Where it is used, such as “order worker”. One for each place can be revoked alone.',
  },
}
