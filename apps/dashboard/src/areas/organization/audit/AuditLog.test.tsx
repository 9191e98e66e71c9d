import type { AuditEntry } from '@basalt/contract/audit/audit.schema.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { memberQueries } from '../members/members.queries.ts'
import { AuditLog } from './AuditLog.tsx'
import { anAuditEntry } from './audit.fixture.ts'
import { auditQueries } from './audit.queries.ts'
import { type AuditSearch, filterOf } from './audit-filter.rules.ts'

const subject = { slug: 'acme' }
const refused = anAuditEntry({
  id: '8',
  action: { name: 'runQuery', title: 'Run SQL' },
  details: { query: "select '…'" },
  result: { outcome: 'refused', status: 403, code: 'forbidden' },
})

const show = (
  search: AuditSearch = {},
  { entries = [refused, anAuditEntry()], next = null as string | null, onSearchChange = vi.fn() } = {},
) =>
  renderPage(
    <AuditLog subject={subject} description={null} search={search} onSearchChange={onSearchChange} />,
    (client) => {
      client.setQueryData(auditQueries.pages(subject, filterOf(search)).queryKey, {
        pages: [{ entries: entries as AuditEntry[], next_cursor: next }],
        pageParams: [''],
      })
      client.setQueryData(auditQueries.actions().queryKey, [{ name: 'runQuery', title: 'Run SQL' }])
      client.setQueryData(memberQueries.list('acme').queryKey, [])
    },
  )

test('entries show who did what, where, and the result', async () => {
  await show()
  const [, first, second] = within(await screen.findByRole('table', { name: 'Audit log' })).getAllByRole(
    'row',
  )
  expect(first?.textContent).toContain('Run SQLShopada@example.comRefused')
  expect(second?.textContent).toContain('Rename a projectShopada@example.comSucceeded')
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('the URL opens an entry with all its details', async () => {
  const onSearchChange = vi.fn()
  await show({ result: 'refused', entry: '8' }, { onSearchChange })
  const sheet = await screen.findByRole('dialog', { name: 'Run SQL' })
  expect(sheet.textContent).toContain('forbidden (403)')
  expect(sheet.textContent).toContain("select '…'")
  await userEvent.click(within(sheet).getByRole('button', { name: 'Only this project' }))
  expect(onSearchChange).toHaveBeenCalledWith({ result: 'refused', project: 'shopshopshopshopshop' })
})

test('an unknown entry in the URL opens nothing', async () => {
  await show({ entry: '404' })
  expect(await screen.findByRole('table')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('exports use the filters', async () => {
  await show({ result: 'failed', action: 'runQuery' })
  const href = (await screen.findByRole('link', { name: 'Export CSV' })).getAttribute('href')
  expect(href).toBe('/platform/organizations/acme/audit/export.csv?action=runQuery&result=failed')
})

test('filters without matches can be cleared', async () => {
  const onSearchChange = vi.fn()
  await show({ result: 'failed' }, { entries: [], onSearchChange })
  expect(await screen.findByText('No matching entries')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
  expect(onSearchChange).toHaveBeenCalledWith({})
})

test('a log without entries has a message', async () => {
  await show({}, { entries: [] })
  expect(await screen.findByText('Nothing recorded yet')).toBeTruthy()
})

test('more entries can be loaded while there is a cursor', async () => {
  await show({}, { next: 'cursor' })
  expect(await screen.findByRole('button', { name: 'Load more' })).toBeTruthy()
})
