import { followAddress } from '../lib/download.ts'
import { apiErrorOf, unreachable } from './api-error.ts'

/**
 * Lets the browser save what an address brings, which never passes through the page. Asks first whether it is there, as
 * nobody hears of a download that fails. Rejects with ApiError.
 */
export async function followDownload(url: string): Promise<void> {
  const response = await fetch(url, { method: 'HEAD' }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await apiErrorOf(response)
  followAddress(url)
}
