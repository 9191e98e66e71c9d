import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aProject } from '../../project/projects/a-project.fixture.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

afterEach(() => void vi.unstubAllGlobals())

const adults = {
  id: '5f0c6a5e-8f4c-4a5e-9a68-6f7f2a3f5b01',
  name: 'Adults',
  filter: ['age:gte:18'],
  sort: [],
}

const grant = (actions: string[]) => [
  {
    organization_slug: 'acme',
    actions,
    resources: ['%'],
    project_refs: null,
    condition: null,
    restrictive: false,
  },
]

interface Shown {
  filter?: string[]
  views?: object[]
  actions?: string[]
  create?: () => Response
}

async function open({ filter = [], views = [adults], actions = ['%'], create }: Shown = {}) {
  const calls: { method: string; url: URL; body: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://x')
    const method = init.method ?? 'GET'
    if (url.pathname.endsWith('permissions')) return Response.json(grant(actions))
    calls.push({ method, url, body: init.body ? JSON.parse(String(init.body)) : undefined })
    if (method === 'GET') return Response.json(views)
    if (method === 'POST') return create?.() ?? Response.json({ ...adults, name: 'Teens' }, { status: 201 })
    return Response.json(adults)
  })
  const onApply = vi.fn()
  await renderPage(
    <ViewsMenu
      project={aProject({ ref: 'shop' })}
      table={{ schema: 'public', name: 'people' }}
      filter={filter}
      sort={[]}
      onApply={onApply}
    />,
  )
  await waitFor(() => expect(calls).toHaveLength(1))
  return { calls, onApply, writes: () => calls.filter(({ method }) => method !== 'GET') }
}
const openMenu = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('a saved view is applied', async () => {
  const { calls, onApply } = await open()
  expect(calls[0]!.url.search).toBe('?schema=public&table=people')
  await openMenu('Views')
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Adults' }))
  expect(onApply).toHaveBeenCalledWith(expect.objectContaining({ filter: ['age:gte:18'], sort: [] }))
})

test('the menu is named after the view whose rows are shown', async () => {
  await open({ filter: ['age:gte:18'] })
  expect(await screen.findByRole('button', { name: 'Adults' })).toBeTruthy()
})

test('filtered rows are saved under a name', async () => {
  const { writes } = await open({ filter: ['age:lt:18'] })
  await openMenu('Views')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as view…' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Teens')
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(writes()).toMatchObject([
    {
      method: 'POST',
      body: { schema: 'public', table: 'people', name: 'Teens', filter: ['age:lt:18'], sort: [] },
    },
  ])
})

test('a name that is taken is told in the dialog, which keeps what was typed', async () => {
  const message = 'This table already has a view called Adults. Choose another name.'
  await open({
    filter: ['age:lt:18'],
    create: () => Response.json({ code: 'conflict', message, requestId: 'r1' }, { status: 409 }),
  })
  await openMenu('Views')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as view…' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Adults')
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Adults')
})

test('rows without filter and sort are no view, and a read-only member is told so', async () => {
  await open()
  await openMenu('Views')
  const item = await screen.findByRole('menuitem', { name: /Save as view/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.textContent).toContain('Filter or sort the rows first.')
})

test('a member who may not save views is told why', async () => {
  await open({ filter: ['age:gte:18'], actions: ['read:Read'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Adults' }))
  for (const name of [/^Save as view/, /^Rename Adults/, /^Delete Adults/])
    expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true')
})

test('a view is deleted after a question', async () => {
  const { writes } = await open({ filter: ['age:gte:18'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Adults' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete Adults…' }))
  expect(writes()).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete view' }))
  await waitFor(() => expect(writes()).toMatchObject([{ method: 'DELETE' }]))
  expect(writes()[0]!.url.pathname).toMatch(/table-views\/5f0c6a5e/)
})
