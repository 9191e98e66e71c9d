import type { Relationship } from '@basalt/contract/entities/entities.schema.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { anEntity } from '../rows/table.fixture.ts'
import { entityQueries } from './entities.queries.ts'
import { RelationshipsView } from './RelationshipsView.tsx'

afterEach(() => void vi.unstubAllGlobals())

const aKey = (over: Partial<Relationship> = {}): Relationship => ({
  name: 'orders_customer_fkey',
  columns: ['customer'],
  table: { id: 9, schema: 'Sales "EU"', name: 'a.customers 😀' },
  table_columns: ['id'],
  on_update: 'a',
  on_delete: 'c',
  is_validated: true,
  ...over,
})

const view = <RelationshipsView projectRef="shop" entity={anEntity()} />

test('each foreign key names its columns, its actions and a table, which is a link', async () => {
  await renderPage(view, (client) =>
    client.setQueryData(entityQueries.relationships('shop', 7).queryKey, {
      references: [aKey({ columns: ['a', 'b'], table_columns: ['x', 'y'], is_validated: false })],
      referenced_by: [],
    }),
  )
  const references = within(await screen.findByRole('region', { name: 'References' }))
  const link = references.getByRole('link', { name: 'Sales "EU".a.customers 😀' })
  const url = new URL(link.getAttribute('href')!, 'http://x')
  expect([url.pathname, url.searchParams.get('schema')]).toEqual(['/project/shop/editor/9', 'Sales "EU"'])
  expect(references.getByText('a, b')).toBeTruthy()
  expect(references.getByText('(x, y)')).toBeTruthy()
  expect(references.getByText(/on delete cascade · on update no action/i)).toBeTruthy()
  expect(references.getByText('Rows not checked')).toBeTruthy()
  const back = within(screen.getByRole('region', { name: 'Referenced by' }))
  expect(back.getByText('No foreign key refers to this table.')).toBeTruthy()
})

test('relationships that cannot be read say why, and are read again', async () => {
  const answers = [
    Response.json(
      { code: 'conflict', message: 'Another transaction is changing this table.', requestId: 'r1' },
      { status: 409 },
    ),
    Response.json({ references: [], referenced_by: [aKey()] }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift())
  await renderPage(view)
  expect(await screen.findByText('Another transaction is changing this table.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }))
  expect(await screen.findByRole('link', { name: 'Sales "EU".a.customers 😀' })).toBeTruthy()
})
