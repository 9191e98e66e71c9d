import { FOLDER_PLACEHOLDER } from '@basalt/contract/storage/names.rules.ts'

/**
 * Many S3 clients represent an empty folder by an empty object whose key ends with a slash. Such a key is not allowed
 * here, where a placeholder object serves the same purpose. These functions translate between the two.
 */

const PLACEHOLDER = `/${FOLDER_PLACEHOLDER}`

/** The object name for an S3 key. */
export const nameOf = (key: string) => (isDirectory(key) ? `${key.slice(0, -1)}${PLACEHOLDER}` : key)

/** The S3 key for an object name. */
export const keyOf = (name: string) =>
  name.endsWith(PLACEHOLDER) ? name.slice(0, -FOLDER_PLACEHOLDER.length) : name

const isDirectory = (key: string) => key.length > 1 && key.endsWith('/')
