import type { AiOptInTag } from '@basalt/contract/ai/ai-level.rules.ts'
import type { InstallationConfig } from '@basalt/contract/installation/installation.schema.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { history, undo } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { installationQueries } from '../../../installation/installation/installation.queries.ts'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'
import { aiQueries } from '../ai.queries.ts'
import { AiEdit } from './AiEdit.tsx'

// What the editor asks of a browser that lays out; jsdom does not.
const nowhere = new DOMRect()
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => nowhere

/** What the server would say, piece by piece, as the test has it. */
function openAnswer() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const say = (event: object) => writer.write(encoder.encode(`${JSON.stringify(event)}\n`))
  return {
    response: new Response(readable),
    writes: (text: string) => say({ type: 'text', text }),
    ends: (replacement: string) => say({ type: 'end', replacement }),
    fails: (message: string) => say({ type: 'error', code: 'upstream_failed', message }),
    breaksOff: () => writer.close(),
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
      editor={{ view, look: [] }}
      project={{ ref: 'a'.repeat(20), organization_slug: 'acme' }}
      onClose={() => setOpen(false)}
    />
  ) : (
    <p>Closed</p>
  )
}

const TEXT = '-- mine\nselect 1;\n-- after'

/** The panel over an editor with the cursor in the second line. */
async function openEdit({ hasKey = true, tags = ['AI_SQL_GENERATOR_OPT_IN'] as AiOptInTag[] } = {}) {
  const parent = document.body.appendChild(document.createElement('div'))
  const view = new EditorView({
    parent,
    doc: TEXT,
    selection: { anchor: 10 },
    extensions: [history()],
  })
  const asked: { completionMetadata: object; signal: AbortSignal | null | undefined }[] = []
  let answer = openAnswer()
  vi.stubGlobal('fetch', async (_url: string, { body, signal }: RequestInit) => {
    asked.push({ ...JSON.parse(String(body)), signal })
    answer = openAnswer()
    return answer.response
  })
  const page = await renderPage(<Page view={view} />, (client) => {
    client.setQueryData(aiQueries.keyCheck().queryKey, { hasKey })
    client.setQueryData(organizationQueries.detail('acme').queryKey, {
      opt_in_tags: tags,
    } as Organization)
    client.setQueryData(installationQueries.config().queryKey, {
      edition: 'platform',
    } as InstallationConfig)
  })
  const ask = async (wish: string) => {
    const before = asked.length
    await userEvent.type(screen.getByRole('textbox', { name: /^What to/ }), `${wish}{Enter}`)
    await waitFor(() => expect(asked).toHaveLength(before + 1))
    await screen.findByRole('button', { name: 'Stop' })
    return answer
  }
  const isProposed = () => screen.findByRole('button', { name: /^Accept/ })
  const close = () => {
    page.unmount()
    view.destroy()
    parent.remove()
  }
  return { view, asked, ask, isProposed, close }
}

const stageText = () =>
  [...screen.getByRole('group').querySelectorAll('.cm-line')].map((line) => line.textContent)

test('what is accepted takes the place of the lines in one step of undo', async () => {
  const { view, asked, ask, isProposed, close } = await openEdit()
  const answer = await ask('Two')
  await answer.writes('select 2')
  await waitFor(() => expect(stageText()).toEqual(['-- mine', 'select 2', '-- after']))
  expect(view.state.doc.toString()).toBe(TEXT)
  await answer.ends('select 2,\n  3;')
  await userEvent.click(await isProposed())
  expect(await screen.findByText('Closed')).toBeTruthy()
  expect(view.state.doc.toString()).toBe('-- mine\nselect 2,\n  3;\n-- after')
  expect(view.dom.inert).toBe(false)
  expect(asked[0]?.completionMetadata).toEqual({
    prompt: 'Two',
    selection: 'select 1;',
    textBeforeCursor: '-- mine\n',
    textAfterCursor: '\n-- after',
  })
  undo(view)
  expect(view.state.doc.toString()).toBe(TEXT)
  close()
})

test('a proposal can be changed by another wish, and rejected by Escape without a trace', async () => {
  const { view, asked, ask, isProposed, close } = await openEdit()
  await (await ask('Two')).ends('select 2;')
  await isProposed()
  await (await ask('Three')).ends('select 3;')
  await waitFor(() => expect(stageText()).toEqual(['-- mine', 'select 3;', '-- after']))
  expect(asked[1]?.completionMetadata).toMatchObject({ prompt: 'Three', selection: 'select 2;' })
  await isProposed()
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('Closed')).toBeTruthy()
  expect(view.state.doc.toString()).toBe(TEXT)
  close()
})

test('Escape stops the writing, tells the server, and goes back to what there was', async () => {
  const { asked, ask, isProposed, close } = await openEdit()
  await (await ask('Two')).ends('select 2;')
  await isProposed()
  const answer = await ask('Three')
  await answer.writes('sel')
  await waitFor(() => expect(stageText()[1]).toBe('sel'))
  await userEvent.keyboard('{Escape}')
  await isProposed()
  expect(stageText()[1]).toBe('select 2;')
  expect(asked[1]?.signal?.aborted).toBe(true)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What to/ }).value).toBe('Three')
  close()
})

test.each([
  ['an error of the server', 'The AI endpoint took too long'],
  ['a connection that breaks', 'The connection broke off'],
])('%s is told once, and what was wished stays', async (_what, words) => {
  const { ask, close } = await openEdit()
  const answer = await ask('Two')
  await answer.writes('sel')
  await (words.includes('connection') ? answer.breaksOff() : answer.fails(words))
  expect(await screen.findByText('Failed to generate')).toBeTruthy()
  expect(screen.getAllByText(new RegExp(words)).length).toBeGreaterThan(0)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What to write' }).value).toBe('Two')
  expect(stageText()[1]).toBe('select 1;')
  close()
})

test('nothing is sent without a wish, and Shift with Enter begins a line', async () => {
  const { asked, close } = await openEdit()
  const wish = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What to write' })
  await userEvent.type(wish, ' {Enter}')
  await userEvent.type(wish, 'a{Shift>}{Enter}{/Shift}b')
  expect(wish.value).toBe(' a\nb')
  expect(asked).toEqual([])
  close()
})

test('a proposal is not put into a text that has changed meanwhile', async () => {
  const { view, ask, isProposed, close } = await openEdit()
  await (await ask('Two')).ends('select 2;')
  await isProposed()
  act(() => view.dispatch({ changes: { from: 0, insert: '-- theirs\n' } }))
  await userEvent.click(await isProposed())
  expect(await screen.findByText('The query has changed meanwhile')).toBeTruthy()
  expect(view.state.doc.toString()).toBe(`-- theirs\n${TEXT}`)
  close()
})

test('without an endpoint it says what to set and where that is written', async () => {
  const { close } = await openEdit({ hasKey: false })
  expect(screen.getByText('AI endpoint is not configured')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Read how/ }).getAttribute('href')).toBe('/docs/ai')
  expect(screen.queryByRole('textbox', { name: /^What to/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Closed')).toBeTruthy()
  close()
})

test('where the organization has AI turned off it says so, and leads to the settings', async () => {
  const { close } = await openEdit({ tags: [] })
  expect(screen.getByText('AI is turned off')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the settings' }).getAttribute('href')).toBe(
    '/org/acme/general',
  )
  expect(screen.queryByRole('textbox', { name: /^What to/ })).toBeNull()
  close()
})
