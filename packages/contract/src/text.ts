import { z } from 'zod'

const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()

/**
 * Any text that PostgreSQL can store. A NUL character or lone surrogate would fail deep in the driver, or be silently
 * replaced.
 */
export const Text = z
  .string()
  .refine(isStorable, 'Contains characters that are not valid text, such as a NUL. Remove them.')

/** A user-given name: trimmed, on one line, with a length in characters from `min` to `max`. */
export const nameText = (what: string, min: number, max: number) =>
  Text.trim()
    .refine((value) => characters(value) >= min, `${what} needs at least ${min} ${plural(min)}`)
    .refine((value) => characters(value) <= max, `${what} may have at most ${max} ${plural(max)}`)
    .refine((value) => !/\p{Cc}/u.test(value), `${what} may not contain line breaks or control characters`)

const characters = (value: string) => [...value].length
const plural = (count: number) => (count === 1 ? 'character' : 'characters')
