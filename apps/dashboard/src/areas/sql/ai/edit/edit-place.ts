import { AI_PROMPT_MAX, AI_SELECTION_MAX, AI_SURROUNDINGS_MAX } from '@basalt/contract/ai/ai.rules.ts'
import type { EditorState } from '@codemirror/state'

/** Whole lines of a text, as UTF-16 indexes from the first character to the end of the last line. */
export interface EditPlace {
  readonly from: number
  readonly to: number
}

/** The lines that the selection touches, or the one of the cursor. */
export function placeOf(state: EditorState): EditPlace {
  const { from, to, empty } = state.selection.main
  const first = state.doc.lineAt(from)
  const last = state.doc.lineAt(to)
  // A selection that ends at the beginning of a line, as one of whole lines does, has nothing of it.
  const end = !empty && to === last.from && last.number > first.number ? last.from - 1 : last.to
  return { from: first.from, to: end }
}

/** Everything that is written. */
export const wholeOf = ({ doc }: EditorState): EditPlace => ({ from: 0, to: doc.length })

/** Why nothing can be asked for, if anything. */
export function refusalOf(prompt: string, place: EditPlace): string | undefined {
  if (place.to - place.from > AI_SELECTION_MAX)
    return `Select fewer lines: at most ${AI_SELECTION_MAX.toLocaleString('en-GB')} characters can be edited at once`
  if (prompt.trim() === '') return 'Say what to write first'
  if (prompt.trim().length > AI_PROMPT_MAX)
    return `Say it in at most ${AI_PROMPT_MAX.toLocaleString('en-GB')} characters`
  return undefined
}

/** What the lines, or what was written in their place, and the text around them tell. */
export function metadataOf({ doc }: EditorState, { from, to }: EditPlace, prompt: string, written?: string) {
  return {
    prompt,
    selection: (written ?? doc.sliceString(from, to)).toWellFormed(),
    textBeforeCursor: doc.sliceString(Math.max(0, from - AI_SURROUNDINGS_MAX), from).toWellFormed(),
    textAfterCursor: doc.sliceString(to, to + AI_SURROUNDINGS_MAX).toWellFormed(),
  }
}
