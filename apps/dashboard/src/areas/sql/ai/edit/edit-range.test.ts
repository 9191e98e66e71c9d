import { AI_CONTEXT_MAX, AI_PROMPT_MAX, AI_SELECTION_MAX } from '@basalt/contract/ai/ai.rules.ts'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completionMetadata, promptRefusal, selectedLineRange } from './edit-range.ts'

const stateOf = (marked: string) => {
  const [before = '', selected = '', after] = marked.split('|')
  return after === undefined
    ? EditorState.create({ doc: before + selected, selection: { anchor: before.length } })
    : EditorState.create({
        doc: before + selected + after,
        selection: { anchor: before.length, head: before.length + selected.length },
      })
}

test.each([
  ['|', ''],
  ['one\ntw|o\nthree', 'two'],
  ['one\n|\nthree', ''],
  ['o|ne\ntw|o\nthree', 'one\ntwo'],
  ['|one\n|two', 'one'],
  ['|one\ntwo\n|', 'one\ntwo'],
  ['one\n|', ''],
])('in %j the lines %j are selected', (marked, lines) => {
  const state = stateOf(marked)
  const { from, to } = selectedLineRange(state)
  expect(state.sliceDoc(from, to)).toBe(lines)
})

test('the lines and the text near them are sent', () => {
  const state = stateOf(`far${'x'.repeat(AI_CONTEXT_MAX)}\none\n|two|\nthree`)
  const { textBeforeCursor, ...rest } = completionMetadata(state, selectedLineRange(state), 'Count')
  expect(rest).toEqual({ prompt: 'Count', selection: 'two', textAfterCursor: '\nthree' })
  expect(textBeforeCursor).toHaveLength(AI_CONTEXT_MAX)
  expect(textBeforeCursor.endsWith('\none\n')).toBe(true)
})

test('a second prompt is about the proposal', () => {
  const state = stateOf('one\n|two|')
  expect(completionMetadata(state, selectedLineRange(state), 'Shorter', 'written').selection).toBe('written')
})

test.each([
  ['Count', 3, undefined],
  [' \n ', 3, 'Describe what to write first'],
  ['x'.repeat(AI_PROMPT_MAX), 3, undefined],
  ['x'.repeat(AI_PROMPT_MAX + 1), 3, 'Use at most 4,000 characters'],
  ['Count', AI_SELECTION_MAX + 1, 'Select fewer lines: at most 50,000 characters can be edited at once'],
])('%.20j about %i characters: %s', (prompt, to, refusal) => {
  expect(promptRefusal(prompt, { from: 0, to })).toBe(refusal)
})
