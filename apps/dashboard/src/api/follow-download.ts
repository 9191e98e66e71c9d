import { downloadUrl } from '../lib/download.ts'
import { apiErrorOf, unreachable } from './api-error.ts'

/**
 * Lets the browser download a URL without loading it into the page. Sends a HEAD request first, because a failed
 * download would go unnoticed. Rejects with ApiError.
 */
export async function followDownload(url: string): Promise<void> {
  const response = await fetch(url, { method: 'HEAD' }).catch(() => {
    throw unreachable()
  })
  if (!response.ok) throw await apiErrorOf(response)
  downloadUrl(url)
}
