import { randomUUID } from 'node:crypto'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import {
  WALLET_CLOCK_SKEW_SECONDS,
  WALLET_MESSAGE_SECONDS,
  type WalletChain,
  walletChains,
  walletNames,
} from '@basalt/contract/auth/wallets.rules.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { hashOfToken } from './auth-secrets.ts'
import type { AuthTools } from './auth-tools.ts'
import type { externalAccounts } from './external-accounts.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { notingRefusal } from './failed-attempts.ts'
import {
  NoWalletMessage,
  readWalletMessage,
  type WalletMessage,
  walletMessageProblem,
} from './wallet-message.rules.ts'
import { hasSigned, NoSignature } from './wallet-signature.ts'

export type Wallets = ReturnType<typeof wallets>

const isOn = (
  { external_web3_ethereum_enabled, external_web3_solana_enabled }: AuthSettings,
  chain: WalletChain,
) => (chain === 'ethereum' ? external_web3_ethereum_enabled : external_web3_solana_enabled)

/** People sign in with a wallet, by a message that it signs. */
export function wallets(
  { database, sessions, attempts, now }: AuthTools,
  accounts: ReturnType<typeof externalAccounts>,
) {
  return {
    /** A session for a signed message, which counts once. Throws AuthError. */
    async signIn(call: AuthCall, given: { chain: string; message: string; signature: string }) {
      const { ref, settings, client } = call
      const chain = walletChains.find((one) => one === given.chain)
      if (!walletChains.some((one) => isOn(settings, one)))
        throw new AuthError('web3_provider_disabled', 'Web3 provider is disabled')
      if (chain === undefined) throw new AuthError('web3_unsupported_chain', 'Unsupported chain')
      if (!isOn(settings, chain))
        throw new AuthError('web3_provider_disabled', `${walletNames[chain]} Web3 provider is disabled`)
      await attempts.limit(ref, 'web3', settings, client.ip)
      const trial = { actor: { email: null }, traits: { provider: 'web3', chain } }
      const begun = await notingRefusal(database, call, trial, async () => {
        const message = await verified(chain, given)
        const problem = walletMessageProblem(message, settings, now())
        if (problem !== undefined) throw new AuthError('invalid_credentials', problem)
        const identity = identityOf(message)
        await accounts.mayCreate(call, identity, { isFromCompany: false })
        const outcome = await database.transaction(ref, async (run) => {
          await useOnce(run, given.message, message)
          const entered = await accounts.enter(run, call, identity)
          if (entered.kind === 'unverified') return entered
          const start = { userId: entered.record.user.id, method: 'web3', provider: 'web3' } as const
          const session = await sessions.begin(run, settings, client, start)
          if (!session) throw new AuthError('user_not_found', 'The account of this wallet was deleted')
          return { kind: 'begun' as const, ...session }
        })
        return outcome.kind === 'begun'
          ? outcome
          : accounts.refuseUntilConfirmed(call, identity, outcome.record)
      })
      return sessions.toWire(ref, client, settings, begun.record, begun.session)
    },
  }
}

/** Throws `validation_failed` for a message or signature that is none, `invalid_credentials` for another's signature. */
async function verified(
  chain: WalletChain,
  { message: text, signature }: { message: string; signature: string },
) {
  try {
    const message = readWalletMessage(chain, text)
    if (await hasSigned(chain, message.address, text, signature)) return message
  } catch (error) {
    if (error instanceof NoWalletMessage || error instanceof NoSignature)
      throw new AuthError('validation_failed', error.message, { cause: error })
    throw error
  }
  throw new AuthError('invalid_credentials', 'Signature does not match address in message')
}

/**
 * Notes that a message was used, until nobody could use it any more. A second signature of the same message is the same
 * message. Throws `invalid_credentials` for one that was used.
 */
async function useOnce(run: Run, text: string, { issuedAt }: WalletMessage) {
  const until = issuedAt.getTime() + (WALLET_MESSAGE_SECONDS + WALLET_CLOCK_SKEW_SECONDS) * 1000
  const noted = await run(
    `insert into basalt.auth_wallet_messages (message_hash, expires_at) values ($1, $2)
     on conflict do nothing returning message_hash`,
    [hashOfToken(text), new Date(until).toISOString()],
  )
  if (noted.length === 0)
    throw new AuthError('invalid_credentials', 'This message was used before. Sign a new one.')
}

/** The identity of a wallet. Ethereum writes one address in many ways, which differ in capitals. */
function identityOf({ chain, address, domain, statement, chainId }: WalletMessage): ExternalIdentity {
  const known = chain === 'ethereum' ? address.toLowerCase() : address
  const subject = `web3:${chain}:${known}`
  return {
    provider: 'web3',
    subject,
    email: null,
    isEmailVerified: false,
    isEmailOptional: true,
    newUserId: randomUUID(),
    data: {
      sub: subject,
      provider_id: subject,
      email_verified: false,
      phone_verified: false,
      custom_claims: {
        address: known,
        chain,
        domain,
        ...(chainId !== undefined && { network: chainId }),
        ...(statement !== undefined && { statement }),
      },
    },
  }
}
