import { readPreference, usePreference, writePreference } from '../../../../lib/preference.ts'
import { aFlag, aTextUpTo } from '../../../../lib/shape.ts'

/** Whether Cmd+E or Ctrl+E opens the editor on every page of a project. */
export const useInlineEditorKey = () => usePreference('inline-editor-key', aFlag, true)

/** In UTF-16 code units. The browser's storage is small; longer texts belong in a saved query. */
const TEXT_LENGTH_MAX = 200_000
const Draft = aTextUpTo(TEXT_LENGTH_MAX)
const keyOf = (ref: string) => `inline-sql.${ref}`

/** The text of a project's inline editor, as stored in this browser. */
export const readInlineText = (ref: string): string => readPreference(keyOf(ref), Draft, '')

export const storeInlineText = (ref: string, text: string): void =>
  writePreference(keyOf(ref), text.slice(0, TEXT_LENGTH_MAX))
