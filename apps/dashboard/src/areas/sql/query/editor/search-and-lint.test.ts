import { forceLinting } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { InProcessWorker } from '../analysis/in-process-worker.fixture.ts'
import { lintSwitch } from './lint-switch.ts'
import { searchAndLint } from './search-and-lint.ts'

test('a text is underlined only while it is a script', async () => {
  vi.stubGlobal('Worker', InProcessWorker)
  let isScript = true
  const view = new EditorView({
    parent: document.body,
    doc: 'begin return 1; end',
    extensions: [lintSwitch.of(() => isScript), searchAndLint],
  })
  const underlined = () => view.dom.querySelectorAll('.cm-lintRange-error').length
  await waitFor(() => {
    forceLinting(view)
    expect(underlined()).toBe(1)
  })
  isScript = false
  view.dispatch({ changes: { from: 0, insert: ' ' } })
  await waitFor(() => {
    forceLinting(view)
    expect(underlined()).toBe(0)
  })
  view.destroy()
})
