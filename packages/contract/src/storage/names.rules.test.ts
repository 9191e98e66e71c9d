import { expect, test } from 'vitest'
import { BUCKET_NAME_MAX, bucketNameProblem, entryNameProblem, isObjectKey } from './names.rules.ts'

test.each(['avatars', 'a', "my files (2) & $@=;:+,?!*'", 'A_1-b.c', 'x'.repeat(BUCKET_NAME_MAX)])(
  'a bucket may be called %j',
  (name) => expect(bucketNameProblem(name)).toBeUndefined(),
)

test.each([
  ['', 'Please provide a name for your bucket'],
  ['x'.repeat(BUCKET_NAME_MAX + 1), 'Bucket name may have at most 100 characters'],
  ['files ', 'Bucket name cannot start or end with a space'],
  ['public', '"public" is a reserved name. Choose another one.'],
  ['..', 'Bucket name cannot consist of dots only'],
  ['a/b', 'Bucket name cannot contain the "/" character'],
  ['a#b', 'Bucket name cannot contain the "#" character'],
  ['größe', 'Bucket name cannot contain the "ö" character'],
  ['a\u0000b', 'Bucket name contains an invalid special character'],
])('a bucket may not be called %j', (name, problem) => expect(bucketNameProblem(name)).toBe(problem))

test.each([
  ...[
    'a.png',
    'folder/a b.png',
    "!-.*'() &$@=;:+,?_",
    '.DS_Store',
    'größe/日本語/🎉.txt',
    'a/.emptyFolderPlaceholder',
  ],
  ...['...', 'a..b', 'x'.repeat(1024)],
])('an object may have the key %j', (key) => expect(isObjectKey(key)).toBe(true))

test.each([
  ...['', '/a', 'a/', 'a//b', '..', '../a', 'a/../b', 'a/.', './a'],
  ...[
    'a#b',
    'a%b',
    'a\\b',
    'a\u0000b',
    'a\nb',
    'a\u2028b',
    'a\ud800b',
    'a"b',
    'a<b',
    '[a]',
    'a|b',
    'a~b',
    'a^b',
  ],
  ...['x'.repeat(1025), 'ö'.repeat(513)],
])('an object may not have the key %j', (key) => expect(isObjectKey(key)).toBe(false))

test.each(['Photos', "a !-.*'() &$@=;:+,?_1", 'größe', '.hidden'])('a folder may be called %j', (name) =>
  expect(entryNameProblem(name, 'folder')).toBeUndefined(),
)

test.each([
  ['a/b', 'Folder name cannot contain the "/" character'],
  ['a#b', 'Folder name cannot contain the "#" character'],
  ['a\u0000b', 'Folder name contains an invalid special character'],
  ['..', 'Folder name cannot consist of dots only'],
  ['.emptyFolderPlaceholder', '".emptyFolderPlaceholder" is a reserved name. Choose another one.'],
  ['ö'.repeat(513), 'Folder name is too long'],
])('a folder cannot be called %j', (name, problem) => expect(entryNameProblem(name, 'folder')).toBe(problem))

test('messages about a file call it a file', () => {
  expect(entryNameProblem('a/b', 'file')).toBe('File name cannot contain the "/" character')
})
