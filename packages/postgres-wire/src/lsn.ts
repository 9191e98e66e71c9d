/** A position in the write-ahead log, in bytes. */
export type Lsn = bigint

/** Reads `16/B374D848`. @throws RangeError */
export function lsnOf(text: string): Lsn {
  const [, high, low] = /^([0-9A-Fa-f]{1,8})\/([0-9A-Fa-f]{1,8})$/.exec(text) ?? []
  if (high === undefined || low === undefined)
    throw new RangeError(`${JSON.stringify(text)} is no position in a write-ahead log`)
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const lsnText = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`
