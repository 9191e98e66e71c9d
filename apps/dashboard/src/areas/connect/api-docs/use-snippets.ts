import type { ApiTarget } from '@basalt/contract/api-docs/api-call.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreference } from '../../../lib/preference.ts'
import { aFlag, oneOf } from '../../../lib/shape.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { keyQueries } from '../keys/keys.queries.ts'
import {
  chosenKey,
  FIRST_KEY,
  KEY_PLACEHOLDER,
  keyOptions,
  NO_KEY,
  shownChoice,
} from './snippet-key.rules.ts'
import { languages } from './snippet-language.rules.ts'

const aLanguage = oneOf(languages)

/**
 * In which language and with which key snippets are written; both are remembered in this browser. Keys are asked for
 * only once somebody wants one: each time is a line in the audit log.
 */
export function useSnippets({ ref, organization_slug: slug }: Project) {
  const [language, setLanguage] = usePreference('api-docs.language', aLanguage, 'javascript')
  const [wantsKey, setWantsKey] = usePreference('api-docs.with-key', aFlag, false)
  const [choice, setChoice] = useState(FIRST_KEY)
  const permission = useQuery(permissionQueries.refusal(needs.seeApiKeys, { slug, ref }))
  const refusal = permission.data
  const keys = useQuery({
    ...keyQueries.list(ref),
    enabled: wantsKey && permission.isSuccess && refusal === undefined,
  })
  const isOn = wantsKey && refusal === undefined
  const key = isOn ? chosenKey(keys.data, choice) : undefined
  const target: ApiTarget = { url: `${location.origin}/p/${ref}`, key: key?.api_key ?? KEY_PLACEHOLDER }
  return {
    language,
    setLanguage,
    target,
    keys: {
      options: keyOptions(isOn ? keys.data : undefined, refusal),
      value: shownChoice(isOn ? keys.data : undefined, choice, isOn),
      choose(value: string) {
        setWantsKey(value !== NO_KEY)
        if (value !== NO_KEY) setChoice(value)
      },
      problem: problemOf(isOn, keys, key !== undefined),
    },
  }
}

/** Why no key stands in the snippets although one is wanted. */
function problemOf(
  isOn: boolean,
  { error, data }: { error: Error | null; data: unknown },
  isFound: boolean,
): string | undefined {
  if (!isOn || isFound) return undefined
  if (data === undefined) return error ? `The keys could not be loaded. ${error.message}` : undefined
  return 'This project has no key that may be shown here. Create a publishable key in the settings.'
}

export type Snippets = ReturnType<typeof useSnippets>
