import { UNHEALTHY_REPLICA } from '@basalt/contract/connect/database-choice.rules.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { writePreference } from '../../../../lib/preference.ts'
import { openPage, prepareSqlPage, pressRun } from '../sql-page.fixture.tsx'

prepareSqlPage()
beforeEach(() => localStorage.clear())

const replicas = [
  { identifier: 'shop-r-aaaaa', inserted_at: '2026-02-01T00:00:00.000Z' },
  { identifier: 'shop-r-bbbbb', inserted_at: '2026-03-01T00:00:00.000Z', status: 'COMING_UP' },
]
const FIRST_REPLICA = 'Read replica (eu-west-1 - aaaaa)'

const openPicker = async () => {
  await userEvent.hover(screen.getByRole('button', { name: /^Database:/ }))
  // The menu loads after the page; until then the button has no expanded state.
  await userEvent.click(await screen.findByRole('button', { name: /^Database:/, expanded: false }))
  return within(await screen.findByRole('menu'))
}
const pick = async (name: string) => {
  await userEvent.click(await (await openPicker()).findByRole('menuitemradio', { name }))
  await screen.findByRole('button', { name: `Database: ${name}` })
}

test('a project with one database lists only that, and sends no identifier', async () => {
  const { editor, bodies } = await openPage('select 1')
  const menu = await openPicker()
  const only = await menu.findByRole('menuitemradio', { name: 'Primary database', checked: true })
  expect(menu.getAllByRole('menuitemradio')).toEqual([only])
  await userEvent.click(only)
  pressRun(editor)
  await waitFor(() => expect(bodies).toEqual([{ query: 'select 1', keep: expect.any(String) }]))
})

test('SQL runs on the picked replica, and an unhealthy one cannot be picked', async () => {
  const { editor, bodies } = await openPage('select 1', {}, replicas)
  const menu = await openPicker()
  await menu.findByRole('menuitemradio', { name: FIRST_REPLICA })
  expect(menu.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    'Primary database',
    FIRST_REPLICA,
    `Read replica (eu-west-1 - bbbbb)${UNHEALTHY_REPLICA}`,
  ])
  expect(menu.getByRole('menuitemradio', { name: /bbbbb/ }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(menu.getByRole('menuitemradio', { name: FIRST_REPLICA }))
  await screen.findByRole('button', { name: `Database: ${FIRST_REPLICA}` })
  pressRun(editor)
  await waitFor(() => expect(bodies).toMatchObject([{ query: 'select 1', database: 'shop-r-aaaaa' }]))
})

test('after a write on a replica one click switches to the primary and clears the results', async () => {
  const { editor, bodies, answer } = await openPage('insert into a values (1)', {}, replicas)
  await pick(FIRST_REPLICA)
  pressRun(editor)
  answer({
    type: 'error',
    code: 'sql_failed',
    message: 'cannot execute INSERT in a read-only transaction',
    sql: { sqlstate: '25006', formattedError: 'ERROR:  25006: cannot execute INSERT' },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Switch to primary database' }))
  expect(await screen.findByText('Results appear here')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Database: Primary database' })).toBeTruthy()
  pressRun(editor)
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).not.toHaveProperty('database')
})

test('SQL no longer runs on a replica that no longer exists, and a warning appears', async () => {
  const ref = 'shopshopshopshopshop'
  writePreference(`sql-database.${ref}`, 'shop-r-gone')
  const { editor, bodies } = await openPage('select 1', { ref }, replicas)
  expect(await screen.findByText('The read replica no longer exists')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Database: Primary database' })).toBeTruthy()
  pressRun(editor)
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).not.toHaveProperty('database')
})

test('running queries are those of the picked database', async () => {
  await openPage('select 1', {}, replicas)
  await pick(FIRST_REPLICA)
  await userEvent.click(screen.getByRole('button', { name: 'Running queries' }))
  expect(await screen.findByRole('dialog', { name: 'Running queries on read replica' })).toBeTruthy()
})
