import type { ListedObject } from '@basalt/contract/storage/objects.schema.ts'
import { expect, test } from 'vitest'
import {
  callPath,
  displayName,
  type Entry,
  entriesOf,
  isNameTaken,
  kindOf,
  UPLOAD_TIMEOUT_MS,
} from './entry.rules.ts'
import { crumbsTo, foldersTo, nameOf, parentOf, pathFrom } from './path.rules.ts'
import {
  allToggled,
  deselectedBelow,
  nothingSelected,
  ranged,
  selectionStateOf,
  toggled,
} from './selection.rules.ts'

const NOW = Date.parse('2026-01-01T12:00:00Z')
const listed = (name: string, over: Partial<ListedObject> = {}): ListedObject => ({
  name,
  id: 'id',
  created_at: '2026-01-01T11:50:00Z',
  updated_at: null,
  last_accessed_at: null,
  metadata: { size: 5, mimetype: 'image/png' },
  ...over,
})
const entry = (path: string, isFolder = false): Entry => ({
  path,
  name: nameOf(path),
  isFolder,
  id: null,
  size: 1,
  mimeType: null,
  createdAt: null,
  updatedAt: null,
  accessedAt: null,
  state: 'ready',
})
const pathsIn = (selection: ReadonlyMap<string, Entry>) => [...selection.keys()]

test('a listing becomes entries without folder placeholders', () => {
  const [folder, file] = entriesOf(
    [listed('deep', { id: null, metadata: null }), listed('.emptyFolderPlaceholder'), listed('a.png')],
    'in/side',
    NOW,
  )
  expect(folder).toMatchObject({ path: 'in/side/deep', isFolder: true, state: 'ready', size: null })
  expect(file).toMatchObject({ path: 'in/side/a.png', size: 5, mimeType: 'image/png', state: 'ready' })
  expect(callPath(folder!)).toBe('in/side/deep/')
})

test.each([
  [UPLOAD_TIMEOUT_MS - 1, 'loading'],
  [UPLOAD_TIMEOUT_MS, 'corrupted'],
])('a file without bytes %s ms after its row is %s', (age, state) => {
  const created_at = new Date(NOW - age).toISOString()
  expect(entriesOf([listed('a', { metadata: null, created_at })], '', NOW)[0]!.state).toBe(state)
})

test.each([
  ['image/png', 'image'],
  ['audio/mpeg', 'audio'],
  ['video/mp4', 'video'],
  ['text/plain', 'text'],
  ['text/html', 'code'],
  ['application/pdf', 'pdf'],
  ['application/json', 'json'],
  ['application/ld+json', 'json'],
  ['text/csv', 'csv'],
  ['application/zip', 'archive'],
  ['application/octet-stream', 'file'],
  [null, 'file'],
])('%s is of kind %s', (mimeType, kind) => {
  expect(kindOf({ isFolder: false, mimeType })).toBe(kind)
})

test('bidirectional controls cannot disguise a file extension', () => {
  expect(displayName('holiday\u202egnp.exe')).toBe('holiday\ufffdgnp.exe')
  expect(displayName('שלום \u200d👩‍👧.txt')).toBe('שלום \u200d👩‍👧.txt')
})

test('names are compared ignoring case, and a renamed file may keep its own', () => {
  const entries = [entry('a/Photo.png'), entry('a/b', true)]
  expect(isNameTaken(entries, 'photo.PNG')).toBe(true)
  expect(isNameTaken(entries, 'photo.png', entries[0])).toBe(false)
  expect(isNameTaken(entries, 'c')).toBe(false)
})

test.each([
  ['/a//b/', 'a/b'],
  [' a / b ', 'a/b'],
  ['', ''],
  ['/', ''],
])('the typed path %j is the folder %j', (typed, path) => {
  expect(pathFrom(typed)).toBe(path)
})

test('paths are split into parents and breadcrumbs', () => {
  expect(foldersTo('a/b')).toEqual(['', 'a', 'a/b'])
  expect(foldersTo('')).toEqual([''])
  expect([parentOf('a/b/c'), parentOf('a')]).toEqual(['a/b', ''])
  expect(crumbsTo('a/b').map((crumb) => (crumb === 'gap' ? crumb : crumb.name))).toEqual(['', 'a', 'b'])
  expect(crumbsTo('1/2/3/4/5').map((crumb) => (crumb === 'gap' ? crumb : crumb.path))).toEqual([
    '',
    '1',
    'gap',
    '1/2/3/4',
    '1/2/3/4/5',
  ])
})

test('a range selects only files, and can be shrunk again', () => {
  const entries = [entry('folder', true), ...['1', '2', '3', '4'].map((name) => entry(name))]
  const [, one, , three, four] = entries
  const range = ranged(toggled(nothingSelected, one!), entries, three!)
  expect(pathsIn(range)).toEqual(['1', '2', '3'])
  expect(pathsIn(ranged(range, entries, one!))).toEqual(['1'])
  expect(pathsIn(ranged(nothingSelected, entries, four!))).toEqual(['4'])
  expect(pathsIn(toggled(range, three!))).toEqual(['1', '2'])
})

test('all files of a folder are selected, then none', () => {
  const entries = [entry('folder', true), entry('1'), entry('2')]
  const elsewhere = toggled(nothingSelected, entry('other/3'))
  const all = allToggled(elsewhere, entries)
  expect(pathsIn(all)).toEqual(['other/3', '1', '2'])
  expect([selectionStateOf(elsewhere, entries), selectionStateOf(all, entries)]).toEqual(['none', 'all'])
  expect(selectionStateOf(toggled(all, entries[1]!), entries)).toBe('some')
  expect(pathsIn(allToggled(all, entries))).toEqual(['other/3'])
  expect(pathsIn(deselectedBelow(all, 'other'))).toEqual(['1', '2'])
})
