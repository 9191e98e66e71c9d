/** The ASN.1 types that a certificate needs, in DER (X.690). */
export const der = {
  sequence: (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts)),
  set: (...parts: Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts)),
  null: (): Buffer => tagged(0x05, Buffer.alloc(0)),
  boolean: (value: boolean): Buffer => tagged(0x01, Buffer.of(value ? 0xff : 0)),
  /** A non-negative number, given by its bytes. */
  integer: (bytes: Buffer): Buffer =>
    tagged(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes),
  bitString: (bytes: Buffer): Buffer => tagged(0x03, Buffer.concat([Buffer.of(0), bytes])),
  octetString: (bytes: Buffer): Buffer => tagged(0x04, bytes),
  text: (value: string): Buffer => tagged(0x0c, Buffer.from(value)),
  /** With two-digit years before 2050 and four digits from then on, as RFC 5280 requires of certificates. */
  time: (date: Date): Buffer => {
    const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
    return date.getUTCFullYear() < 2050
      ? tagged(0x17, Buffer.from(digits.slice(2)))
      : tagged(0x18, Buffer.from(digits))
  },
  /** `[number]` around a complete value. */
  explicit: (number: number, part: Buffer): Buffer => tagged(0xa0 + number, part),
  /** `[number]` instead of the type of a primitive value. */
  implicit: (number: number, bytes: Buffer): Buffer => tagged(0x80 + number, bytes),
  /** An object identifier, from its dotted form. */
  oid: (dotted: string): Buffer => {
    const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
    return tagged(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
  },
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag, ...lengthOf(content.length)), content])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 + bytes.length, ...bytes]
}

function base128(value: number): number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 + (rest % 128))
  return bytes
}
