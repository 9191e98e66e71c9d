import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { EntryRow } from './EntryRow.tsx'
import type { Entry } from './entry.rules.ts'
import { anEntry, anExplorer, InExplorer } from './explorer.fixture.tsx'
import type { ExplorerState } from './explorer-context.ts'
import { WithEntryMenu } from './WithEntryMenu.tsx'

function show(entry: Entry, over: Partial<ExplorerState> = {}, entries = [entry]) {
  const state = anExplorer(over)
  render(
    <InExplorer state={state}>
      <WithEntryMenu>
        <EntryRow entry={entry} entries={entries} isOpen={false} />
      </WithEntryMenu>
    </InExplorer>,
  )
  return { state, user: userEvent.setup() }
}

const folder = anEntry('photos', { isFolder: true, id: null })
const file = anEntry('a.txt')
const readOnly = { writeRefusal: 'You need additional permissions' }

test.each<[string, Entry, Partial<ExplorerState>, string[]]>([
  ['a folder', folder, {}, ['Rename', 'Download', 'Copy path to folder', 'Delete']],
  ['a folder for readers', folder, readOnly, ['Download', 'Copy path to folder']],
  ['a public file', file, { isPublic: true }, ['Get URL', 'Download', 'Rename', 'Move', 'Delete']],
  ['a private file', file, {}, ['Get URL', 'Download', 'Rename', 'Move', 'Delete']],
  ['a file for readers', file, readOnly, ['Get URL', 'Download']],
  ['a corrupted file', anEntry('a.txt', { state: 'corrupted' }), {}, ['Delete']],
])('the menu of %s has the right actions', async (_what, entry, over, labels) => {
  const { user } = show(entry, over)
  await user.click(screen.getByRole('button', { name: `Actions for ${entry.name}` }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(labels)
})

const corrupted = anEntry('a.txt', { state: 'corrupted' })
const publicly = { isPublic: true }

test.each<[string, Entry, Partial<ExplorerState>, string[], keyof ExplorerState, unknown[]]>([
  ['a folder', folder, {}, ['Rename'], 'startNaming', [{ kind: 'rename', entry: folder }]],
  ['a folder', folder, {}, ['Download'], 'download', [[folder]]],
  ['a folder', folder, {}, ['Copy path to folder'], 'copyPath', [folder]],
  ['a folder', folder, {}, ['Delete'], 'openDialog', [{ kind: 'delete', entries: [folder] }]],
  ['a private file', file, {}, ['Get URL', 'Expire in 1 week'], 'copyUrl', [file, 604_800]],
  ['a private file', file, {}, ['Get URL', 'Expire in 1 month'], 'copyUrl', [file, 2_592_000]],
  ['a private file', file, {}, ['Get URL', 'Expire in 1 year'], 'copyUrl', [file, 31_536_000]],
  ['a private file', file, {}, ['Get URL', 'Custom expiry'], 'openDialog', [{ kind: 'expiry', entry: file }]],
  ['a private file', file, {}, ['Download'], 'download', [[file]]],
  ['a private file', file, {}, ['Rename'], 'startNaming', [{ kind: 'rename', entry: file }]],
  ['a private file', file, {}, ['Move'], 'openDialog', [{ kind: 'move', entries: [file] }]],
  ['a private file', file, {}, ['Delete'], 'openDialog', [{ kind: 'delete', entries: [file] }]],
  ['a public file', file, publicly, ['Get URL'], 'copyUrl', [file]],
  ['a public file', file, publicly, ['Download'], 'download', [[file]]],
  ['a public file', file, publicly, ['Rename'], 'startNaming', [{ kind: 'rename', entry: file }]],
  ['a public file', file, publicly, ['Move'], 'openDialog', [{ kind: 'move', entries: [file] }]],
  ['a public file', file, publicly, ['Delete'], 'openDialog', [{ kind: 'delete', entries: [file] }]],
  ['a corrupted file', corrupted, {}, ['Delete'], 'openDialog', [{ kind: 'delete', entries: [corrupted] }]],
])('the menu of %s calls the right action', async (_what, entry, over, labels, action, args) => {
  const { state, user } = show(entry, over)
  await user.click(screen.getByRole('button', { name: `Actions for ${entry.name}` }))
  for (const name of labels) fireEvent.click(await screen.findByRole('menuitem', { name }))
  expect(state[action]).toHaveBeenCalledWith(...args)
})

test('a folder has no checkbox; a click opens it', async () => {
  const { state, user } = show(folder)
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^photos/ }))
  expect(state.openFolder).toHaveBeenCalledWith('photos')
})

const files = ['1', '2', '3'].map((name) => anEntry(name))
const selectionOf = (...entries: Entry[]) => new Map(entries.map((one) => [one.path, one]))

test.each([
  ['the checkbox', 'checkbox', 'Select 3'],
  ['the name', 'button', '3'],
])('a Shift-click on %s selects a range up to this file', async (_what, role, name) => {
  const { state, user } = show(files[2]!, { selection: selectionOf(files[0]!) }, files)
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole(role, { name }))
  expect(state.select).toHaveBeenCalledWith(selectionOf(...files))
  expect(state.openFile).not.toHaveBeenCalled()
})

test('a Control-click adds a file to the selection', async () => {
  const { state, user } = show(files[2]!, { selection: selectionOf(files[0]!) }, files)
  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('button', { name: '3' }))
  expect(state.select).toHaveBeenCalledWith(selectionOf(files[0]!, files[2]!))
})

test('shortcuts select and deselect all files', async () => {
  const { state, user } = show(files[2]!, { selection: selectionOf(files[0]!) }, files)
  screen.getByRole('button', { name: '3' }).focus()
  await user.keyboard('{Control>}a{/Control}')
  expect(state.select).toHaveBeenLastCalledWith(selectionOf(...files))
  await user.keyboard('{Escape}')
  expect(state.select).toHaveBeenLastCalledWith(selectionOf())
})

test('shortcuts rename and delete', async () => {
  const { state, user } = show(file)
  screen.getByRole('button', { name: 'a.txt' }).focus()
  await user.keyboard('{F2}{Delete}')
  expect(state.startNaming).toHaveBeenCalledWith({ kind: 'rename', entry: file })
  expect(state.openDialog).toHaveBeenCalledWith({ kind: 'delete', entries: [file] })
})

test('shortcuts that change something do nothing for a read-only member', async () => {
  const { state, user } = show(file, readOnly)
  screen.getByRole('button', { name: 'a.txt' }).focus()
  await user.keyboard('{F2}{Delete}')
  expect(state.startNaming).not.toHaveBeenCalled()
  expect(state.openDialog).not.toHaveBeenCalled()
})

test('a file that is still uploading cannot be opened', async () => {
  const { state, user } = show(anEntry('a.txt', { state: 'loading' }))
  await user.click(screen.getByRole('button', { name: 'a.txt' }))
  expect(state.openFile).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Actions for a.txt' })).toBeNull()
})
