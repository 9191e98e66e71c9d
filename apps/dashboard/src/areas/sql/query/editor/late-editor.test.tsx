import { EditorView } from '@codemirror/view'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { UiProvider } from '../../../../ui/UiProvider.tsx'
import { lateEditor } from './late-editor.tsx'
import { SqlEditor, type SqlEditorHandle, type SqlEditorProps } from './SqlEditor.tsx'

// What the editor asks of a browser that lays out; jsdom does not.
const nowhere = new DOMRect()
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => nowhere

interface Asked {
  arrive: () => Promise<void>
  fail: () => Promise<void>
}

/** An editor whose code comes, or does not, when the test says so. */
function setUp(props: Partial<SqlEditorProps> = {}) {
  const asked: Asked[] = []
  const { LateEditor } = lateEditor(
    () =>
      new Promise<ComponentType<SqlEditorProps>>((resolve, reject) => {
        asked.push({
          arrive: () => act(async () => resolve(SqlEditor)),
          fail: () => act(async () => reject(new Error('offline'))),
        })
      }),
  )
  const onTextChange = vi.fn((text: () => string) => void text())
  const onRun = vi.fn()
  const editor = createRef<SqlEditorHandle>()
  const page = (more: Partial<SqlEditorProps> = {}) => (
    <UiProvider>
      <input aria-label="Name" />
      <LateEditor
        ref={editor}
        initialText="select 1"
        onTextChange={onTextChange}
        onStatusChange={() => undefined}
        onRun={onRun}
        onRunStatement={() => undefined}
        onFormat={() => undefined}
        catalogue={undefined}
        isCompleting={false}
        errorPlace={undefined}
        {...props}
        {...more}
      />
    </UiProvider>
  )
  const { rerender } = render(page())
  return {
    asked,
    onTextChange,
    onRun,
    editor,
    change: (more: Partial<SqlEditorProps>) => rerender(page(more)),
    field: () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' }),
    view: () => EditorView.findFromDOM(screen.getByRole('textbox', { name: 'SQL' }))!,
  }
}

test('while the editor cannot be loaded one writes and runs in a plain field, and tries again', async () => {
  const user = userEvent.setup()
  const { asked, field, onRun, editor, view } = setUp()
  await user.type(field(), ' + 1')
  await asked[0]!.fail()
  expect(screen.getByRole('alert').textContent).toContain('Failed to load the SQL editor')
  expect(screen.queryByRole('button', { name: 'Reload page' })).toBeNull()
  expect(document.activeElement).toBe(field())
  await user.keyboard(' + 2{Control>}{Enter}{/Control}')
  expect(onRun).toHaveBeenCalledOnce()
  expect(editor.current!.textToRun()).toEqual({ sql: 'select 1 + 1 + 2', from: 0 })

  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await asked[1]!.fail()
  screen.getByRole('button', { name: 'Reload page' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await asked[2]!.arrive()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(view().state.doc.toString()).toBe('select 1 + 1 + 2')
  expect(view().state.selection.main.head).toBe('select 1 + 1 + 2'.length)
  // What had the focus is gone.
  expect(document.activeElement).toBe(view().contentDOM)
})

test('the focus stays where somebody else writes when the editor comes', async () => {
  const user = userEvent.setup()
  const { asked, field, view } = setUp()
  await user.type(field(), ';')
  await user.click(screen.getByRole('textbox', { name: 'Name' }))
  await asked[0]!.arrive()
  expect(view().state.doc.toString()).toBe('select 1;')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
})

test('a text that comes from elsewhere before the editor is shown, and stays when it comes', async () => {
  const { asked, change, field, onTextChange, view } = setUp()
  const replacement = { text: 'select 2' }
  change({ replacement })
  expect(field().value).toBe('select 2')
  await asked[0]!.arrive()
  expect(view().state.doc.toString()).toBe('select 2')
  // Nobody typed it, so nothing of it is to be saved.
  expect(onTextChange).not.toHaveBeenCalled()
  view().dispatch({ changes: { from: 8, insert: '3' } })
  expect(onTextChange.mock.lastCall![0]()).toBe('select 23')
})

test('a text that comes from elsewhere together with the editor is shown', async () => {
  const { asked, change, view } = setUp()
  await act(async () => {
    change({ replacement: { text: 'select 2' } })
    await asked[0]!.arrive()
  })
  expect(view().state.doc.toString()).toBe('select 2')
})
