import type { ApiKeyType } from '@basalt/contract/keys/keys.rules.ts'

interface ApiKeyTexts {
  title: string
  description: string
  /** The text of an empty list. */
  empty: string
  /** An example name. */
  example: string
}

export const apiKeyTexts: Record<ApiKeyType, ApiKeyTexts> = {
  publishable: {
    title: 'Publishable keys',
    description: 'For browsers and apps. Row level security decides what they may do.',
    empty: 'Create one for each app, so that you can revoke them one by one.',
    example: 'What uses it, such as “iOS app”.',
  },
  secret: {
    title: 'Secret keys',
    description: 'For servers. They bypass row level security, and requests from browsers are refused.',
    empty: 'Create one for each server, so that you can revoke them one by one.',
    example: 'Where it is used, such as “order worker”. Separate keys can be revoked separately.',
  },
}
