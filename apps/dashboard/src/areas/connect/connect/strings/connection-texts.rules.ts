import { passwordPlace } from '@basalt/contract/connect/client-steps.rules.ts'
import {
  type ClientType,
  type ConnectMethod,
  PASSWORD_PLACEHOLDER,
} from '@basalt/contract/connect/connect.rules.ts'

const replaceIt = `Replace ${PASSWORD_PLACEHOLDER} with the database password`

const passwordHints = {
  prompt: 'It prompts for the database password.',
  quoted: `${replaceIt}, in single quotes.`,
  encoded: `${replaceIt}, percent-encoding characters such as @ and / (%40 and %2F).`,
  plain: `${replaceIt}.`,
}

/** How to fill in the password of a connection string. */
export const passwordHint = (type: ClientType, method: ConnectMethod) =>
  passwordHints[passwordPlace(type, method)]

/** The purpose of each method. */
export const methodTexts: Record<ConnectMethod, { text: string; points: readonly string[] }> = {
  direct: {
    text: 'For applications with persistent, long-lived connections, such as those running on virtual machines or in long-standing containers.',
    points: [
      'Suitable for long-lived, persistent connections',
      'Each client has its own connection to the database',
    ],
  },
  transaction: {
    text: 'For stateless applications such as serverless functions, where each interaction with the database is brief and isolated.',
    points: ['Suitable for a large number of clients', 'A pre-warmed pool of connections to the database'],
  },
  session: {
    text: 'Only recommended as an alternative to the direct connection, for networks that cannot reach it.',
    points: ['Each client keeps its connection until it disconnects', 'All session features work'],
  },
}
