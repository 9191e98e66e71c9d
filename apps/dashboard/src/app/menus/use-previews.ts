import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { useMemo } from 'react'
import { enabledPreviews, offeredPreviews } from '../previews/previews.rules.ts'
import { usePreviewChoices } from '../previews/previews.state.ts'
import { isMissing } from './missing-pages.rules.ts'

/** The previews that are on in this browser. */
export function usePreviews(edition: Edition) {
  const choices = usePreviewChoices()
  return useMemo(() => enabledPreviews(offeredPreviews(edition, isMissing), choices), [edition, choices])
}
