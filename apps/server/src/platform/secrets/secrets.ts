import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../start-error.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const OWNER_ONLY = 0o600

/** Seals secrets for storage: without the key file, the rows of the metadata reveal nothing. */
export interface Secrets {
  seal(secret: string): Buffer
  /** Throws when the bytes were sealed with another key or changed since. */
  open(sealed: Buffer): string
}

/** AES-256-GCM; a sealed secret is `iv | tag | ciphertext`. */
export function secretsWith(key: Buffer): Secrets {
  return {
    seal(secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}

/** Reads the key file in `dataDir`. Throws StartError when it is damaged, and a system error when it is missing. */
export const readKey = (dataDir: string): Buffer => readKeyFile(keyFileIn(dataDir))

/** Reads a key file anywhere. Throws StartError when it is damaged, and a system error when it is missing. */
export function readKeyFile(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim()
  const key = Buffer.from(text, 'hex')
  // Buffer.from silently stops at the first character that is not a hex digit.
  if (key.length !== KEY_BYTES || text.length !== KEY_BYTES * 2)
    throw new StartError(`${file} is damaged. Put back the copy from your backup.`)
  return key
}

export const keyFileIn = (dataDir: string) => path.join(dataDir, 'keys', 'secrets.key')

const textOf = (key: Buffer) => `${key.toString('hex')}\n`

/** The SHA-256 of the key file, in hex. It tells copies apart and reveals nothing, because the key is random. */
export const keyFingerprint = (key: Buffer) => createHash('sha256').update(textOf(key)).digest('hex')

/** Reads the key file in `dataDir`, or creates it. Makes it readable by its owner only. */
export function readOrMakeKey(dataDir: string): Buffer {
  const file = keyFileIn(dataDir)
  if (existsSync(file)) {
    chmodSync(file, OWNER_ONLY)
    return readKey(dataDir)
  }
  const key = randomBytes(KEY_BYTES)
  writeKey(dataDir, key)
  return key
}

/** Creates the key file in `dataDir`. Throws a system error when there is one. */
export function writeKey(dataDir: string, key: Buffer) {
  const file = keyFileIn(dataDir)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, textOf(key), { mode: OWNER_ONLY, flag: 'wx' })
}
