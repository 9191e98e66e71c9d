import { FOLDER_PLACEHOLDER } from '@basalt/contract/storage/names.rules.ts'

/**
 * Many programs that speak S3 stand for a folder with nothing in it by an object without bytes whose key ends with a
 * slash. Such a key is no name here, where the same is told by a placeholder: each is the other's translation.
 */

const PLACEHOLDER = `/${FOLDER_PLACEHOLDER}`

/** The name of the object that a key of S3 stands for. */
export const nameOf = (key: string) => (isDirectory(key) ? `${key.slice(0, -1)}${PLACEHOLDER}` : key)

/** The key under which S3 shows the object. */
export const keyOf = (name: string) =>
  name.endsWith(PLACEHOLDER) ? name.slice(0, -FOLDER_PLACEHOLDER.length) : name

const isDirectory = (key: string) => key.length > 1 && key.endsWith('/')
