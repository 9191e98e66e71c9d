import type { GridEdit, GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import { keyOfRow } from '../rows/lines.rules.ts'
import { anEntity } from '../rows/table.fixture.ts'
import type { Step } from './staged.rules.ts'
import { useEdits } from './use-edits.ts'

const table = { ref: 'shop', id: 7 }
const rename = (id: string, from: string, to: string): Step => [
  {
    kind: 'row',
    key: keyOfRow([id]),
    edit: { kind: 'update', row: [id], old: { name: from }, set: { name: to } },
  },
]
const saved = (edits: readonly GridEdit[]): GridEditResult[] =>
  edits.map((edit) => ({
    outcome: 'saved',
    row: edit.kind === 'insert' ? ['9'] : [...edit.row],
    before: edit.kind === 'insert' ? {} : edit.old,
    after: edit.kind === 'delete' ? {} : (edit.set as Record<string, string | null>),
    is_undoable: true,
  }))

interface Sent {
  readonly edits: GridEdit[]
  readonly save_id: string
}

let sent: Sent[]
/** What the server does with the next saves; a rejection is a lost connection. */
let answer: (save: Sent) => Promise<Response> | Response
beforeEach(() => {
  localStorage.clear()
  sent = []
  answer = ({ edits }) => Response.json({ results: saved(edits) })
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    const save = JSON.parse(String(init.body)) as Sent
    sent.push(save)
    return answer(save)
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** The edits of a table, as a page has them. */
function open() {
  const client = new QueryClient()
  return renderHook(() => useEdits(table, anEntity()), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <UiProvider>{children}</UiProvider>
      </QueryClientProvider>
    ),
  })
}
const namesOf = (edits: readonly GridEdit[]) =>
  edits.map((edit) => (edit.kind === 'delete' ? undefined : edit.set.name))
const refusal = (status: number, code: string) =>
  Response.json({ code, message: 'No.', requestId: 'r' }, { status })

// The first test, because toasts stay for a while.
test('a save is taken back from its toast, and that again, guarded by what was saved', async () => {
  const { result } = open()
  act(() => result.current.stage(rename('1', 'Ada', 'Bea')))
  act(() =>
    result.current.stage([
      {
        kind: 'row',
        key: keyOfRow(['2']),
        edit: { kind: 'delete', row: ['2'], old: { id: '2', name: 'Bob' } },
      },
      { kind: 'new', key: 'new 1', set: { name: 'Cy' } },
    ]),
  )
  act(() => result.current.save())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]!.edits).toEqual([
    { kind: 'delete', row: ['9'], old: { name: 'Cy' } },
    { kind: 'insert', set: { id: '2', name: 'Bob' } },
    { kind: 'update', row: ['1'], old: { name: 'Bea' }, set: { name: 'Ada' } },
  ])
  const redo = await screen.findByRole('button', { name: 'Redo' })
  answer = ({ edits }) =>
    Response.json({
      results: edits.map(() => ({ outcome: 'conflict', current: { row: ['1'], cells: [] } })),
    })
  await userEvent.click(redo)
  expect(await screen.findByText('Nothing was redone')).toBeTruthy()
  expect(screen.getByText(/3 rows were changed by someone else since/)).toBeTruthy()
  expect(result.current.edits).toEqual([])
})

test('a save is not taken back while another one has no answer, whose id would be forgotten', async () => {
  const { result } = open()
  act(() => result.current.stage(rename('1', 'Ada', 'Bea')))
  act(() => result.current.save())
  const undo = await screen.findByRole('button', { name: 'Undo' })
  answer = () => Promise.reject(new TypeError('lost'))
  act(() => result.current.stage(rename('5', 'Eve', 'Eva')))
  act(() => result.current.save())
  await waitFor(() => expect(result.current.unanswered).not.toBeNull())
  await userEvent.click(undo)
  expect(await screen.findByText('Another save has no answer yet')).toBeTruthy()
  expect(sent).toHaveLength(2)
  answer = ({ edits }) => Response.json({ results: saved(edits) })
  act(() => result.current.save())
  await waitFor(() => expect(result.current.edits).toEqual([]))
  expect(sent[2]).toEqual(sent[1])
})

test('a save whose answer is lost is sent again as it was, with its id, also after a reload', async () => {
  const first = open()
  act(() => first.result.current.stage(rename('1', 'Ada', 'Bea')))
  answer = () => Promise.reject(new TypeError('lost'))
  act(() => first.result.current.save())
  await waitFor(() => expect(first.result.current.unanswered).not.toBeNull())
  // More is typed before it is sent again.
  act(() => first.result.current.stage(rename('2', 'Bob', 'Ben')))
  first.unmount()

  const second = open()
  expect(second.result.current.unanswered).not.toBeNull()
  answer = ({ edits }) => Response.json({ results: saved(edits) })
  act(() => second.result.current.save())
  await waitFor(() => expect(second.result.current.edits).toHaveLength(1))
  expect(sent[1]).toEqual(sent[0])
  expect(second.result.current.unanswered).toBeNull()
  act(() => second.result.current.save())
  await waitFor(() => expect(second.result.current.edits).toEqual([]))
  expect(namesOf(sent[2]!.edits)).toEqual(['Ben'])
  expect(sent[2]!.save_id).not.toBe(sent[0]!.save_id)
})

test.each([
  ['a proxy answered', true, () => refusal(502, 'internal')],
  ['the database went away', true, () => refusal(503, 'instance_unavailable')],
  ['an earlier attempt still runs', true, () => refusal(409, 'conflict')],
  ['PostgreSQL refused', false, () => refusal(400, 'sql_failed')],
  ['the session ended', false, () => refusal(401, 'unauthenticated')],
  ['the member may not', false, () => refusal(403, 'forbidden')],
])('when %s, the outcome is open: %s', async (_what, isOpen, response) => {
  const { result } = open()
  act(() => result.current.stage(rename('1', 'Ada', 'Bea')))
  answer = response
  act(() => result.current.save())
  await waitFor(() => expect(result.current.error).not.toBeNull())
  expect(result.current.unanswered !== null).toBe(isOpen)
  expect(result.current.edits).toHaveLength(1)
})

test('once the outcome is open, only an answer about the save itself closes it', async () => {
  const { result } = open()
  act(() => result.current.stage(rename('1', 'Ada', 'Bea')))
  for (const response of [
    () => Promise.reject(new TypeError('lost')),
    () => refusal(401, 'unauthenticated'),
    () => refusal(429, 'rate_limited'),
  ]) {
    answer = response
    act(() => result.current.save())
    await waitFor(() => expect(result.current.isSaving).toBe(false))
    expect(result.current.unanswered).not.toBeNull()
  }
  answer = () => refusal(400, 'sql_failed')
  act(() => result.current.save())
  await waitFor(() => expect(result.current.unanswered).toBeNull())
  expect(new Set(sent.map(({ save_id }) => save_id)).size).toBe(1)
})

test('what is typed while a save runs stays, based on what was saved', async () => {
  const { result } = open()
  let respond = (_response: Response) => undefined as unknown
  answer = () => new Promise((resolve) => (respond = resolve))
  act(() => result.current.stage(rename('1', 'Ada', 'Bea')))
  act(() => result.current.save())
  await waitFor(() => expect(sent).toHaveLength(1))
  act(() => result.current.stage(rename('1', 'Ada', 'Cy')))
  act(() => result.current.stage(rename('2', 'Bob', 'Ben')))
  act(() => void respond(Response.json({ results: saved(sent[0]!.edits) })))
  await waitFor(() => expect(result.current.isSaving).toBe(false))
  expect(result.current.edits.map(({ edit }) => edit)).toEqual([
    { kind: 'update', row: ['1'], old: { name: 'Bea' }, set: { name: 'Cy' } },
    { kind: 'update', row: ['2'], old: { name: 'Bob' }, set: { name: 'Ben' } },
  ])
})

test('at once, each change is a save, what is typed meanwhile the next one, and what is refused is not repeated', async () => {
  const { result } = open()
  act(() => result.current.setSavesAtOnce(true))
  act(() => result.current.stage(rename('1', 'Ada', 'Bea')))
  act(() => result.current.stage(rename('2', 'Bob', 'Ben')))
  await waitFor(() => expect(result.current.edits).toEqual([]))
  expect(sent.flatMap(({ edits }) => namesOf(edits))).toEqual(['Bea', 'Ben'])

  answer = ({ edits }) =>
    Response.json({ results: edits.map(() => ({ outcome: 'refused', reason: 'Too short.' })) })
  act(() => result.current.stage(rename('3', 'Cleo', '')))
  await waitFor(() => expect(result.current.problems).toHaveLength(1))
  answer = ({ edits }) => Response.json({ results: saved(edits) })
  act(() => result.current.stage(rename('4', 'Dan', 'Don')))
  await waitFor(() => expect(result.current.edits).toHaveLength(1))
  expect(sent.slice(2).map(({ edits }) => namesOf(edits))).toEqual([[''], ['Don']])
  act(() => result.current.stage(rename('3', 'Cleo', 'Clara')))
  await waitFor(() => expect(result.current.edits).toEqual([]))
})
