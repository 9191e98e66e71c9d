import { EditorView } from '@codemirror/view'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, createRef, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyModule } from '../../../lib/lazy-module.ts'
import { suspension } from '../../../test/suspension.tsx'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import { SqlEditor, type SqlEditorHandle, type SqlEditorProps } from './editor/SqlEditor.tsx'
import { lazyEditor } from './LazySqlEditor.tsx'

// CodeMirror measures text; jsdom has no layout.
const nowhere = new DOMRect()
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => nowhere

interface Load {
  succeed: () => Promise<void>
  fail: () => Promise<void>
}

/** A lazy editor; the test decides when its code loads or fails to load. */
function setUp(
  props: Partial<SqlEditorProps> = {},
  wrap: (editor: ReactNode) => ReactNode = (editor) => editor,
) {
  const loads: Load[] = []
  const module = lazyModule(
    () =>
      new Promise<ComponentType<SqlEditorProps>>((resolve, reject) => {
        loads.push({
          succeed: () => act(async () => resolve(SqlEditor)),
          fail: () => act(async () => reject(new Error('offline'))),
        })
      }),
  )
  const LazyEditor = lazyEditor(module)
  const onTextChange = vi.fn((text: () => string) => void text())
  const onRun = vi.fn()
  const editor = createRef<SqlEditorHandle>()
  const page = (more: Partial<SqlEditorProps> = {}) => (
    <UiProvider>
      <input aria-label="Name" />
      {wrap(
        <LazyEditor
          ref={editor}
          initialText="select 1"
          onTextChange={onTextChange}
          onStatusChange={() => undefined}
          onRun={onRun}
          onRunStatement={() => undefined}
          onFormat={() => undefined}
          catalogue={undefined}
          isCompleting={false}
          errorLocation={undefined}
          {...props}
          {...more}
        />,
      )}
    </UiProvider>
  )
  const { rerender } = render(page())
  return {
    loads,
    onTextChange,
    onRun,
    editor,
    change: (more: Partial<SqlEditorProps>) => rerender(page(more)),
    field: () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' }),
    view: () => EditorView.findFromDOM(screen.getByRole('textbox', { name: 'SQL' }))!,
  }
}

test('while the editor fails to load, the plain field can be edited and run, and loading can be retried', async () => {
  const user = userEvent.setup()
  const { loads, field, onRun, editor, view } = setUp()
  await user.type(field(), ' + 1')
  await loads[0]!.fail()
  expect(screen.getByRole('alert').textContent).toContain('Failed to load the SQL editor')
  expect(screen.queryByRole('button', { name: 'Reload page' })).toBeNull()
  expect(document.activeElement).toBe(field())
  await user.keyboard(' + 2{Control>}{Enter}{/Control}')
  expect(onRun).toHaveBeenCalledOnce()
  expect(editor.current!.textToRun()).toEqual({ sql: 'select 1 + 1 + 2', from: 0 })

  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await loads[1]!.fail()
  screen.getByRole('button', { name: 'Reload page' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await loads[2]!.succeed()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(view().state.doc.toString()).toBe('select 1 + 1 + 2')
  expect(view().state.selection.main.head).toBe('select 1 + 1 + 2'.length)
  // The retry button, which had the focus, is gone.
  expect(document.activeElement).toBe(view().contentDOM)
})

test('loading the editor does not steal the focus from another field', async () => {
  const user = userEvent.setup()
  const { loads, field, view } = setUp()
  await user.type(field(), ';')
  await user.click(screen.getByRole('textbox', { name: 'Name' }))
  await loads[0]!.succeed()
  expect(view().state.doc.toString()).toBe('select 1;')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
})

test('a replacement that arrives before the editor is displayed and stays once it is loaded', async () => {
  const { loads, change, field, onTextChange, view } = setUp()
  const replacement = { text: 'select 2' }
  change({ replacement })
  expect(field().value).toBe('select 2')
  await loads[0]!.succeed()
  expect(view().state.doc.toString()).toBe('select 2')
  // It was not typed here, so it must not be saved.
  expect(onTextChange).not.toHaveBeenCalled()
  view().dispatch({ changes: { from: 8, insert: '3' } })
  expect(onTextChange.mock.lastCall![0]()).toBe('select 23')
})

test('a replacement that arrives together with the editor is displayed', async () => {
  const { loads, change, view } = setUp()
  await act(async () => {
    change({ replacement: { text: 'select 2' } })
    await loads[0]!.succeed()
  })
  expect(view().state.doc.toString()).toBe('select 2')
})

test('typed text stays in the focused editor when the page is hidden while it loads something', async () => {
  const { wrap, suspend, resume } = suspension()
  const { loads, view, onTextChange } = setUp({}, wrap)
  await loads[0]!.succeed()
  view().dispatch({ changes: { from: 8, insert: '2' } })
  view().focus()
  await suspend()
  await resume()
  expect(view().state.doc.toString()).toBe('select 12')
  expect(document.activeElement).toBe(view().contentDOM)
  view().dispatch({ changes: { from: 9, insert: '3' } })
  expect(onTextChange.mock.lastCall![0]()).toBe('select 123')
})

test('a replacement that arrives while the page is hidden is displayed afterwards', async () => {
  const { wrap, suspend, resume } = suspension()
  const { loads, change, view } = setUp({}, wrap)
  await loads[0]!.succeed()
  await suspend()
  await act(async () => change({ replacement: { text: 'select 2' } }))
  await resume()
  expect(view().state.doc.toString()).toBe('select 2')
})

test('typed text stays in the focused plain field when the page is hidden, and moves to the editor', async () => {
  const user = userEvent.setup()
  const { wrap, suspend, resume } = suspension()
  const { loads, field, view } = setUp({}, wrap)
  await user.type(field(), '2')
  await suspend()
  await resume()
  expect(document.activeElement).toBe(field())
  await user.keyboard('3')
  await suspend()
  await loads[0]!.succeed()
  await resume()
  expect(view().state.doc.toString()).toBe('select 123')
  expect(document.activeElement).toBe(view().contentDOM)
})
