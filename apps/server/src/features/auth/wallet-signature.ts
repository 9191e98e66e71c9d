import type { WalletChain } from '@basalt/contract/auth/wallets.rules.ts'

/** A signature of another form than wallets give; the message says which. */
export class NoSignature extends Error {}

/** Loaded with the first sign-in by a wallet, which most projects never have. */
const library = async () => {
  const [{ secp256k1 }, { ed25519 }, { keccak_256 }] = await Promise.all([
    import('@noble/curves/secp256k1.js'),
    import('@noble/curves/ed25519.js'),
    import('@noble/hashes/sha3.js'),
  ])
  return { secp256k1, ed25519, keccak: keccak_256 }
}

/**
 * Whether the account of an address signed a message. Of Ethereum, accounts that are contracts cannot sign so. Throws
 * NoSignature.
 */
export async function hasSigned(chain: WalletChain, address: string, message: string, signature: string) {
  return chain === 'ethereum'
    ? hasSignedOnEthereum(address, message, signature)
    : hasSignedOnSolana(address, message, signature)
}

/** EIP-191: `personal_sign`, whose signature is r, s and the parity of the point. */
async function hasSignedOnEthereum(address: string, message: string, signature: string) {
  if (!/^(?:0x)?[0-9a-fA-F]{130}$/.test(signature))
    throw new NoSignature('signature must be 65 bytes long, as 130 hexadecimal digits')
  const { secp256k1, keccak } = await library()
  const bytes = Buffer.from(signature.replace(/^0x/, ''), 'hex')
  const last = bytes[64]!
  const parity = last >= 27 ? last - 27 : last
  if (parity > 1) return false
  const text = Buffer.from(message)
  const hash = keccak(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
  try {
    const rs = bytes.subarray(0, 64)
    const key = secp256k1.recoverPublicKey(Buffer.concat([Buffer.of(parity), rs]), hash, { prehash: false })
    if (!secp256k1.verify(rs, hash, key, { prehash: false, lowS: true })) return false
    const signer = ethereumAddress(secp256k1.Point.fromBytes(key).toBytes(false), keccak)
    return signer === address.toLowerCase() && hasRightCase(address, keccak)
  } catch {
    // Numbers outside of the curve.
    return false
  }
}

type Keccak = (bytes: Uint8Array) => Uint8Array

const ethereumAddress = (publicKey: Uint8Array, keccak: Keccak) =>
  `0x${Buffer.from(keccak(publicKey.subarray(1)).subarray(12)).toString('hex')}`

/** EIP-55: capitals are a checksum, which addresses in one case do not have. */
function hasRightCase(address: string, keccak: Keccak) {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  const hash = Buffer.from(keccak(Buffer.from(digits.toLowerCase()))).toString('hex')
  const right = [...digits.toLowerCase()].map((digit, at) =>
    Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return right.join('') === digits
}

/** Ed25519 over the bytes of the message. The address is the public key. */
async function hasSignedOnSolana(address: string, message: string, signature: string) {
  const bytes = Buffer.from(signature, 'base64')
  if (!/^[A-Za-z0-9+/_-]{86}(?:==)?$/.test(signature) || bytes.length !== 64)
    throw new NoSignature('signature must be 64 bytes long, as base64')
  const key = bytesOfBase58(address)
  if (key?.length !== 32) return false
  const { ed25519 } = await library()
  // Strict: points that belong to no single key are refused.
  return ed25519.verify(bytes, Buffer.from(message), key, { zip215: false })
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The bytes of a text in base58; undefined for another text. */
function bytesOfBase58(text: string): Buffer | undefined {
  let number = 0n
  for (const character of text) {
    const digit = BASE58.indexOf(character)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const hex = number === 0n ? '' : number.toString(16)
  const zeros = /^1*/.exec(text)![0].length
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}
