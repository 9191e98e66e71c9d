export const BUCKET_NAME_MAX = 100
/** In bytes of UTF-8, as in S3. */
export const OBJECT_KEY_MAX_BYTES = 1024

/** First segments of object URLs: a bucket of such a name would be unreachable. */
const reserved = [
  'zip',
  'public',
  'authenticated',
  'sign',
  'info',
  'list',
  'list-v2',
  'upload',
  'copy',
  'move',
]

const BUCKET_CHARACTER = /^[\w!\-.*'() &$@=;:+,?]$/
/** The characters of bucket names, `/`, and all beyond ASCII but control characters, surrogates and line breaks. */
const KEY_CHARACTER = /^(?:[\w!\-.*'() &$@=;:+,?/]|(?![\p{Cc}\p{Cs}\p{Zl}\p{Zp}])[\u0080-\u{10ffff}])$/u

/** Why a bucket cannot have this name; undefined when it can. */
export function bucketNameProblem(name: string): string | undefined {
  if (name === '') return 'Please provide a name for your bucket'
  if ([...name].length > BUCKET_NAME_MAX) return `Bucket name may have at most ${BUCKET_NAME_MAX} characters`
  if (name.trim() !== name) return 'Bucket name cannot start or end with a space'
  if (name === '.' || name === '..') return 'Bucket name cannot consist of dots only'
  if (reserved.includes(name)) return `"${name}" is a reserved name. Choose another one.`
  const wrong = [...name].find((character) => !BUCKET_CHARACTER.test(character))
  if (wrong === undefined) return undefined
  return /\p{C}/u.test(wrong)
    ? 'Bucket name contains an invalid special character'
    : `Bucket name cannot contain the "${wrong}" character`
}

/** Whether an object can have this key: legal characters, and no empty, `.` or `..` segment. */
export function isObjectKey(key: string) {
  return (
    key !== '' &&
    new TextEncoder().encode(key).length <= OBJECT_KEY_MAX_BYTES &&
    [...key].every((character) => KEY_CHARACTER.test(character)) &&
    key.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  )
}

/** The object that keeps an otherwise empty folder. */
export const FOLDER_PLACEHOLDER = '.emptyFolderPlaceholder'

const FOLDER_OR_FILE = { folder: 'Folder', file: 'File' } as const

/** Why a folder or file cannot have this name; undefined when it can. */
export function entryNameProblem(name: string, kind: keyof typeof FOLDER_OR_FILE): string | undefined {
  const what = FOLDER_OR_FILE[kind]
  if (name === '.' || name === '..') return `${what} name cannot consist of dots only`
  if (name === FOLDER_PLACEHOLDER) return `"${name}" is a reserved name. Choose another one.`
  const wrong = [...name].find((character) => character === '/' || !KEY_CHARACTER.test(character))
  if (wrong !== undefined)
    return /[\p{C}\p{Zl}\p{Zp}]/u.test(wrong)
      ? `${what} name contains an invalid special character`
      : `${what} name cannot contain the "${wrong}" character`
  return isObjectKey(name) ? undefined : `${what} name is too long`
}
