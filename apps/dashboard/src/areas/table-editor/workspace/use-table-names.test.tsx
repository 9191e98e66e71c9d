import type { EntityName } from '@basalt/contract/entities/entities.schema.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { tabActions } from '../../../app/editor-tabs/tabs.port.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { tableTab } from './table-tab.ts'
import { useTableNames } from './use-table-names.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const aTable = (id: number, over: Partial<EntityName> = {}): EntityName => ({
  id,
  schema: 'public',
  name: `t${id}`,
  type: 'r',
  ...over,
})

/** Opens tables 1 to 3 for good, and table 4 among the recent items only; `openId` is shown. */
async function open(answer: (ids: string[]) => EntityName[] | Response, openId?: number) {
  const actions = tabActions('shop')
  for (const id of [4, 1, 2, 3]) actions.open(tableTab(aTable(id), false))
  actions.close(['r-4'])
  vi.stubGlobal('fetch', async (address: string) => {
    const found = answer(new URL(address, 'http://x').searchParams.getAll('id'))
    return found instanceof Response ? found : Response.json(found)
  })
  function Names() {
    useTableNames('shop', openId, true)
    return null
  }
  await renderPage(<Names />)
  const labels = () => actions.read().openTabs.map((id) => actions.read().tabsMap[id]?.label)
  const recents = () => actions.readRecents().items.map(({ label }) => label)
  return { actions, labels, recents }
}

test('a dropped table closes its tab and a renamed one renames it, and both are said', async () => {
  const { labels, recents, actions } = await open((ids) => {
    expect(ids).toEqual(['1', '2', '3', '4'])
    return [aTable(2, { schema: 'shop', name: 'people' }), aTable(3), aTable(4, { name: 'old' })]
  })
  await waitFor(() => expect(labels()).toEqual(['people', 't3']))
  expect(actions.read().tabsMap['r-2']?.metadata).toEqual({ tableId: 2, schema: 'shop', name: 'people' })
  expect(recents()).toEqual(['t3', 'people', 'old'])
  expect(await screen.findByText('public.t1 was dropped')).toBeTruthy()
  expect(screen.getByText('public.t2 is now shop.people')).toBeTruthy()
})

test('several dropped tables are said once, and the open one is left to its page', async () => {
  const { labels } = await open(() => [], 3)
  await waitFor(() => expect(labels()).toEqual(['t3']))
  expect(await screen.findByText('2 tables were dropped')).toBeTruthy()
  expect(screen.getByText(/public\.t1, public\.t2/)).toBeTruthy()
})

test('tabs stay when the server does not answer', async () => {
  const asked = vi.fn(() => new Response('{}', { status: 503 }))
  const { labels } = await open(asked)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(labels()).toEqual(['t1', 't2', 't3'])
})
