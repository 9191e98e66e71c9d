import { createHash, randomBytes, randomInt } from 'node:crypto'
import { TOKEN_PREFIX } from '@basalt/contract/access/access.rules.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`
const SLUG_STEM_MAX = 40

const random = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** 20 lower-case letters, valid in a URL, a login and a folder name. */
export const newProjectRef = () => random(LETTERS, 20)

/** `acme-x7k2q`: always with a random suffix, so that a slug never reveals whether another team uses the name. */
export function newSlug(name: string) {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_STEM_MAX)
    .replace(/^-+|-+$/g, '')
  return [stem, random(LETTERS_AND_DIGITS, 5)].filter(Boolean).join('-')
}

/** 256 random bits for a cookie or a link. */
export const newSessionToken = () => randomBytes(32).toString('base64url')

/** A token that secret scanners recognise, with 256 random bits. */
export const newAccessToken = () => `${TOKEN_PREFIX}${randomBytes(32).toString('hex')}`

/** The stored form of a token. Tokens are random enough that a plain hash cannot be reversed. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()
