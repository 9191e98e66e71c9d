/** Downloads text as a file. */
export const downloadFile = (name: string, type: string, pieces: string[]): void =>
  saveBlob(name, new Blob(pieces, { type }))

/** Lets the browser download a URL without loading it into the page. */
export function downloadUrl(url: string): void {
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
  // The browser holds the data by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}
