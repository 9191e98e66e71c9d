import type { AiOptInTag } from '@basalt/contract/ai/ai-level.rules.ts'
import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { history, undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { suspension } from '../../../../test/suspension.tsx'
import { installationQueries } from '../../../installation/installation/installation.queries.ts'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { aiQueries } from '../ai.queries.ts'
import { AiEdit } from './AiEdit.tsx'

// CodeMirror measures text; jsdom has no layout.
const nowhere = new DOMRect()
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => nowhere

/** An answer that the test streams piece by piece, as the server would. */
function openAnswer() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const send = (event: object) => writer.write(encoder.encode(`${JSON.stringify(event)}\n`))
  return {
    response: new Response(readable),
    write: (text: string) => send({ type: 'text', text }),
    end: (replacement: string) => send({ type: 'end', replacement }),
    fail: (message: string) => send({ type: 'error', code: 'upstream_failed', message }),
    disconnect: () => writer.close(),
  }
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

function Page({ view }: { view: EditorView }) {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? (
    <AiEdit
      editor={{ view, appearance: [] }}
      project={{ ref: 'a'.repeat(20), organization_slug: 'acme' }}
      onClose={() => setOpen(false)}
    />
  ) : (
    <p>Closed</p>
  )
}

const TEXT = '-- mine\nselect 1;\n-- after'

/** The panel over an editor with the cursor in the second line. */
async function openEdit({
  hasKey = true,
  tags = ['AI_SQL_GENERATOR_OPT_IN'] as AiOptInTag[],
  wrap = (page: ReactNode) => page,
} = {}) {
  const parent = document.body.appendChild(document.createElement('div'))
  const view = new EditorView({
    parent,
    doc: TEXT,
    selection: { anchor: 10 },
    extensions: [history()],
  })
  const requests: { completionMetadata: object; signal: AbortSignal | null | undefined }[] = []
  let answer = openAnswer()
  vi.stubGlobal('fetch', async (_url: string, { body, signal }: RequestInit) => {
    requests.push({ ...JSON.parse(String(body)), signal })
    answer = openAnswer()
    return answer.response
  })
  const page = await renderPage(wrap(<Page view={view} />), (client) => {
    client.setQueryData(aiQueries.keyCheck().queryKey, { hasKey })
    client.setQueryData(organizationQueries.detail('acme').queryKey, {
      opt_in_tags: tags,
    } as Organization)
    client.setQueryData(installationQueries.config().queryKey, {
      edition: 'platform',
    } as InstallationConfig)
  })
  const generate = async (prompt: string) => {
    const before = requests.length
    await userEvent.type(screen.getByRole('textbox', { name: /^What to/ }), `${prompt}{Enter}`)
    await waitFor(() => expect(requests).toHaveLength(before + 1))
    await screen.findByRole('button', { name: 'Stop' })
    return answer
  }
  const waitForProposal = () => screen.findByRole('button', { name: /^Accept/ })
  const close = () => {
    page.unmount()
    view.destroy()
    parent.remove()
  }
  return { view, requests, generate, waitForProposal, close }
}

const stageText = () =>
  [...screen.getByRole('group').querySelectorAll('.cm-line')].map((line) => line.textContent)

test('an accepted proposal replaces the lines in a single undo step', async () => {
  const { view, requests, generate, waitForProposal, close } = await openEdit()
  const answer = await generate('Two')
  await answer.write('select 2')
  await waitFor(() => expect(stageText()).toEqual(['-- mine', 'select 2', '-- after']))
  expect(view.state.doc.toString()).toBe(TEXT)
  await answer.end('select 2,\n  3;')
  await userEvent.click(await waitForProposal())
  expect(await screen.findByText('Closed')).toBeTruthy()
  expect(view.state.doc.toString()).toBe('-- mine\nselect 2,\n  3;\n-- after')
  expect(view.dom.inert).toBe(false)
  expect(requests[0]?.completionMetadata).toEqual({
    prompt: 'Two',
    selection: 'select 1;',
    textBeforeCursor: '-- mine\n',
    textAfterCursor: '\n-- after',
  })
  undo(view)
  expect(view.state.doc.toString()).toBe(TEXT)
  close()
})

test('a proposal can be refined by another prompt, and Escape rejects it without a trace', async () => {
  const { view, requests, generate, waitForProposal, close } = await openEdit()
  await (await generate('Two')).end('select 2;')
  await waitForProposal()
  await (await generate('Three')).end('select 3;')
  await waitFor(() => expect(stageText()).toEqual(['-- mine', 'select 3;', '-- after']))
  expect(requests[1]?.completionMetadata).toMatchObject({ prompt: 'Three', selection: 'select 2;' })
  await waitForProposal()
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('Closed')).toBeTruthy()
  expect(view.state.doc.toString()).toBe(TEXT)
  close()
})

test('Escape stops the answer, aborts the request, and restores the last proposal', async () => {
  const { requests, generate, waitForProposal, close } = await openEdit()
  await (await generate('Two')).end('select 2;')
  await waitForProposal()
  const answer = await generate('Three')
  await answer.write('sel')
  await waitFor(() => expect(stageText()[1]).toBe('sel'))
  await userEvent.keyboard('{Escape}')
  await waitForProposal()
  expect(stageText()[1]).toBe('select 2;')
  expect(requests[1]?.signal?.aborted).toBe(true)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What to/ }).value).toBe('Three')
  close()
})

test.each([
  ['an error from the server', 'The AI endpoint took too long'],
  ['a lost connection', 'The connection was lost'],
])('%s is reported once, and the prompt stays', async (_what, message) => {
  const { generate, close } = await openEdit()
  const answer = await generate('Two')
  await answer.write('sel')
  await (message.includes('connection') ? answer.disconnect() : answer.fail(message))
  expect(await screen.findByText('Failed to generate')).toBeTruthy()
  expect(screen.getAllByText(new RegExp(message)).length).toBeGreaterThan(0)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What to write' }).value).toBe('Two')
  expect(stageText()[1]).toBe('select 1;')
  close()
})

test('nothing is sent without a prompt, and Shift+Enter starts a new line', async () => {
  const { requests, close } = await openEdit()
  const prompt = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What to write' })
  await userEvent.type(prompt, ' {Enter}')
  await userEvent.type(prompt, 'a{Shift>}{Enter}{/Shift}b')
  expect(prompt.value).toBe(' a\nb')
  expect(requests).toEqual([])
  close()
})

test('a proposal is not applied to a text that has changed', async () => {
  const { view, generate, waitForProposal, close } = await openEdit()
  await (await generate('Two')).end('select 2;')
  await waitForProposal()
  act(() => view.dispatch({ changes: { from: 0, insert: '-- theirs\n' } }))
  await userEvent.click(await waitForProposal())
  expect(await screen.findByText('The query has changed')).toBeTruthy()
  expect(view.state.doc.toString()).toBe(`-- theirs\n${TEXT}`)
  close()
})

test('without an endpoint it says what to set and links to the guide', async () => {
  const { close } = await openEdit({ hasKey: false })
  expect(screen.getByText('AI endpoint is not configured')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Read the AI guide/ }).getAttribute('href')).toBe('/docs/ai')
  expect(screen.queryByRole('textbox', { name: /^What to/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Closed')).toBeTruthy()
  close()
})

test('with AI turned off in the organization it says so and links to the settings', async () => {
  const { close } = await openEdit({ tags: [] })
  expect(screen.getByText('AI is turned off')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe('/org/acme/general')
  expect(screen.queryByRole('textbox', { name: /^What to/ })).toBeNull()
  close()
})

test('a proposal is displayed again after the page was hidden while it loads something', async () => {
  const { wrap, suspend, resume } = suspension()
  const { generate, waitForProposal, close } = await openEdit({ wrap })
  const answer = await generate('Two')
  await answer.end('select 2;')
  await waitForProposal()
  await suspend()
  await resume()
  expect(stageText()).toEqual(['-- mine', 'select 2;', '-- after'])
  close()
})
