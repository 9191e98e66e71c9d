import { allowedTarget } from '@basalt/contract/auth/redirects.rules.ts'
import {
  WALLET_CLOCK_SKEW_SECONDS,
  WALLET_MESSAGE_MAX,
  WALLET_MESSAGE_SECONDS,
  type WalletChain,
  walletNames,
} from '@basalt/contract/auth/wallets.rules.ts'

/** What a wallet signs: EIP-4361 for Ethereum, and for Solana the same with other rules for blanks and order. */
export interface WalletMessage {
  chain: WalletChain
  /** As written; of Ethereum in any case. */
  address: string
  /** The host that asks, with its port. */
  domain: string
  /** The scheme before the domain, which is optional. */
  scheme: string | undefined
  statement: string | undefined
  uri: string
  version: string
  chainId: string | undefined
  nonce: string | undefined
  issuedAt: Date
  expirationTime: Date | undefined
  notBefore: Date | undefined
  requestId: string | undefined
  resources: readonly string[]
}

/** A text that is no such message; the message says why. */
export class NoWalletMessage extends Error {}

const FIELDS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const
type Field = (typeof FIELDS)[number]

/** Reads a message strictly: a line that is not known is refused, as is a field that comes twice. Throws NoWalletMessage. */
export function readWalletMessage(chain: WalletChain, text: string): WalletMessage {
  if (text.length > WALLET_MESSAGE_MAX) throw new NoWalletMessage('message is too long')
  if (/[^\P{Cc}\n]/u.test(text) || !text.isWellFormed())
    throw new NoWalletMessage('message has control characters')
  const [header, address = '', blank, ...rest] = text.split('\n')
  const asked =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/?#@\\]+) wants you to sign in with your (\w+) account:$/i.exec(
      header!,
    )
  if (asked?.[3] !== walletNames[chain])
    throw new NoWalletMessage(`message does not ask to sign in with an account of ${walletNames[chain]}`)
  if (!addresses[chain].test(address)) throw new NoWalletMessage('message has no valid address')
  if (blank !== '') throw new NoWalletMessage('message has no blank line behind the address')
  const { statement, lines } = statementIn(rest)
  const { fields, resources } = fieldsIn(lines)
  const required = (field: Field) => {
    const value = fields.get(field)
    if (value === undefined) throw new NoWalletMessage(`message has no ${field}`)
    return value
  }
  const uri = required('URI')
  if (!URL.canParse(uri)) throw new NoWalletMessage('URI is no address')
  const version = required('Version')
  if (version !== '1') throw new NoWalletMessage('Version is not 1')
  const chainId = chain === 'ethereum' ? required('Chain ID') : fields.get('Chain ID')
  if (chainId !== undefined && !chainIds[chain].test(chainId))
    throw new NoWalletMessage('Chain ID is not valid')
  const nonce = fields.get('Nonce')
  // EIP-4361.
  if (nonce !== undefined && !/^[A-Za-z0-9]{8,}$/.test(nonce))
    throw new NoWalletMessage('Nonce has fewer than 8 letters and digits')
  const time = (field: Field) => timeIn(field, fields.get(field))
  return {
    chain,
    address,
    domain: asked[2]!,
    scheme: asked[1]?.toLowerCase(),
    statement,
    uri,
    version,
    chainId,
    nonce,
    issuedAt: timeIn('Issued At', required('Issued At')),
    expirationTime: time('Expiration Time'),
    notBefore: time('Not Before'),
    requestId: fields.get('Request ID'),
    resources,
  }
}

const addresses: Record<WalletChain, RegExp> = {
  ethereum: /^0x[0-9a-fA-F]{40}$/,
  // 32 bytes in base58.
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}

const chainIds: Record<WalletChain, RegExp> = {
  ethereum: /^[1-9]\d{0,15}$/,
  solana: /^(?:solana:)?(?:mainnet|mainnet-beta|testnet|devnet|localnet)$/,
}

/** The statement stands between blank lines; without one, Ethereum has two blank lines and Solana one. */
function statementIn(lines: readonly string[]) {
  if (lines[0] === '') return { statement: undefined, lines: lines.slice(1) }
  if (lines[1] === '') return { statement: lines[0], lines: lines.slice(2) }
  return { statement: undefined, lines }
}

function fieldsIn(lines: readonly string[]) {
  const end = lines.findIndex((line) => /^Resources:?$/.test(line))
  const resources = end < 0 ? [] : lines.slice(end + 1)
  const fields = new Map<Field, string>()
  for (const line of end < 0 ? lines : lines.slice(0, end)) {
    const field = FIELDS.find((name) => line.startsWith(`${name}: `))
    if (field === undefined) throw new NoWalletMessage('message has a line that is not known')
    if (fields.has(field)) throw new NoWalletMessage(`message has ${field} twice`)
    fields.set(field, line.slice(field.length + 2))
  }
  if (resources.some((line) => !line.startsWith('- ') || !URL.canParse(line.slice(2))))
    throw new NoWalletMessage('a resource is no address')
  return { fields, resources: resources.map((line) => line.slice(2)) }
}

/** RFC 3339, 5.6. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i

function timeIn(field: Field, text: string): Date
function timeIn(field: Field, text: string | undefined): Date | undefined
function timeIn(field: Field, text: string | undefined) {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!TIME.test(text) || Number.isNaN(time.getTime())) throw new NoWalletMessage(`${field} is no time`)
  return time
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** Why a message does not sign in to a site now, as a sentence; undefined when it does. The signature is checked elsewhere. */
export function walletMessageProblem(
  { chain, domain, scheme, uri, issuedAt, expirationTime, notBefore }: WalletMessage,
  settings: { site_url: string; uri_allow_list: readonly string[] },
  now: Date,
): string | undefined {
  const site = new URL(uri)
  const name = walletNames[chain]
  if (site.protocol !== 'https:' && !(site.protocol === 'http:' && LOCAL.includes(site.hostname)))
    return `Signed ${name} message names an address without HTTPS`
  if (allowedTarget(uri, settings) === undefined)
    return `Signed ${name} message names an address that is not allowed: it was signed for another app`
  if (domain.toLowerCase() !== site.host || (scheme !== undefined && `${scheme}:` !== site.protocol))
    return `Signed ${name} message names a domain that is not that of its address`
  const seconds = (time: Date) => (time.getTime() - now.getTime()) / 1000
  if (seconds(issuedAt) > WALLET_CLOCK_SKEW_SECONDS) return `${name} message was issued in the future`
  if (seconds(issuedAt) < -WALLET_MESSAGE_SECONDS) return `${name} message was issued too long ago`
  if (notBefore && seconds(notBefore) > WALLET_CLOCK_SKEW_SECONDS)
    return `Signed ${name} message becomes valid in the future`
  if (expirationTime && seconds(expirationTime) <= 0) return `Signed ${name} message is expired`
  return undefined
}
