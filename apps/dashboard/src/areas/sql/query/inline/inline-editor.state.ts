import { readPreference, usePreference, writePreference } from '../../../../lib/preference.ts'
import { aFlag, aTextUpTo } from '../../../../lib/shape.ts'

/** Whether Cmd or Ctrl with E opens the editor on every page of a project. */
export const useInlineEditorKey = () => usePreference('inline-editor-key', aFlag, true)

/** Longer texts belong into a saved query; storage would not hold many of them. */
const TEXT_KEPT_MAX = 200_000
const Draft = aTextUpTo(TEXT_KEPT_MAX)
const keyOf = (ref: string) => `inline-sql.${ref}`

/** What was written in a project's inline editor last, in this browser. */
export const readInlineText = (ref: string): string => readPreference(keyOf(ref), Draft, '')

export const keepInlineText = (ref: string, text: string): void =>
  writePreference(keyOf(ref), text.slice(0, TEXT_KEPT_MAX))
