import { passwordPlace } from '@basalt/contract/connect/client-steps.rules.ts'
import {
  type ClientType,
  type ConnectMethod,
  PASSWORD_PLACEHOLDER,
} from '@basalt/contract/connect/connect.rules.ts'

const replaceIt = `Put the database password in place of ${PASSWORD_PLACEHOLDER}`

const places = {
  prompt: 'It asks for the password of the database.',
  quoted: `${replaceIt}, in single quotes.`,
  encoded: `${replaceIt}, with characters such as @ and / written as %40 and %2F.`,
  plain: `${replaceIt}.`,
}

/** What to do about the password of a connection string. */
export const passwordWords = (type: ClientType, method: ConnectMethod) => places[passwordPlace(type, method)]

/** What each way is good for. */
export const methodWords: Record<ConnectMethod, { text: string; points: readonly string[] }> = {
  direct: {
    text: 'For applications with persistent, long-lived connections, such as those running on virtual machines or in long-standing containers.',
    points: [
      'Suitable for long-lived, persistent connections',
      'Each client has a connection of its own to the database',
    ],
  },
  transaction: {
    text: 'For stateless applications such as serverless functions, where each interaction with the database is brief and isolated.',
    points: ['Suitable for a large number of clients', 'A pre-warmed pool of connections to the database'],
  },
  session: {
    text: 'Only recommended as an alternative to the direct connection, for networks that it does not reach.',
    points: ['Each client keeps its connection until it leaves', 'Everything that a session can do works'],
  },
}
