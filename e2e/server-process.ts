import type { RealServer } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'

/** The environment that creates the first account without the set-up link. */
export const withOwner = {
  // Each test signs up its own users.
  BASALT_SIGN_UP: 'open',
  BASALT_OWNER_EMAIL: 'owner@example.com',
  BASALT_OWNER_PASSWORD: 'correct horse battery',
}

const SET_UP_LINK = /http\S+\/setup#token=\S+(?=\s)/

/** The set-up link printed in the terminal. */
export const setUpLink = ({ output }: RealServer) => waitFor(() => SET_UP_LINK.exec(output())?.[0])
