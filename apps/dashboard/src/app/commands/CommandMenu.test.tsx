import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readPreference } from '../../lib/preference.ts'
import { CommandMenu } from './CommandMenu.tsx'
import type { Command } from './commands.rules.ts'

function show() {
  const ran: string[] = []
  const run = (id: string) => () => void ran.push(id)
  const commands: Command<'fruit'>[] = [
    { id: 'new', label: 'New project', section: 'Actions', run: run('new') },
    { id: 'fruit', label: 'Switch fruit...', section: 'Actions', page: 'fruit' },
    { id: 'sql', label: 'SQL Editor', section: 'Navigate', run: run('sql') },
    { id: 'tables', label: 'Table Editor', section: 'Navigate', onlyInSearch: true, run: run('tables') },
  ]
  const fruits: Command[] = ['Apple', 'Pear'].map((label) => ({
    id: label,
    label,
    section: 'Navigate' as const,
    run: run(label),
  }))
  const saved: Command[] = [
    {
      id: 'snippet:1',
      label: 'Orders of today',
      section: 'Saved queries',
      onlyInSearch: true,
      run: run('orders'),
    },
  ]
  const onOpenChange = vi.fn()
  const pages = {
    fruit: { title: 'Fruits', placeholder: 'Find fruit...', useResults: () => ({ commands: fruits }) },
  }
  const menu = (open: boolean) => (
    <CommandMenu
      open={open}
      onOpenChange={onOpenChange}
      commands={commands}
      pages={pages}
      useSearchResults={(text) => saved.filter(() => text.length > 1)}
    />
  )
  const { rerender } = render(menu(true))
  const reopen = () => {
    rerender(menu(false))
    rerender(menu(true))
  }
  return { ran, onOpenChange, reopen, user: userEvent.setup() }
}

const lines = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const marked = () => screen.getByRole('option', { selected: true }).textContent

test('typing filters, the arrow keys select and Enter runs', async () => {
  const { ran, onOpenChange, user } = show()
  expect(lines()).toEqual(['New project', 'Switch fruit...', 'SQL Editor'])
  await user.keyboard('editor')
  expect(lines()).toEqual(['SQL Editor', 'Table Editor'])
  await user.keyboard('{ArrowDown}')
  expect(marked()).toBe('Table Editor')
  await user.keyboard('{ArrowDown}')
  expect(marked()).toBe('SQL Editor')
  await user.keyboard('{ArrowUp}{Enter}')
  expect(ran).toEqual(['tables'])
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
})

test('a page is entered with Enter and left with Backspace', async () => {
  const { ran, user } = show()
  await user.keyboard('fruit{Enter}')
  expect(lines()).toEqual(['Apple', 'Pear'])
  await user.keyboard('{Backspace}')
  expect(lines()).toContain('SQL Editor')
  await user.keyboard('fruit{Enter}pe{Enter}')
  expect(ran).toEqual(['Pear'])
})

test('the last used command comes first next time', async () => {
  const { reopen, user } = show()
  await user.keyboard('table{Enter}')
  expect(readPreference('recent-commands', z.array(z.string()), [])).toEqual(['tables'])
  reopen()
  await waitFor(() => expect(lines()[0]).toBe('Table Editor'))
  expect(screen.getByRole('group', { name: 'Recently used' })).toBeTruthy()
})

test('without matches a message appears, and Enter does nothing', async () => {
  const { ran, user } = show()
  await user.keyboard('zzz{Enter}')
  expect(screen.getByRole('status').textContent).toBe('No commands found')
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(ran).toEqual([])
})

test('a click runs a command', async () => {
  const { ran, user } = show()
  await user.click(screen.getByRole('option', { name: 'SQL Editor' }))
  expect(ran).toEqual(['sql'])
})

test('saved items are found by name from the first page', async () => {
  const { ran, user } = show()
  expect(lines()).not.toContain('Orders of today')
  await user.keyboard('orders')
  expect(lines()).toEqual(['Orders of today'])
  await user.keyboard('{Enter}')
  expect(ran).toEqual(['orders'])
})
