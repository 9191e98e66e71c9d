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
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
