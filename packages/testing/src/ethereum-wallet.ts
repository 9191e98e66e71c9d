import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** A wallet with a new key, as browsers offer it (EIP-1193). `signed` are the messages that it was asked to sign. */
export function ethereumWallet() {
  const { secretKey, publicKey } = secp256k1.keygen()
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const address = `0x${Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex')}`
  const signed: string[] = []
  /** A signature by `personal_sign` (EIP-191); `isHigh` gives the other one that fits the curve. */
  const sign = (message: string, { isHigh = false } = {}) => {
    const text = Buffer.from(message)
    const hash = keccak_256(
      Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]),
    )
    const bytes = Buffer.from(secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' }))
    const s = BigInt(`0x${bytes.subarray(33).toString('hex')}`)
    const chosen = isHigh ? secp256k1.Point.Fn.ORDER - s : s
    const parity = isHigh ? 1 - bytes[0]! : bytes[0]!
    return `0x${bytes.subarray(1, 33).toString('hex')}${chosen.toString(16).padStart(64, '0')}${(27 + parity).toString(16)}`
  }
  return {
    address,
    sign,
    signed,
    async request({ method, params }: { method: string; params?: readonly string[] }) {
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'eth_chainId') return '0x1'
      const message = Buffer.from(params![0]!.slice(2), 'hex').toString()
      signed.push(message)
      return sign(message)
    },
  }
}
