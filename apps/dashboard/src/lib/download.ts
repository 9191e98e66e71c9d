/** Hands a file to the browser's downloads. */
export const downloadFile = (name: string, type: string, pieces: string[]): void =>
  saveBlob(name, new Blob(pieces, { type }))

/** Has the browser save what an address brings, which never passes through the page. */
export function followAddress(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the data by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(url))
}
