import { z } from 'zod'
import { readPreference, usePreference, writePreference } from '../../lib/preference.ts'
import type { PreviewChoices, PreviewId } from './previews.rules.ts'

const KEY = 'previews'
const Choices = z.record(z.string(), z.boolean())
const none: PreviewChoices = {}

export const usePreviewChoices = () => usePreference<PreviewChoices>(KEY, Choices, none)[0]

export function setPreview(id: PreviewId, isOn: boolean) {
  writePreference(KEY, { ...readPreference(KEY, Choices, none), [id]: isOn })
}
