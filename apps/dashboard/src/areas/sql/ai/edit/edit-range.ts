import { AI_CONTEXT_MAX, AI_PROMPT_MAX, AI_SELECTION_MAX } from '@basalt/contract/ai/ai.rules.ts'
import type { EditorState } from '@codemirror/state'

/** Whole lines of a text, as UTF-16 indexes from the first character to the end of the last line. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/** The lines that the selection touches, or the cursor's line. */
export function selectedLineRange(state: EditorState): LineRange {
  const { from, to, empty } = state.selection.main
  const first = state.doc.lineAt(from)
  const last = state.doc.lineAt(to)
  // A selection of whole lines ends at the beginning of the next line, which is not part of it.
  const end = !empty && to === last.from && last.number > first.number ? last.from - 1 : last.to
  return { from: first.from, to: end }
}

/** The whole text. */
export const wholeRange = ({ doc }: EditorState): LineRange => ({ from: 0, to: doc.length })

/** Why a prompt cannot be sent; undefined when it can. */
export function promptRefusal(prompt: string, range: LineRange): string | undefined {
  if (range.to - range.from > AI_SELECTION_MAX)
    return `Select fewer lines: at most ${AI_SELECTION_MAX.toLocaleString('en-GB')} characters can be edited at once`
  if (prompt.trim() === '') return 'Describe what to write first'
  if (prompt.trim().length > AI_PROMPT_MAX)
    return `Use at most ${AI_PROMPT_MAX.toLocaleString('en-GB')} characters`
  return undefined
}

/** The request's context: the lines, or the last proposal for them, and the text around them. */
export function completionMetadata(
  { doc }: EditorState,
  { from, to }: LineRange,
  prompt: string,
  proposal?: string,
) {
  return {
    prompt,
    selection: (proposal ?? doc.sliceString(from, to)).toWellFormed(),
    textBeforeCursor: doc.sliceString(Math.max(0, from - AI_CONTEXT_MAX), from).toWellFormed(),
    textAfterCursor: doc.sliceString(to, to + AI_CONTEXT_MAX).toWellFormed(),
  }
}
