import { EditorView } from '@codemirror/view'
import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { isModKey } from '../../../../lib/mod-key.ts'
import { renderPage } from '../../../../test/render-page.tsx'
import { aProject } from '../../../project/projects/a-project.fixture.ts'
import { InProcessWorker } from '../analysis/in-process-worker.fixture.ts'
import { fieldsOf, openStream, statementEnd } from '../results/canned-stream.fixture.ts'
import { end, loadedEditor, prepareSqlPage } from '../sql-page.fixture.tsx'
import { InlineEditor } from './InlineEditor.tsx'
import { readInlineText, storeInlineText } from './inline-editor.state.ts'

prepareSqlPage()
const project = aProject()

const onDebug = vi.fn()
function Page({ onExpand }: { onExpand: (sql: string) => void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    isOpen && (
      <InlineEditor project={project} onClose={() => setOpen(false)} onExpand={onExpand} onDebug={onDebug} />
    )
  )
}

async function openInline(text: string) {
  vi.stubGlobal('Worker', InProcessWorker)
  storeInlineText(project.ref, text)
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.endsWith('/query/stream')) return Response.json({ relations: [], functions: [] })
    sent.push(JSON.parse(String(init.body)).query)
    const stream = openStream()
    stream.write(fieldsOf('a'), { type: 'rows', rows: [['here']] }, statementEnd('SELECT', 1), end)
    stream.close()
    return stream.response
  })
  const onExpand = vi.fn()
  await renderPage(<Page onExpand={onExpand} />)
  const editor = await loadedEditor()
  return { editor, sent, onExpand, user: userEvent.setup() }
}

test('a select runs without confirmation and with a limit', async () => {
  const { editor, sent } = await openInline('select a from b')
  fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true })
  expect(await screen.findByRole('gridcell', { name: 'here' })).toBeTruthy()
  expect(sent).toEqual(['select a from b limit 100'])
})

test('a write needs confirmation, and the text is stored when the editor is expanded', async () => {
  const { editor, sent, onExpand, user } = await openInline('insert into a values (1)')
  fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true })
  expect(
    await screen.findByRole('alertdialog', { name: 'This query contains write operations.' }),
  ).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Expand to SQL editor' }))
  expect(onExpand).toHaveBeenCalledExactlyOnceWith('insert into a values (1)')
  expect(readInlineText(project.ref)).toBe('insert into a values (1)')
})

test('text that was just typed survives expanding the editor', async () => {
  const { editor, onExpand } = await openInline('select 1')
  const view = EditorView.findFromDOM(editor)!
  act(() => view.dispatch({ changes: { from: 0, insert: '-- just typed\n' } }))
  fireEvent.click(screen.getByRole('button', { name: 'Expand to SQL editor' }))
  expect(onExpand).toHaveBeenCalledExactlyOnceWith('-- just typed\nselect 1')
})

const plain = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false }
test.each([
  [{ key: 'e', metaKey: true }, true],
  [{ key: 'E', ctrlKey: true }, true],
  [{ key: 'e' }, false],
  [{ key: 'e', ctrlKey: true, shiftKey: true }, false],
  [{ key: 'e', ctrlKey: true, metaKey: true }, false],
])('%j opens it: %s', (press, opens) => {
  expect(isModKey('e', { ...plain, ...press }, false)).toBe(opens)
})

test('on a Mac only Command and E open it', () => {
  expect(isModKey('e', { ...plain, key: 'e', metaKey: true }, true)).toBe(true)
  expect(isModKey('e', { ...plain, key: 'e', ctrlKey: true }, true)).toBe(false)
})
