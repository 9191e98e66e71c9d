import { getTemporaryApiKey } from '@basalt/contract/keys/keys.endpoints.ts'
import { call } from '../../../../api/call.ts'

const VALID_SECONDS = 900
/** Asked for again before it expires under a request. */
const MARGIN_MS = 60_000

/** Answers with a key of the project's API that is valid for a while, asking for another one when it nearly is not. */
export function temporaryKeyOf(ref: string) {
  let known: Promise<string> | undefined
  let until = 0
  return () => {
    if (known === undefined || Date.now() > until) {
      until = Date.now() + VALID_SECONDS * 1000 - MARGIN_MS
      known = call(getTemporaryApiKey, {
        params: { ref },
        query: { authorization_exp: VALID_SECONDS },
      }).then(({ api_key }) => api_key)
      known.catch(() => {
        known = undefined
      })
    }
    return known
  }
}
