import type { RowIdentity } from '../shape/row-identity.ts'
import type { PageShape } from '../shape/table-shape.ts'
import { unstorableText } from '../statement.ts'
import type { PagePlan } from './page-plan.ts'

/** Where a page starts. */
export type Position =
  /** By the values of the order's first columns, exact as text; fewer than the order has for an estimated place. */
  | { readonly by: 'values'; readonly values: readonly CursorValue[] }
  /** By the block and line of a row: `tableoid`, then `ctid` as text. */
  | { readonly by: 'place'; readonly table: number; readonly ctid: string }
  /** By the number of rows before it. */
  | { readonly by: 'offset'; readonly offset: number }

/**
 * The text of a value, null for NULL; or the identity of the row that has it, for a value that is too long for a cursor;
 * or a place between two values, from 0 to 1, for types that can be interpolated.
 */
export type CursorValue =
  | string
  | null
  | { readonly row: readonly string[] }
  | { readonly low: string; readonly high: string; readonly fraction: number }

/** A longer value is found again by its row. */
export const CURSOR_VALUE_BYTES = 1000
/** Longer texts are refused unread. */
export const CURSOR_LENGTH_MAX = 64_000

const VERSION = 1

/** Thrown when a text is no cursor of this order. The message is for the user. */
export class CursorError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CursorError'
  }
}

const STALE = 'This page belongs to another sort, or the table has changed. Go to the first page.'
const DAMAGED = 'This page address is damaged. Go to the first page.'

/** An opaque text for a URL. */
export function writeCursor(shape: PageShape, plan: PagePlan, position: Position): string {
  const body = JSON.stringify([VERSION, fingerprint(shape, plan), position])
  return toBase64Url(`${checksum(body)}${body}`)
}

/** Reads what `writeCursor` wrote. Throws a CursorError for anything else. */
export function readCursor(
  shape: PageShape,
  plan: PagePlan,
  identity: RowIdentity,
  cursor: string,
): Position {
  if (cursor.length > CURSOR_LENGTH_MAX) throw new CursorError(DAMAGED)
  const text = fromBase64Url(cursor)
  const body = text?.slice(CHECKSUM_LENGTH)
  if (text === undefined || body === undefined || checksum(body) !== text.slice(0, CHECKSUM_LENGTH))
    throw new CursorError(DAMAGED)
  const [version, print, position] = parseBody(body)
  if (version !== VERSION || print !== fingerprint(shape, plan)) throw new CursorError(STALE)
  if (!isPosition(position, plan, identity)) throw new CursorError(DAMAGED)
  return position
}

function parseBody(body: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(body)
    if (Array.isArray(parsed)) return parsed
  } catch {
    // Answered below.
  }
  throw new CursorError(DAMAGED)
}

/** What a cursor depends on: the relation and its order. */
const fingerprint = (shape: PageShape, { mode, order }: PagePlan) =>
  checksum(
    JSON.stringify([
      shape.oid,
      mode,
      order.map(({ part, isDescending, isNullsFirst }) => [part.name, part.type, isDescending, isNullsFirst]),
    ]),
  )

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isText = (value: unknown): value is string =>
  typeof value === 'string' && unstorableText(value) === undefined

const TID = /^\((\d{1,10}),(\d{1,5})\)$/

function isPosition(
  position: unknown,
  { mode, order }: PagePlan,
  identity: RowIdentity,
): position is Position {
  if (!isRecord(position)) return false
  switch (position.by) {
    case 'offset':
      return mode === 'offset' && Number.isSafeInteger(position.offset) && Number(position.offset) >= 0
    case 'place':
      return (
        mode === 'ctid' &&
        Number.isSafeInteger(position.table) &&
        typeof position.ctid === 'string' &&
        TID.test(position.ctid) &&
        blockOf(position.ctid) <= BLOCK_MAX
      )
    case 'values':
      return (
        mode === 'keyset' &&
        Array.isArray(position.values) &&
        position.values.length > 0 &&
        position.values.length <= order.length &&
        position.values.every((value, place) => isValue(value, order[place]!.isNullable, identity))
      )
    default:
      return false
  }
}

function isValue(value: unknown, isNullable: boolean, identity: RowIdentity): boolean {
  if (value === null) return isNullable
  if (!isRecord(value)) return isText(value)
  if (Array.isArray(value.row)) return value.row.length === identity.parts.length && value.row.every(isText)
  const { low, high, fraction } = value
  return isText(low) && isText(high) && typeof fraction === 'number' && fraction >= 0 && fraction <= 1
}

/** The largest block number. */
const BLOCK_MAX = 2 ** 32 - 2

/** The block of a ctid. */
export const blockOf = (ctid: string) => Number(TID.exec(ctid)?.[1] ?? 0)

const CHECKSUM_LENGTH = 8

/** FNV-1a over UTF-16 codes: it finds damage, and is no protection against forgery, which gains nothing here. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(CHECKSUM_LENGTH, '0')
}

function toBase64Url(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): string | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
