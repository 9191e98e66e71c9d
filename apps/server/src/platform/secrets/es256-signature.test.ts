import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { toDerSignature, toTokenSignature } from './es256-signature.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** As many equal bytes as are needed for 32. */
const filled = (start: string, byte: string) => start.replaceAll(' ', '').padEnd(64, byte)
const FULL = filled('7f', '11')

test.each([
  ['of full length', FULL, `0220 ${FULL}`],
  ['with the sign bit', filled('80', '11'), `0221 00 ${filled('80', '11')}`],
  ['with every bit', filled('', 'ff'), `0221 00 ${filled('', 'ff')}`],
  ['one byte short', filled('00 7f', '11'), `021f ${filled('00 7f', '11').slice(2)}`],
  ['one byte short with the sign bit', filled('00 80', '11'), `0220 ${filled('00 80', '11')}`],
  ['eight bytes short', filled('00'.repeat(8), '22'), `0218 ${'22'.repeat(24)}`],
  ['of one byte', '05'.padStart(64, '0'), '0201 05'],
  ['of one byte with the sign bit', 'ff'.padStart(64, '0'), '0202 00ff'],
  ['of zero', '0'.repeat(64), '0201 00'],
])('an integer %s is the same in both forms, as r and as s', (_which, half, integer) => {
  for (const [token, integers] of [
    [half + FULL, `${integer}0220${FULL}`],
    [FULL + half, `0220${FULL}${integer}`],
    [half + half, integer + integer],
  ] as const) {
    const content = hex(integers)
    const der = Buffer.concat([Buffer.from([0x30, content.length]), content])
    expect(toDerSignature(hex(token)).toString('hex')).toBe(der.toString('hex'))
    expect(toTokenSignature(der).toString('hex')).toBe(token)
  }
})

test('the signatures of many texts are those that Node converts', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const dsaEncoding = 'ieee-p1363'
  // One in 128 has an integer that is short.
  for (let count = 0; count < 1500; count++) {
    const text = Buffer.from(`text ${count}`)
    const signature = toTokenSignature(sign('sha256', text, privateKey))
    expect(verify('sha256', text, { key: publicKey, dsaEncoding }, signature)).toBe(true)
    expect(verify('sha256', text, publicKey, toDerSignature(signature))).toBe(true)
  }
})
