import type { Entity, EntityPage } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
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

const schemas = ['public', 'auth'].map((name, id) => ({ id, name, owner: 'postgres', comment: null }))

/** Opens the list; `answer` gets the query of each request for entities. */
async function open(answer: (query: URLSearchParams) => EntityPage | Response, schema = 'public') {
  const queries: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://x')
    if (url.pathname.endsWith('/schemas')) return Response.json(schemas)
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
      refusal={undefined}
      onPin={() => undefined}
      onSchemaChange={onSchemaChange}
    />,
  )
  return { queries, onSchemaChange }
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

test('an empty schema says so', async () => {
  await open(() => ({ entities: [], count: 0, next_cursor: null }))
  expect(await screen.findByText('This schema has no entities available yet')).toBeTruthy()
})

test('a protected schema is marked', async () => {
  await open(() => ({ entities: [], count: 0, next_cursor: null }), 'auth')
  expect(await screen.findByText('Viewing protected schema')).toBeTruthy()
})

test('another schema is chosen from the list of schemas', async () => {
  const { onSchemaChange } = await open(() => ({ entities: [], count: 0, next_cursor: null }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Schema: public' }))
  await userEvent.click(await screen.findByRole('option', { name: /auth.*read-only/ }))
  expect(onSchemaChange).toHaveBeenCalledWith('auth')
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
