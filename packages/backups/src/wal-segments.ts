import type { Lsn } from '@basalt/postgres-wire/lsn.ts'

/** Every cluster of the platform is made with segments of this size. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
const SEGMENTS_PER_ID = 0x1_0000_0000n / BigInt(SEGMENT_BYTES)

const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/

const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0')

/** The first position of the segment that contains a position. */
export const segmentStart = (lsn: Lsn): Lsn => lsn - (lsn % BigInt(SEGMENT_BYTES))

/** What the server calls the file that contains a position. */
export function segmentName(timeline: number, lsn: Lsn): string {
  const number = lsn / BigInt(SEGMENT_BYTES)
  return `${hex(timeline)}${hex(number / SEGMENTS_PER_ID)}${hex(number % SEGMENTS_PER_ID)}`
}

/** The timeline and first position of a segment by its name; undefined for other names. */
export function segmentOf(name: string): { timeline: number; start: Lsn } | undefined {
  const [, timeline, id, segment] = SEGMENT.exec(name) ?? []
  if (timeline === undefined) return undefined
  const number = BigInt(`0x${id}`) * SEGMENTS_PER_ID + BigInt(`0x${segment}`)
  return { timeline: Number.parseInt(timeline, 16), start: number * BigInt(SEGMENT_BYTES) }
}
