import type { Entity, EntityPage } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { EntityNav } from './EntityNav.tsx'

// jsdom has no layout, and the list renders only what fits its size.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600))
afterEach(() => void vi.unstubAllGlobals())

const anEntity = (id: number, over: Partial<Entity> = {}): Entity => ({
  id,
  schema: 'public',
  name: `table ${id}`,
  type: 'r',
  comment: null,
  rls_enabled: true,
  exposure: null,
  ...over,
})

const schemas = ['public', 'auth'].map((name, id) => ({ id, name, owner: 'postgres' }))

/** Opens the list; `answer` gets the query of each request for entities. */
async function open(
  answer: (query: URLSearchParams) => EntityPage | Response,
  schema = 'public',
  refusal?: string,
) {
  const queries: URLSearchParams[] = []
  const created: string[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://x')
    if (init?.method === 'POST') {
      const { name } = JSON.parse(String(init.body))
      created.push(name)
      const message = `There is a schema named ${name} already.`
      return name === 'taken'
        ? Response.json(
            { code: 'conflict', message, requestId: 'r1', details: { issues: [{ path: 'name', message }] } },
            { status: 409 },
          )
        : Response.json({ id: 9, name, owner: 'postgres', comment: null }, { status: 201 })
    }
    if (url.pathname.endsWith('/database-schemas')) {
      const search = url.searchParams.get('search') ?? ''
      // Of very many schemas, a page has the first; the others are found by the server.
      const objects = [
        ...schemas,
        ...(search === '' ? [] : [{ id: 7, name: 'shop_9000', owner: 'postgres' }]),
      ]
      return Response.json({ objects, count: 1000, next_cursor: '1.1auth' })
    }
    queries.push(url.searchParams)
    const answered = answer(url.searchParams)
    return answered instanceof Response ? answered : Response.json(answered)
  })
  const onSchemaChange = vi.fn()
  await renderPage(
    <EntityNav
      projectRef="shop"
      schema={schema}
      openId={2}
      refusal={refusal}
      onPin={() => undefined}
      onSchemaChange={onSchemaChange}
    />,
  )
  return { queries, onSchemaChange, created }
}

test('each entity has its kind, and unrestricted ones say why', async () => {
  await open(() => ({
    entities: [
      anEntity(1, { name: 'orders', exposure: 'no_row_security' }),
      anEntity(2, { name: 'sums', type: 'm' }),
    ],
    count: 2,
    next_cursor: null,
  }))
  const orders = await screen.findByRole('link', {
    name: /^Table ?orders ?Unrestricted ?Row level security is off/,
  })
  expect(orders.getAttribute('href')).toBe('/project/shop/editor/1?schema=public')
  const sums = screen.getByRole('link', { name: /^Materialized view ?sums$/ })
  expect(sums.getAttribute('aria-current')).toBe('page')
  expect(screen.getByText('2 entities')).toBeTruthy()
})

test('arrow keys move through the list', async () => {
  await open(() => ({ entities: [1, 2, 3].map((id) => anEntity(id)), count: 3, next_cursor: null }))
  ;(await screen.findByRole('link', { name: /table 1/ })).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('table 3')
})

test('a row has a menu at its button and at the pointer', async () => {
  const user = userEvent.setup()
  await open(() => ({ entities: [1, 2].map((id) => anEntity(id)), count: 2, next_cursor: null }))
  await user.click(await screen.findByRole('button', { name: 'Actions for table 2' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy name' }))
  expect(await navigator.clipboard.readText()).toBe('table 2')
  fireEvent.contextMenu(screen.getByRole('link', { name: /table 1/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy name' }))
  expect(await navigator.clipboard.readText()).toBe('table 1')
})

test('further pages are loaded with the cursor of the one before', async () => {
  const { queries } = await open((query) =>
    query.get('cursor') === null
      ? { entities: [anEntity(1)], count: 2, next_cursor: 'r.table 1' }
      : { entities: [anEntity(2)], count: 2, next_cursor: null },
  )
  expect(await screen.findByRole('link', { name: /table 2/ })).toBeTruthy()
  expect(queries.map((query) => query.get('cursor'))).toEqual([null, 'r.table 1'])
})

test('a search is sent once typing pauses, and can be cleared when nothing matches', async () => {
  const { queries } = await open((query) =>
    query.get('search') === ''
      ? { entities: [anEntity(1)], count: 1, next_cursor: null }
      : { entities: [], count: 0, next_cursor: null },
  )
  await screen.findByRole('link', { name: /table 1/ })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search tables' }), 'xyz')
  expect(await screen.findByText('There are no entities that match your search')).toBeTruthy()
  expect(queries.at(-1)?.get('search')).toBe('xyz')
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1)!)
  expect(await screen.findByRole('link', { name: /table 1/ })).toBeTruthy()
})

test('the order by type is asked of the server and remembered', async () => {
  const { queries } = await open(() => ({ entities: [anEntity(1)], count: 1, next_cursor: null }))
  await screen.findByRole('link', { name: /table 1/ })
  await userEvent.click(screen.getByRole('button', { name: 'Sort tables' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Entity type' }))
  await waitFor(() => expect(queries.at(-1)?.get('sort')).toBe('type'))
  expect(localStorage.getItem('preference.table-editor.entity-sort')).toBe('"type"')
})

test('kinds can be left out, which is asked of the server and remembered', async () => {
  const { queries } = await open((query) =>
    query.getAll('type').includes('r')
      ? { entities: [anEntity(1)], count: 1, next_cursor: null }
      : { entities: [], count: 0, next_cursor: null },
  )
  expect(queries[0]?.getAll('type')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Filter by kind' }))
  for (const kind of ['Table', 'View', 'Foreign table'])
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: kind }))
  await waitFor(() => expect(queries.at(-1)?.getAll('type').join()).toBe('m,p'))
  expect(localStorage.getItem('preference.table-editor.entity-kinds')).toBe('["m","p"]')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Kinds shown: 2 of 5' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Show all kinds' }))
  expect(await screen.findByRole('button', { name: 'Filter by kind' })).toBeTruthy()
  expect(screen.getByText('This schema has no entities available yet')).toBeTruthy()
})

test('a new schema is created, shown as SQL before, and opened', async () => {
  const { onSchemaChange, created } = await open(() => ({ entities: [], count: 0, next_cursor: null }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Schema: public' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create a new schema' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a new schema' }))
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Name' }), 'taken')
  expect(dialog.getByText('create schema "taken"')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Create schema' }))
  expect(await dialog.findByText('There is a schema named taken already.')).toBeTruthy()
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Name' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'shop')
  await userEvent.click(dialog.getByRole('button', { name: 'Create schema' }))
  await waitFor(() => expect(onSchemaChange).toHaveBeenCalledWith('shop'))
  expect(created).toEqual(['taken', 'shop'])
})

test('a member who may not change tables creates no schema and is told why', async () => {
  await open(() => ({ entities: [], count: 0, next_cursor: null }), 'public', 'You can only read')
  await userEvent.click(screen.getByRole('combobox', { name: 'Schema: public' }))
  const button = await screen.findByRole('button', { name: 'Create a new schema' })
  expect(button.getAttribute('aria-disabled') ?? button.hasAttribute('disabled')).toBeTruthy()
})

test('an empty schema says so', async () => {
  await open(() => ({ entities: [], count: 0, next_cursor: null }))
  expect(await screen.findByText('This schema has no entities available yet')).toBeTruthy()
})

test('a protected schema is marked', async () => {
  await open(() => ({ entities: [], count: 0, next_cursor: null }), 'auth')
  expect(await screen.findByText('Viewing protected schema')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Learn more' }))
  expect(await screen.findByRole('dialog', { name: 'Protected schemas' })).toBeTruthy()
})

test('another schema is chosen from the list of schemas', async () => {
  const { onSchemaChange } = await open(() => ({ entities: [], count: 0, next_cursor: null }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Schema: public' }))
  await userEvent.click(await screen.findByRole('option', { name: /auth.*read-only/ }))
  expect(onSchemaChange).toHaveBeenCalledWith('auth')
})

test('a schema that is on no loaded page is found by the server', async () => {
  const { onSchemaChange } = await open(() => ({ entities: [], count: 0, next_cursor: null }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Schema: public' }))
  await screen.findByRole('option', { name: /auth/ })
  await userEvent.type(screen.getByRole('combobox', { name: 'Find schema...' }), 'Shop')
  expect(screen.queryByRole('option', { name: /auth/ })).toBeNull()
  await userEvent.click(await screen.findByRole('option', { name: 'shop_9000' }))
  expect(onSchemaChange).toHaveBeenCalledWith('shop_9000')
})

test('a failure is shown with a retry', async () => {
  let isBroken = true
  await open(() =>
    isBroken
      ? Response.json({ code: 'forbidden', message: 'Not for you', requestId: 'r1' }, { status: 403 })
      : { entities: [anEntity(1)], count: 1, next_cursor: null },
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Not for you')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /table 1/ })).toBeTruthy()
})
