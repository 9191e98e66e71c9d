import { readPreference, usePreference, writePreference } from '../../lib/preference.ts'
import { aFlag, recordOf } from '../../lib/shape.ts'
import type { PreviewChoices, PreviewId } from './previews.rules.ts'

const KEY = 'previews'
const Choices = recordOf(aFlag)
const none: PreviewChoices = {}

export const usePreviewChoices = () => usePreference<PreviewChoices>(KEY, Choices, none)[0]

export function setPreview(id: PreviewId, isOn: boolean) {
  writePreference(KEY, { ...readPreference(KEY, Choices, none), [id]: isOn })
}
