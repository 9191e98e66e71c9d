import type { ApiTarget } from '@basalt/contract/api-docs/api-call.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreference } from '../../../lib/preference.ts'
import { aFlag, oneOf } from '../../../lib/shape.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { keyQueries } from '../keys/keys.queries.ts'
import { useDocsUser } from './docs-user.port.ts'
import {
  chosenKey,
  FIRST_KEY,
  KEY_PLACEHOLDER,
  keyOptions,
  NO_KEY,
  selectedKeyOption,
} from './snippet-key.rules.ts'
import { languages } from './snippet-language.rules.ts'

const aLanguage = oneOf(languages)

/**
 * The language and key of snippets, both stored in this browser. Keys are fetched only once one is requested, because
 * each read is recorded in the audit log.
 */
export function useSnippets({ ref, organization_slug: slug }: Project) {
  const [language, setLanguage] = usePreference('api-docs.language', aLanguage, 'javascript')
  const [withKey, setWithKey] = usePreference('api-docs.with-key', aFlag, false)
  const [choice, setChoice] = useState(FIRST_KEY)
  const permission = useQuery(permissionQueries.refusal(needs.seeApiKeys, { slug, ref }))
  const refusal = permission.data
  const keys = useQuery({
    ...keyQueries.list(ref),
    enabled: withKey && permission.isSuccess && refusal === undefined,
  })
  const isOn = withKey && refusal === undefined
  const key = isOn ? chosenKey(keys.data, choice) : undefined
  const [user, setUser] = useDocsUser(ref)
  const target: ApiTarget = {
    url: `${location.origin}/p/${ref}`,
    key: key?.api_key ?? KEY_PLACEHOLDER,
    ...(user && { token: user.access_token }),
  }
  return {
    language,
    setLanguage,
    target,
    /** Whom the snippets call the API as; null for nobody. */
    user,
    stopActing: () => setUser(null),
    keys: {
      options: keyOptions(isOn ? keys.data : undefined, refusal),
      value: selectedKeyOption(isOn ? keys.data : undefined, choice, isOn),
      choose(value: string) {
        setWithKey(value !== NO_KEY)
        if (value !== NO_KEY) setChoice(value)
      },
      problem: problemOf(isOn, keys, key !== undefined),
    },
  }
}

/** Why the snippets have no key although one is requested. */
function problemOf(
  isOn: boolean,
  { error, data }: { error: Error | null; data: unknown },
  isFound: boolean,
): string | undefined {
  if (!isOn || isFound) return undefined
  if (data === undefined) return error ? `Failed to load the keys. ${error.message}` : undefined
  return 'This project has no publishable key. Create a publishable key in the settings.'
}

export type Snippets = ReturnType<typeof useSnippets>
