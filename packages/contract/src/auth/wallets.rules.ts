/** Chains whose wallets people can sign in with, by the names that clients use. */
export const walletChains = ['ethereum', 'solana'] as const
export type WalletChain = (typeof walletChains)[number]

export const walletNames: Record<WalletChain, string> = { ethereum: 'Ethereum', solana: 'Solana' }

/** Of a signed message, in characters. */
export const WALLET_MESSAGE_MAX = 20 * 1024

/** How long a message can be used after it was issued, in seconds. */
export const WALLET_MESSAGE_SECONDS = 600

/** How far the clock of a device may be from that of the server, in seconds. */
export const WALLET_CLOCK_SKEW_SECONDS = 60
