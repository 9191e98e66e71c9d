import { completionStatus, currentCompletions, startCompletion } from '@codemirror/autocomplete'
import { forceLinting } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { InProcessWorker } from './analysis/in-process-worker.fixture.ts'
import { openPage, prepareSqlPage, pressRun } from './sql-page.fixture.tsx'

prepareSqlPage()

/** The completions on offer; restarts completion until the schema has arrived. */
function suggestions(view: EditorView): string[] {
  const found = currentCompletions(view.state).map(({ label }) => label)
  if (completionStatus(view.state) !== 'pending') startCompletion(view)
  return found
}

test('a syntax error is underlined', async () => {
  vi.stubGlobal('Worker', InProcessWorker)
  const { view, editor } = await openPage('select 1;\nselec 2')
  await waitFor(() => {
    // Linting loads after the editor.
    forceLinting(view)
    expect(editor.querySelector('.cm-lintRange-error')?.textContent).toBe('selec')
  })
})

test('the browser’s search shortcut opens the editor’s search', async () => {
  const { editor } = await openPage('select 1')
  fireEvent.keyDown(editor, { key: 'f', code: 'KeyF', keyCode: 70, ctrlKey: true })
  await screen.findByRole('textbox', { name: 'Find' })
})

test('names from the schema are suggested', async () => {
  const { view } = await openPage('select u. from users u')
  view.dispatch({ selection: { anchor: 9 } })
  view.focus()
  await waitFor(() => expect(suggestions(view)).toEqual(['id', 'name']))
})

test('nothing is suggested in an editor that has lost the focus', async () => {
  const { view } = await openPage('select u. from users u')
  view.dispatch({ selection: { anchor: 9 } })
  view.focus()
  await waitFor(() => expect(suggestions(view)).toEqual(['id', 'name']))
  startCompletion(view)
  screen.getByRole('button', { name: 'Role: postgres' }).focus()
  await waitFor(() => expect(completionStatus(view.state)).toBeNull())
  startCompletion(view)
  await waitFor(() => expect(completionStatus(view.state)).toBeNull())
  expect(currentCompletions(view.state)).toEqual([])
})

test('formatting a selection keeps it selected and leaves the rest unchanged', async () => {
  const { view, editor } = await openPage('SELECT  1;\nselect  2,3;')
  view.dispatch({ selection: { anchor: 11, head: 23 } })
  fireEvent.keyDown(editor, { key: 'F', code: 'KeyF', keyCode: 70, shiftKey: true, altKey: true })
  await waitFor(() => expect(view.state.doc.toString()).toBe('SELECT  1;\nselect\n  2,\n  3;'))
  const { from, to } = view.state.selection.main
  expect(view.state.sliceDoc(from, to)).toBe('select\n  2,\n  3;')
})

test('SQL that cannot be formatted stays unchanged, and an error is shown', async () => {
  const { view, editor } = await openPage("select 'abc")
  fireEvent.keyDown(editor, { key: 'F', code: 'KeyF', keyCode: 70, shiftKey: true, altKey: true })
  expect(await screen.findByText('Failed to format the SQL')).toBeTruthy()
  expect(view.state.doc.toString()).toBe("select 'abc")
})

test('a function that is declared side-effect free runs without confirmation', async () => {
  vi.stubGlobal('Worker', InProcessWorker)
  const { editor, sent, view } = await openPage('select known()')
  view.dispatch({ selection: { anchor: 12 } })
  view.focus()
  await waitFor(() => expect(suggestions(view)).toContain('known'))
  pressRun(editor)
  await waitFor(() => expect(sent).toEqual(['select known()']))
})
